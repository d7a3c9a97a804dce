#include "CPages.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// A stamp: the checksum, 8 bytes; then, of the first page, the file's count of changes and half of its count of schemas,
// as the header has them, else 0; then a mark, 2 bytes.
enum { COUNTER = 8, SCHEMA = 12, MARK = 14 };
static const unsigned char first_mark[] = {0xb7, 0x01}, other_mark[] = {0xb7, 0x02};

// Places in the header of a database (https://www.sqlite.org/fileformat.html, 1.3).
enum { PAGE_SIZE = 16, WRITE_VERSION = 18, READ_VERSION = 19, RESERVED = 20, CHANGES = 24, PAGES = 28, SCHEMAS = 40, VALID_FOR = 92 };

// Where SQLite locks files: the page there is never used.
static const sqlite3_int64 lock_place = 0x40000000;

enum { HAS_CHECKED_PAGES = 0x726c01, IS_RESERVING, STAMP_PAGES };

static _Thread_local long long damaged_page;
static _Thread_local int write_error;

static sqlite3_vfs *system_files;

// The system's own file lies behind it in memory.
typedef struct {
  sqlite3_file base;
  int page_size;
  bool is_reserving;
  // The stamps count: all pages have them, and whoever wrote the file last wrote them.
  bool is_checked;
  // It was empty when it was opened, and nothing was written to it yet.
  bool is_new;
} File;

static File *own(sqlite3_file *file) { return (File *)file; }
static sqlite3_file *system_file(sqlite3_file *file) { return (sqlite3_file *)((File *)file + 1); }

// --- Stamps

// Each step is a permutation of the lane, for each word, so that no change within one word goes unnoticed; elsewhere one
// in 2^64 does. Four lanes keep the processor's multipliers busy.
static uint64_t checksum(const unsigned char *page, size_t count, sqlite3_int64 place) {
  const uint64_t factor = 0x9e3779b97f4a7c15;
  uint64_t lanes[4] = {factor, ~factor, (uint64_t)place, ~(uint64_t)place};
  size_t at = 0;
  for (; at + 32 <= count; at += 32) {
    for (int lane = 0; lane < 4; lane++) {
      uint64_t word;
      memcpy(&word, page + at + 8 * lane, 8);
      word ^= lanes[lane];
      lanes[lane] = (word << 29 | word >> 35) * factor;
    }
  }
  for (; at < count; at += 8) {
    uint64_t word = 0;
    memcpy(&word, page + at, count - at < 8 ? count - at : 8);
    word ^= lanes[0];
    lanes[0] = (word << 29 | word >> 35) * factor;
  }
  uint64_t sum = 0;
  for (int lane = 0; lane < 4; lane++) {
    sum = (sum ^ lanes[lane]) * factor;
    sum ^= sum >> 32;
  }
  return sum;
}

static unsigned number(const unsigned char *bytes) {
  return (unsigned)bytes[0] << 24 | (unsigned)bytes[1] << 16 | (unsigned)bytes[2] << 8 | bytes[3];
}

// The checksum is of everything before it, and of the other parts of the stamp by their meaning.
static void make_stamp(const unsigned char *page, int size, sqlite3_int64 place, unsigned char *stamp) {
  uint64_t sum = checksum(page, (size_t)size - RELAY_RESERVED, place);
  for (int index = 0; index < 8; index++) stamp[index] = (unsigned char)(sum >> 8 * index);
  if (place == 0) {
    memcpy(stamp + COUNTER, page + CHANGES, 4);
    memcpy(stamp + SCHEMA, page + SCHEMAS + 2, 2);
  } else {
    memset(stamp + COUNTER, 0, 6);
  }
  memcpy(stamp + MARK, place == 0 ? first_mark : other_mark, 2);
}

static bool holds(const unsigned char *page, int size, sqlite3_int64 place, const unsigned char *stamp) {
  unsigned char right[RELAY_RESERVED];
  make_stamp(page, size, place, right);
  return memcmp(right, stamp, RELAY_RESERVED) == 0;
}

