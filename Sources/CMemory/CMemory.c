#include "CMemory.h"

static sqlite3_mem_methods allocator;
static _Thread_local sqlite3 *limited;
static _Thread_local long long bytes_left;
static _Thread_local int is_used_up;

// An allocation that fails would make SQLite roll back the whole transaction. A value that is too long does not.
static void take(long long bytes) {
  bytes_left -= bytes;
  if (bytes_left >= 0 || is_used_up) return;
  is_used_up = 1;
  // The call is one assignment.
  sqlite3_limit(limited, SQLITE_LIMIT_LENGTH, 1024);
}

static void *limited_malloc(int size) {
  void *memory = allocator.xMalloc(size);
  if (limited && memory) take(allocator.xSize(memory));
  return memory;
}

static void limited_free(void *memory) {
  if (limited) take(-(long long)allocator.xSize(memory));
  allocator.xFree(memory);
}

static void *limited_realloc(void *memory, int size) {
  if (!limited) return allocator.xRealloc(memory, size);
  int before = allocator.xSize(memory);
  void *moved = allocator.xRealloc(memory, size);
  if (moved) take((long long)allocator.xSize(moved) - before);
  return moved;
}

int relay_make_sqlite_memory_limitable(void) {
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &allocator);
  if (code != SQLITE_OK) return code;
  sqlite3_mem_methods counting = allocator;
  counting.xMalloc = limited_malloc;
  counting.xFree = limited_free;
  counting.xRealloc = limited_realloc;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &counting);
}

void relay_limit_sqlite_memory(sqlite3 *connection, long long bytes) {
  limited = connection;
  bytes_left = bytes;
  is_used_up = 0;
}

int relay_is_sqlite_memory_used_up(void) { return is_used_up; }
