#include "CMemory.h"

static sqlite3_mem_methods allocator;
static _Thread_local int is_limited;
static _Thread_local long long bytes_left;

static void *limited_malloc(int size) {
  if (!is_limited) return allocator.xMalloc(size);
  if (size > bytes_left) return 0;
  void *memory = allocator.xMalloc(size);
  if (memory) bytes_left -= allocator.xSize(memory);
  return memory;
}

static void limited_free(void *memory) {
  if (is_limited) bytes_left += allocator.xSize(memory);
  allocator.xFree(memory);
}

static void *limited_realloc(void *memory, int size) {
  if (!is_limited) return allocator.xRealloc(memory, size);
  int before = allocator.xSize(memory);
  if (size - before > bytes_left) return 0;
  void *moved = allocator.xRealloc(memory, size);
  if (moved) bytes_left += before - allocator.xSize(moved);
  return moved;
}

int relay_make_sqlite_memory_limitable(void) {
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &allocator);
  if (code != SQLITE_OK) return code;
  sqlite3_mem_methods limited = allocator;
  limited.xMalloc = limited_malloc;
  limited.xFree = limited_free;
  limited.xRealloc = limited_realloc;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &limited);
}

void relay_limit_sqlite_memory(long long bytes) {
  is_limited = bytes >= 0;
  bytes_left = bytes;
}
