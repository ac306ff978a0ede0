/** A database or object storage that is configured does not answer, or refuses us. Says so without any credentials. */
export class UnavailableError extends Error {
  override readonly name: string = 'UnavailableError';
}

/** The database cannot be reached at the moment, or the connection was lost while a statement ran on it. */
export class DatabaseUnavailableError extends UnavailableError {
  override readonly name = 'DatabaseUnavailableError';
}
