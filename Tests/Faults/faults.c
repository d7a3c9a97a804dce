// Preloaded into a program (ld.so(8)), it ends the program, or makes a call fail, at a call of certain functions:
//
//   FAULT_CALLS=renameat,fsync   the functions; those below are known
//   FAULT_AT=3                   the call, counted from 1 over all of them; 0 for none
//   FAULT_FROM_THEN_ON=1         and every later one
//   FAULT_ERRNO=28               what the call fails with; without it, the program is killed before the call
//   FAULT_COUNT=FILE             how often the program called each, written there at its end: a line `NAME COUNT` each
//   FAULT_LOG=FILE               the calls in their order, appended there: a line each
#define _GNU_SOURCE
#include <dirent.h>
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
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define FUNCTIONS(X) \
  X(fsync) X(fdatasync) X(rename) X(renameat) X(renameat2) X(link) X(linkat) X(unlink) X(unlinkat) X(mkdir) X(mkdirat) \
  X(write) X(writev) X(pwrite) X(pwrite64) X(ftruncate) X(ftruncate64) X(fchmod) X(fsetxattr) X(futimens) \
  X(open) X(open64) X(openat) X(openat64) X(fopen) X(fopen64) X(opendir) X(fdopendir) X(readdir) X(readdir64) \
  X(read) X(pread) X(pread64) X(mmap) X(mmap64) X(malloc) X(calloc) X(realloc) X(posix_memalign) X(aligned_alloc) \
  X(pthread_create)

#define NUMBER(name) number_##name,
enum { FUNCTIONS(NUMBER) COUNT };
#define NAME(name) #name,
static const char *const names[COUNT] = {FUNCTIONS(NAME)};

static atomic_long calls;
static atomic_long each[COUNT];
static bool is_named[COUNT];
static bool is_begun;
static long at;
static bool from_then_on;
static int error;
static int log_file = -1;

static bool holds(const char *list, const char *name) {
  size_t length = strlen(name);
  for (const char *found = list; found && (found = strstr(found, name)); found += length) {
    char before = found == list ? ',' : found[-1], after = found[length];
    if (before == ',' && (after == ',' || after == 0)) return true;
  }
  return false;
}

__attribute__((constructor)) static void begin(void) {
  const char *number = getenv("FAULT_AT");
  at = number ? atol(number) : 0;
  from_then_on = getenv("FAULT_FROM_THEN_ON") != NULL;
  const char *code = getenv("FAULT_ERRNO");
  error = code ? atoi(code) : 0;
  for (int index = 0; index < COUNT; index++) is_named[index] = holds(getenv("FAULT_CALLS"), names[index]);
  const char *path = getenv("FAULT_LOG");
  if (path) log_file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  // Of this program alone, not of those that it starts.
  unsetenv("LD_PRELOAD");
  is_begun = true;
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULT_COUNT");
  if (path == NULL) return;
  is_begun = false;
  FILE *file = fopen(path, "we");
  if (file == NULL) return;
  for (int index = 0; index < COUNT; index++) {
    if (each[index]) fprintf(file, "%s %ld\n", names[index], (long)each[index]);
  }
  fclose(file);
}

// Whether this call is to fail.
static bool fails(int function) {
  if (!is_begun || !is_named[function]) return false;
  each[function]++;
  long number = ++calls;
  if (log_file >= 0) {
    char line[64];
    int length = snprintf(line, sizeof line, "%ld %s\n", number, names[function]);
    syscall(SYS_write, log_file, line, length);
  }
  if (at == 0 || (from_then_on ? number < at : number != at)) return false;
  if (error == 0) raise(SIGKILL);
  errno = error;
  return true;
}

#define NEXT(name)                  \
  static __typeof__(name) *next;    \
  if (next == NULL) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name);

