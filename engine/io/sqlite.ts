/** The database of the platform. A browser has none: formats that need one are not read there. */
export {
  constants as sqliteConstants,
  DatabaseSync,
  type DatabaseSyncOptions,
  type SQLInputValue,
  type StatementSync,
} from 'node:sqlite';