// --- The first page

// The size of the pages by a header; 0 where it is none.
static int page_size(const unsigned char *header) {
  if (memcmp(header, "SQLite format 3", 16) != 0) return 0;
  int size = header[PAGE_SIZE] << 8 | header[PAGE_SIZE + 1];
  return size == 1 ? 65536 : size;
}

typedef enum { UNCHECKED, CHECKED, DAMAGED } State;

// One changed byte never makes checked pages unchecked, but for one of the two counts, in the stamp or of schemas: the rest
// is as it was then.
static State state(const unsigned char *page, int size, sqlite3_int64 file_size) {
  static const unsigned char nothing[RELAY_RESERVED];
  const unsigned char *stamp = page + size - RELAY_RESERVED;
  bool is_marked = memcmp(stamp + MARK, first_mark, 2) == 0;
  if (page[RESERVED] != RELAY_RESERVED) return is_marked ? DAMAGED : UNCHECKED;
  if (!is_marked) {
    // VACUUM leaves nothing there.
    bool is_whole = page[WRITE_VERSION] == 2 || (sqlite3_int64)number(page + PAGES) * size == file_size;
    return is_whole && memcmp(stamp, nothing, RELAY_RESERVED) == 0 ? UNCHECKED : DAMAGED;
  }
  // SQLite counts what it changes, in two places. What its backups write may have the same count by chance.
  if (memcmp(stamp + COUNTER, page + CHANGES, 4) != 0 || memcmp(stamp + SCHEMA, page + SCHEMAS + 2, 2) != 0) {
    return number(page + CHANGES) == number(page + VALID_FOR) ? UNCHECKED : DAMAGED;
  }
  return holds(page, size, 0, stamp) ? CHECKED : DAMAGED;
}

// --- A file

static int damaged(sqlite3_int64 place, int size) {
  damaged_page = place / size + 1;
  return SQLITE_IOERR_DATA;
}

static int read_pages(sqlite3_file *base, void *bytes, int count, sqlite3_int64 place) {
  File *file = own(base);
  int code = system_file(base)->pMethods->xRead(system_file(base), bytes, count, place);
  if (code != SQLITE_OK || count < 512) return code;
  if (place == 0 && count == page_size(bytes)) {
    const unsigned char *page = bytes;
    sqlite3_int64 file_size = 0;
    code = system_file(base)->pMethods->xFileSize(system_file(base), &file_size);
    if (code != SQLITE_OK) return code;
    file->page_size = count;
    file->is_reserving = page[RESERVED] == RELAY_RESERVED;
    file->is_new = false;
    State found = state(page, count, file_size);
    file->is_checked = found == CHECKED;
    return found == DAMAGED ? damaged(0, count) : SQLITE_OK;
  }
  if (!file->is_checked || place == 0 || place % file->page_size != 0) return SQLITE_OK;
  unsigned char apart[RELAY_RESERVED];
  const unsigned char *stamp = apart;
  if (count == file->page_size) {
    stamp = (unsigned char *)bytes + count - RELAY_RESERVED;
  } else if (count == file->page_size - RELAY_RESERVED) {
    // Some versions of SQLite read what does not fit into one page directly.
    code = system_file(base)->pMethods->xRead(system_file(base), apart, RELAY_RESERVED, place + count);
    if (code != SQLITE_OK) return code;
  } else {
    return SQLITE_OK;
  }
  return holds(bytes, file->page_size, place, stamp) ? SQLITE_OK : damaged(place, file->page_size);
}

static int noted(int code) {
  if (code != SQLITE_OK) write_error = errno;
  return code;
}

