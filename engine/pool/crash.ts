import type { Failure } from '../contract/errors.ts';
import { codecsOf, type Task } from './protocol.ts';

/** A worker that never became ready: no fault of the file. */
export class StartFailed extends Error {}

/** The failure of a task whose worker has ended, or never started. */
export function describeCrash(error: unknown, task: Task): Failure {
  return {
    code: 'conversion_failed',
    message: messageFor(error),
    codec: codecsOf(task).join(', '),
    internals: [error, error instanceof StartFailed ? error.cause : undefined].map(textOf).join(' ').trim(),
  };
}

function messageFor(error: unknown): string {
  if (error instanceof StartFailed) return 'The codec could not start. Try again later.';
  const isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory
    ? 'The conversion needed more memory than one worker may use. Try a smaller file or fewer pages.'
    : 'The worker ended during the conversion. The file may be damaged. Check it, or try again.';
}

function textOf(error: unknown): string {
  if (error === undefined) return '';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
