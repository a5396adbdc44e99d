#include <sqlite3.h>

// The macro for a destructor that copies is a cast, which Swift does not see.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int length) {
  return sqlite3_bind_text(statement, place, text, length, SQLITE_TRANSIENT);
}
