import { AthanorError } from '../../../client/index.ts';
import { named, t } from '../i18n/index.ts';

/** A failure as a page shows it. */
export interface Problem {
  readonly code: string;
  /** The message of the service, or of the page. */
  readonly message: string;
  readonly retryable: boolean;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Most messages are the service's own. Where those tell a program to send something, a page says what to do instead.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof AthanorError) {
    const { code, message, retryable, details } = error;
    return { code, message: named('problem.code', code, message), retryable, details };
  }
  return { code: 'unreachable', message: t('problem.unreachable'), retryable: true, details: {} };
}

/** Codes of the page itself have no entry in the documentation. */
const OWN_CODES: readonly string[] = ['unreachable', 'unexpected_answer'];

export function ProblemText({ problem: { code, message } }: { readonly problem: Pick<Problem, 'code' | 'message'> }) {
  return (
    <p class="problem" role="alert">
      <span dir="auto">{message}</span>{' '}
      {!OWN_CODES.includes(code) && (
        <a href={`/docs/errors#${code}`}>
          {t('problem.more')} <code>{code}</code>
        </a>
      )}
    </p>
  );
}
