/** What the command line refuses before the engine is asked: the message says what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code: 'invalid_arguments' | 'missing_file' | 'output_is_input' | 'unknown_target_format';

  constructor(message: string, code: UsageError['code'] = 'invalid_arguments') {
    super(message);
    this.code = code;
  }
}