// SQLite's own buffer of a page is changed: the reserved bytes are nobody else's.
static int write_pages(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 place) {
  File *file = own(base);
  unsigned char *page = (unsigned char *)bytes;
  // VACUUM may change the size of the pages: those that came before the first one have no stamps then.
  if (count != file->page_size) file->is_checked = false;
  if (place == 0 && count >= 512 && count == page_size(page)) {
    file->page_size = count;
    file->is_reserving = page[RESERVED] == RELAY_RESERVED;
    unsigned char *stamp = page + count - RELAY_RESERVED;
    if (!file->is_reserving) {
      file->is_checked = false;
    } else if (!holds(page, count, 0, stamp)) {
      // What holds comes from a journal, and is as it was.
      file->is_checked = file->is_checked || file->is_new;
      memset(stamp, 0, RELAY_RESERVED);
      if (file->is_checked) make_stamp(page, count, 0, stamp);
    }
  } else if (file->is_reserving && count == file->page_size && place % count == 0) {
    make_stamp(page, count, place, page + count - RELAY_RESERVED);
  }
  file->is_new = false;
  return noted(system_file(base)->pMethods->xWrite(system_file(base), bytes, count, place));
}

static int stamp_pages(sqlite3_file *base) {
  File *file = own(base);
  sqlite3_file *system = system_file(base);
  int size = file->page_size;
  sqlite3_int64 file_size = 0;
  int code = system->pMethods->xFileSize(system, &file_size);
  if (code != SQLITE_OK) return code;
  if (!file->is_reserving || size == 0 || file_size < size) return SQLITE_ERROR;
  unsigned char *page = sqlite3_malloc(size);
  if (page == NULL) return SQLITE_NOMEM;
  // The first one last: from then on the others count.
  for (sqlite3_int64 place = file_size / size * size - size; place >= 0 && code == SQLITE_OK; place -= size) {
    if (place == lock_place / size * size) continue;
    unsigned char stamp[RELAY_RESERVED];
    if (place == 0) code = system->pMethods->xSync(system, SQLITE_SYNC_NORMAL);
    if (code == SQLITE_OK) code = system->pMethods->xRead(system, page, size, place);
    if (code == SQLITE_OK && place == 0 && page[WRITE_VERSION] == 2) code = SQLITE_ERROR;
    if (code != SQLITE_OK) break;
    make_stamp(page, size, place, stamp);
    if (memcmp(stamp, page + size - RELAY_RESERVED, RELAY_RESERVED) == 0) continue;
    code = system->pMethods->xWrite(system, stamp, RELAY_RESERVED, place + size - RELAY_RESERVED);
  }
  sqlite3_free(page);
  if (code == SQLITE_OK) code = system->pMethods->xSync(system, SQLITE_SYNC_NORMAL);
  if (code == SQLITE_OK) file->is_checked = true;
  return code;
}

static int control(sqlite3_file *base, int operation, void *argument) {
  switch (operation) {
    case HAS_CHECKED_PAGES:
      *(int *)argument = own(base)->is_checked;
      return SQLITE_OK;
    case IS_RESERVING:
      *(int *)argument = own(base)->is_reserving;
      return SQLITE_OK;
    case STAMP_PAGES:
      return stamp_pages(base);
    default:
      return system_file(base)->pMethods->xFileControl(system_file(base), operation, argument);
  }
}

// --- What the system does

