#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Calls `received` on a thread of its own for each SIGTERM, SIGINT and SIGHUP, apart from those that the process was
/// started to ignore. To be called once. Where that thread cannot be created, signals do what they did before.
void relay_watch_signals(void (*received)(int signal));

extern int relay_stop_flag;

/// Asks all threads to stop their work.
static inline void relay_stop(void) { __atomic_store_n(&relay_stop_flag, 1, __ATOMIC_RELAXED); }

/// Of the work that the calling thread takes part in; NULL while there is none.
extern _Thread_local int *relay_group_flag;

/// Makes the calling thread look at another group's flag, and answers the one that it looked at before.
static inline int *relay_look_at_group(int *flag) {
  int *before = relay_group_flag;
  relay_group_flag = flag;
  return before;
}

/// Asks the threads that look at the flag to stop their work.
static inline void relay_stop_group(int *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELAXED); }

/// Whether all threads, or those of the calling thread's group, are asked to stop. It costs three reads.
static inline bool relay_is_stopping(void) {
  const int *group = relay_group_flag;
  return __atomic_load_n(&relay_stop_flag, __ATOMIC_RELAXED) != 0
      || (group != NULL && __atomic_load_n(group, __ATOMIC_RELAXED) != 0);
}

/// The version of the C library that the process runs with; NULL where it has none of its own.
const char *relay_c_library_version(void);

/// Keeps a text beside a file's contents (xattr(7)), where it stays when the file is renamed. Answers false where the
/// file system keeps none.
bool relay_set_mark(int file, const char *text, size_t length);

/// Copies the text that `relay_set_mark` kept to `text`, and answers its length; -1 where there is none, or it is longer
/// than `capacity`.
long relay_read_mark(int file, char *text, size_t capacity);

/// Whether the bytes of `text` stand in a row somewhere in `bytes`. The C library's search is many times faster than
/// Foundation's.
bool relay_holds(const void *bytes, size_t count, const void *text, size_t length);
