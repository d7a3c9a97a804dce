#pragma once

#include <sqlite3.h>
#include <stdbool.h>

/// Checksums of a database's pages.
///
/// SQLite keeps none: what a disk or a copy changed in a file is read as data. A database that reserves RELAY_RESERVED
/// bytes at the end of each page (https://www.sqlite.org/fileformat.html, 1.3.4) gets a stamp there with each page that is
/// written, and each page that is read is held to it. Any program can still read and write the file: SQLite leaves these
/// bytes alone. The first page's stamp names the file's change counter, so that pages which another program wrote, and
/// which have old stamps, are known from damaged ones: then nothing is checked until the file is stamped anew.
///
/// Databases without the reserved bytes pass through as they are.
#define RELAY_RESERVED 16

/// Makes all connections of the process that are opened later work so. To be called before SQLite is used by a second
/// thread.
///
/// Returns SQLite's result code; where it is not SQLITE_OK, nothing is checked.
int relay_check_pages(void);

/// Makes a database that has no page yet, or that is written anew by VACUUM next, reserve the bytes.
void relay_reserve_bytes(sqlite3 *connection);

/// Whether the pages of the main database are held to their stamps, as far as is known from the last transaction.
bool relay_has_checked_pages(sqlite3 *connection);

/// Whether the main database reserves the bytes, likewise.
bool relay_reserves_bytes(sqlite3 *connection);

/// Gives each page of the main database the stamp that it lacks, whatever is in it. Only the reserved bytes are written,
/// the first page's last. The caller has an exclusive transaction.
///
/// Returns SQLite's result code: SQLITE_ERROR where the database does not reserve the bytes, or has a write-ahead log.
int relay_stamp_pages(sqlite3 *connection);

/// The number of the page that did not hold on this thread last, from 1; 0 where none did.
long long relay_damaged_page(void);

/// Why a page could not be written on this thread last, which SQLite does not tell of a commit; 0 where that was asked
/// for already.
int relay_take_write_error(void);
