/**
 * The configured database or object storage does not answer, or refuses access. The message contains no credentials.
 */
export class UnavailableError extends Error {
  override readonly name: string = 'UnavailableError';
}

/** The database cannot be reached at the moment, or the connection was lost while a statement ran on it. */
export class DatabaseUnavailableError extends UnavailableError {
  override readonly name = 'DatabaseUnavailableError';
}

/** The disk of the database is full: it answers, and takes nothing new. */
export class DatabaseFullError extends UnavailableError {
  override readonly name = 'DatabaseFullError';
}

/** The object storage cannot be reached at the moment, or does not answer in time. */
export class StorageUnavailableError extends UnavailableError {
  override readonly name = 'StorageUnavailableError';
}
