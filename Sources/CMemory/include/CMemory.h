#pragma once

#include <sqlite3.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Keeps all threads in two heaps, as many as are busy at a time. In one they wait for each other, a fifteenth of a run;
/// with one for each thread, what was freed in them stays there: 20 MB at ten million accounts.
static inline void relay_use_two_heaps(void) {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, 2);
#endif
}

/// Gives the system back what is free within the heaps too, not only at their ends: 120 MB at ten million accounts, when
/// something small was last in a heap.
static inline void relay_return_free_memory(void) {
#ifdef M_ARENA_MAX
  malloc_trim(0);
#endif
}

/// Spares SQLite counting its memory, for which each allocation takes a lock: a tenth of a second for a million accounts,
/// and nearly half of the time of two threads that open and close databases. To be called before SQLite is used.
static inline void relay_count_no_sqlite_memory(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/// Makes `relay_limit_sqlite_memory` work. To be called once, before SQLite is used.
///
/// SQLite's own limit (`sqlite3_hard_heap_limit64`) is the whole process's: a query that reached it would make other
/// threads fail and undo their transactions, and it counts all memory under a lock.
///
/// Returns SQLite's result code; where it is not SQLITE_OK, there is no limit.
int relay_make_sqlite_memory_limitable(void);

/// From now on SQLite may allocate so many bytes more on this thread than it frees there. What is more is given, but a
/// value of more than 1,024 bytes on the connection is then too big (SQLITE_TOOBIG). Null for no limit.
void relay_limit_sqlite_memory(sqlite3 *connection, long long bytes);

/// Whether more was allocated since the limit was set.
int relay_is_sqlite_memory_used_up(void);

/// Asks the processor to fetch what will soon be read there. Unlike a read, nothing waits for it.
static inline void relay_prefetch(const void *address) { __builtin_prefetch(address); }