static int close_file(sqlite3_file *base) { return system_file(base)->pMethods->xClose(system_file(base)); }
static int truncate_file(sqlite3_file *base, sqlite3_int64 size) {
  return system_file(base)->pMethods->xTruncate(system_file(base), size);
}
static int sync_file(sqlite3_file *base, int flags) {
  return noted(system_file(base)->pMethods->xSync(system_file(base), flags));
}
static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
  return system_file(base)->pMethods->xFileSize(system_file(base), size);
}
static int lock(sqlite3_file *base, int level) {
  return system_file(base)->pMethods->xLock(system_file(base), level);
}
static int unlock(sqlite3_file *base, int level) {
  return system_file(base)->pMethods->xUnlock(system_file(base), level);
}
static int check_lock(sqlite3_file *base, int *is_locked) {
  return system_file(base)->pMethods->xCheckReservedLock(system_file(base), is_locked);
}
static int sector_size(sqlite3_file *base) { return system_file(base)->pMethods->xSectorSize(system_file(base)); }
static int characteristics(sqlite3_file *base) {
  int found = system_file(base)->pMethods->xDeviceCharacteristics(system_file(base));
#ifdef SQLITE_IOCAP_SUBPAGE_READ
  // A part of a page cannot be checked.
  found &= ~SQLITE_IOCAP_SUBPAGE_READ;
#endif
  return found;
}
static int map_shared(sqlite3_file *base, int region, int size, int extends, void volatile **memory) {
  return system_file(base)->pMethods->xShmMap(system_file(base), region, size, extends, memory);
}
static int lock_shared(sqlite3_file *base, int offset, int count, int flags) {
  return system_file(base)->pMethods->xShmLock(system_file(base), offset, count, flags);
}
static void shared_barrier(sqlite3_file *base) { system_file(base)->pMethods->xShmBarrier(system_file(base)); }
static int unmap_shared(sqlite3_file *base, int removes) {
  return system_file(base)->pMethods->xShmUnmap(system_file(base), removes);
}

// Version 2: what is mapped into memory would not be checked.
static const sqlite3_io_methods methods = {
    2,         close_file, read_pages, write_pages, truncate_file, sync_file,       file_size,  lock,        unlock,
    check_lock, control,    sector_size, characteristics, map_shared, lock_shared, shared_barrier, unmap_shared,
    NULL,      NULL,
};

static int open_file(sqlite3_vfs *files, sqlite3_filename name, sqlite3_file *base, int flags, int *opened) {
  (void)files;
  // Journals and temporary files.
  if (!(flags & SQLITE_OPEN_MAIN_DB)) return system_files->xOpen(system_files, name, base, flags, opened);
  File *file = own(base);
  memset(file, 0, sizeof *file);
  int code = system_files->xOpen(system_files, name, system_file(base), flags, opened);
  if (code != SQLITE_OK) {
    if (system_file(base)->pMethods) system_file(base)->pMethods->xClose(system_file(base));
    return code;
  }
  sqlite3_int64 size = 1;
  system_file(base)->pMethods->xFileSize(system_file(base), &size);
  file->is_new = size == 0;
  file->base.pMethods = &methods;
  return SQLITE_OK;
}

int relay_check_pages(void) {
  static sqlite3_vfs files;
  if (system_files) return SQLITE_OK;
  sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
  if (usual == NULL) return SQLITE_ERROR;
  system_files = usual;
  // All but opening is as it was.
  files = *usual;
  files.pNext = NULL;
  files.zName = "relay-audit";
  files.szOsFile = (int)sizeof(File) + usual->szOsFile;
  files.xOpen = open_file;
  return sqlite3_vfs_register(&files, 1);
}

void relay_reserve_bytes(sqlite3 *connection) {
  int count = RELAY_RESERVED;
  sqlite3_file_control(connection, "main", SQLITE_FCNTL_RESERVE_BYTES, &count);
}

static bool asks(sqlite3 *connection, int operation) {
  int answer = 0;
  sqlite3_file_control(connection, "main", operation, &answer);
  return answer != 0;
}

bool relay_has_checked_pages(sqlite3 *connection) { return asks(connection, HAS_CHECKED_PAGES); }

bool relay_reserves_bytes(sqlite3 *connection) { return asks(connection, IS_RESERVING); }

int relay_stamp_pages(sqlite3 *connection) { return sqlite3_file_control(connection, "main", STAMP_PAGES, NULL); }

long long relay_damaged_page(void) { return damaged_page; }

int relay_take_write_error(void) {
  int error = write_error;
  write_error = 0;
  return error;
}
