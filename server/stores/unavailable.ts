/** A database or object storage that is configured does not answer, or refuses us. Says so without any credentials. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