#define CALL(result, failed, name, declared, passed) \
  result name declared {                             \
    NEXT(name)                                       \
    if (fails(number_##name)) return failed;         \
    return next passed;                              \
  }

CALL(int, -1, fsync, (int file), (file))
CALL(int, -1, fdatasync, (int file), (file))
CALL(int, -1, rename, (const char *from, const char *to), (from, to))
CALL(int, -1, renameat, (int old, const char *from, int new, const char *to), (old, from, new, to))
CALL(int, -1, renameat2, (int old, const char *from, int new, const char *to, unsigned flags),
     (old, from, new, to, flags))
CALL(int, -1, link, (const char *from, const char *to), (from, to))
CALL(int, -1, linkat, (int old, const char *from, int new, const char *to, int flags), (old, from, new, to, flags))
CALL(int, -1, unlink, (const char *path), (path))
CALL(int, -1, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
CALL(int, -1, mkdir, (const char *path, mode_t mode), (path, mode))
CALL(int, -1, mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode))
CALL(ssize_t, -1, write, (int file, const void *bytes, size_t count), (file, bytes, count))
CALL(ssize_t, -1, writev, (int file, const struct iovec *parts, int count), (file, parts, count))
CALL(ssize_t, -1, pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at))
CALL(ssize_t, -1, pwrite64, (int file, const void *bytes, size_t count, off64_t at), (file, bytes, count, at))
CALL(int, -1, ftruncate, (int file, off_t size), (file, size))
CALL(int, -1, ftruncate64, (int file, off64_t size), (file, size))
CALL(int, -1, fchmod, (int file, mode_t mode), (file, mode))
CALL(int, -1, fsetxattr, (int file, const char *name, const void *value, size_t size, int flags),
     (file, name, value, size, flags))
CALL(int, -1, futimens, (int file, const struct timespec times[2]), (file, times))
CALL(FILE *, NULL, fopen, (const char *path, const char *mode), (path, mode))
CALL(FILE *, NULL, fopen64, (const char *path, const char *mode), (path, mode))
CALL(DIR *, NULL, opendir, (const char *path), (path))
CALL(DIR *, NULL, fdopendir, (int file), (file))
CALL(struct dirent *, NULL, readdir, (DIR *folder), (folder))
CALL(struct dirent64 *, NULL, readdir64, (DIR *folder), (folder))
// The thread that waits for signals reads from a pipe, sooner or later: what comes after would have another number.
ssize_t read(int file, void *bytes, size_t count) {
  NEXT(read)
  struct stat status;
  if (!(fstat(file, &status) == 0 && S_ISFIFO(status.st_mode)) && fails(number_read)) return -1;
  return next(file, bytes, count);
}
CALL(ssize_t, -1, pread, (int file, void *bytes, size_t count, off_t at), (file, bytes, count, at))
CALL(ssize_t, -1, pread64, (int file, void *bytes, size_t count, off64_t at), (file, bytes, count, at))
CALL(void *, MAP_FAILED, mmap, (void *address, size_t size, int rights, int flags, int file, off_t at),
     (address, size, rights, flags, file, at))
CALL(void *, MAP_FAILED, mmap64, (void *address, size_t size, int rights, int flags, int file, off64_t at),
     (address, size, rights, flags, file, at))
CALL(int, errno, pthread_create,
     (pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *context),
     (thread, attributes, start, context))

#define OPEN(name, declared, ...)                                                  \
  int name declared {                                                              \
    NEXT(name)                                                                     \
    va_list rest;                                                                  \
    va_start(rest, flags);                                                         \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;        \
    va_end(rest);                                                                  \
    if (fails(number_##name)) return -1;                                           \
    return next(__VA_ARGS__, mode);                                                \
  }

OPEN(open, (const char *path, int flags, ...), path, flags)
OPEN(open64, (const char *path, int flags, ...), path, flags)
OPEN(openat, (int folder, const char *path, int flags, ...), folder, path, flags)
OPEN(openat64, (int folder, const char *path, int flags, ...), folder, path, flags)

// The loader of libraries allocates, so that these cannot be looked up.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) { return fails(number_malloc) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails(number_calloc) ? NULL : __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) { return fails(number_realloc) ? NULL : __libc_realloc(memory, size); }
void *aligned_alloc(size_t alignment, size_t size) {
  return fails(number_aligned_alloc) ? NULL : __libc_memalign(alignment, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (fails(number_posix_memalign)) return errno;
  void *made = __libc_memalign(alignment, size);
  if (made == NULL) return ENOMEM;
  *memory = made;
  return 0;
}
