// Preloaded into a program (ld.so(8)), it ends the program, or makes a call fail, at a call of certain functions:
//
//   FAULT_CALLS=renameat,fsync   the functions; those below are known
//   FAULT_AT=3                   the call, counted from 1 over all of them; 0 for none
//   FAULT_FROM_THEN_ON=1         and every later one
//   FAULT_ERRNO=28               what the call fails with; without it, the program is killed before the call
//   FAULT_COUNT=FILE             the program's calls are counted, and the number written there at its end
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long calls;
static long at;
static bool from_then_on;
static int error;
static const char *names;

__attribute__((constructor)) static void begin(void) {
  const char *number = getenv("FAULT_AT");
  at = number ? atol(number) : 0;
  from_then_on = getenv("FAULT_FROM_THEN_ON") != NULL;
  const char *code = getenv("FAULT_ERRNO");
  error = code ? atoi(code) : 0;
  names = getenv("FAULT_CALLS");
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULT_COUNT");
  FILE *file = path ? fopen(path, "we") : NULL;
  if (file == NULL) return;
  fprintf(file, "%ld\n", (long)calls);
  fclose(file);
}

static bool is_named(const char *name) {
  size_t length = strlen(name);
  for (const char *found = names; found && (found = strstr(found, name)); found += length) {
    char before = found == names ? ',' : found[-1], after = found[length];
    if (before == ',' && (after == ',' || after == 0)) return true;
  }
  return false;
}

// Whether this call is to fail.
static bool fails(const char *name) {
  if (!is_named(name)) return false;
  long number = ++calls;
  if (at == 0 || (from_then_on ? number < at : number != at)) return false;
  if (error == 0) raise(SIGKILL);
  errno = error;
  return true;
}

#define CALL(result, name, declared, passed)                                       \
  result name declared {                                                           \
    static result(*next) declared;                                                 \
    if (next == NULL) next = (result(*) declared)dlsym(RTLD_NEXT, #name);          \
    if (fails(#name)) return -1;                                                   \
    return next passed;                                                            \
  }

CALL(int, fsync, (int file), (file))
CALL(int, fdatasync, (int file), (file))
CALL(int, rename, (const char *from, const char *to), (from, to))
CALL(int, renameat, (int old, const char *from, int new, const char *to), (old, from, new, to))
CALL(int, unlink, (const char *path), (path))
CALL(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
CALL(int, mkdir, (const char *path, mode_t mode), (path, mode))
CALL(int, mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode))
CALL(ssize_t, write, (int file, const void *bytes, size_t count), (file, bytes, count))
CALL(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t at), (file, bytes, count, at))

#define OPEN(name, declared, ...)                                                  \
  int name declared {                                                              \
    static int (*next) declared;                                                   \
    if (next == NULL) next = (int (*) declared)dlsym(RTLD_NEXT, #name);            \
    va_list rest;                                                                  \
    va_start(rest, flags);                                                         \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;        \
    va_end(rest);                                                                  \
    if (fails(#name)) return -1;                                                   \
    return next(__VA_ARGS__, mode);                                                \
  }

OPEN(open, (const char *path, int flags, ...), path, flags)
OPEN(open64, (const char *path, int flags, ...), path, flags)
OPEN(openat, (int folder, const char *path, int flags, ...), folder, path, flags)
OPEN(openat64, (int folder, const char *path, int flags, ...), folder, path, flags)

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *context) {
  static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (next == NULL) next = dlsym(RTLD_NEXT, "pthread_create");
  return fails("pthread_create") ? errno : next(thread, attributes, start, context);
}
