#ifndef LINER_CSQLITE_SHIM_H
#define LINER_CSQLITE_SHIM_H

#include <sqlite3.h>

// Swift cannot call variadic functions. This makes the last process to close the database leave its log in place.
static inline int sqlite_keep_log(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
