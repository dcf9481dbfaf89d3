// The settings of the embedded database: what is on the disk when a commit returns, how large its log may get, and what is kept in memory.

export const BUSY_TIMEOUT_MS = 5_000;
const CACHE_KB = 16_384;
/** The writer changes pages all over the indexes: what it can't hold, it reads again for each batch. */
const WRITER_CACHE_KB = 49_152;

export const EVERY_CONNECTION = `pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma trusted_schema = off; pragma cell_size_check = on;
  pragma foreign_keys = on; pragma cache_size = -${CACHE_KB}; pragma mmap_size = 0;`;

/**
 * Every commit is on the disk before it returns. The owner of the connection checkpoints between its transactions; by itself SQLite does so
 * only when that is late.
 */
export const WRITING_CONNECTION = `pragma synchronous = full; pragma journal_size_limit = 67108864; pragma wal_autocheckpoint = 16000;
  pragma cache_size = -${WRITER_CACHE_KB};`;
