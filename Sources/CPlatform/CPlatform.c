#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

int relay_stop_flag = 0;
_Thread_local int *relay_group_flag = NULL;

// The handler may do next to nothing (signal-safety(7)), so it wakes a thread through a pipe.
static const int watched[] = {SIGTERM, SIGINT, SIGHUP};
static int ends[2];
static void (*callback)(int);

static void wake(int signal) {
  int saved = errno;
  unsigned char byte = (unsigned char)signal;
  ssize_t written = write(ends[1], &byte, 1);
  (void)written;
  errno = saved;
}

// It allocates nothing before a signal comes: glibc would give it one of the program's two heaps.
static void *watch(void *unused) {
  (void)unused;
  // Some programs start others with signals blocked, as they are in their own threads.
  sigset_t signals;
  sigemptyset(&signals);
  for (unsigned index = 0; index < sizeof watched / sizeof watched[0]; index++) sigaddset(&signals, watched[index]);
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
  unsigned char byte;
  while (1) {
    ssize_t got = read(ends[0], &byte, 1);
    if (got == 1) {
      callback(byte);
    } else if (got == 0 || errno != EINTR) {
      return NULL;
    }
  }
}

void relay_watch_signals(void (*received)(int signal)) {
  callback = received;
  if (pipe(ends) != 0) return;
  for (int index = 0; index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 512 << 10);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  int problem = pthread_create(&thread, &attributes, watch, NULL);
  pthread_attr_destroy(&attributes);
  if (problem != 0) return;
  for (unsigned index = 0; index < sizeof watched / sizeof watched[0]; index++) {
    struct sigaction before, action = {.sa_handler = wake, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (sigaction(watched[index], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
      sigaction(watched[index], &action, NULL);
    }
  }
}

const char *relay_c_library_version(void) {
#ifdef __GLIBC__
  return gnu_get_libc_version();
#else
  return NULL;
#endif
}

static const char *mark = "user.relay-audit.report";

bool relay_set_mark(int file, const char *text, size_t length) {
#ifdef __APPLE__
  return fsetxattr(file, mark, text, length, 0, 0) == 0;
#else
  return fsetxattr(file, mark, text, length, 0) == 0;
#endif
}

long relay_read_mark(int file, char *text, size_t capacity) {
#ifdef __APPLE__
  return fgetxattr(file, mark, text, capacity, 0, 0);
#else
  return fgetxattr(file, mark, text, capacity);
#endif
}

bool relay_holds(const void *bytes, size_t count, const void *text, size_t length) {
  return memmem(bytes, count, text, length) != NULL;
}
