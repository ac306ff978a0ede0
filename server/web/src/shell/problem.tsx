import { AthanorError } from '../../../client/index.ts';
import { named, t } from '../i18n/index.ts';
import { isTranslated, said } from '../i18n/said.ts';

/** A failure as a page shows it. */
export interface Problem {
  readonly code: string;
  /** The message of the service, in English, or of the page. */
  readonly message: string;
  /** Whether the message is of the page, in its language. */
  readonly isOwn?: boolean;
  readonly retryable: boolean;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Most messages are the service's own. Where those tell a program to send something, a page says what to do instead.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof AthanorError) {
    const { code, message, retryable, details } = error;
    const own = named('problem.code', code, '');
    return { code, message: own === '' ? message : own, isOwn: own !== '', retryable, details };
  }
  return { code: 'unreachable', message: t('problem.unreachable'), isOwn: true, retryable: true, details: {} };
}

/** Codes of the page itself have no entry in the documentation. */
const OWN_CODES: readonly string[] = ['unreachable', 'unexpected_answer'];

interface ProblemTextProps {
  readonly problem: Pick<Problem, 'code' | 'message' | 'isOwn'> & Partial<Pick<Problem, 'details'>>;
}

/** A failure in the language of the page; what the service said exactly can be unfolded. */
export function ProblemText({ problem: { code, message, isOwn = false, details } }: ProblemTextProps) {
  const key = `error.${code}`;
  return (
    <div class="problem" role="alert">
      <p>
        <span dir="auto">{isOwn ? message : said(key, message, details)}</span>{' '}
        {!OWN_CODES.includes(code) && (
          <a href={`/docs/errors#${code}`}>
            {t('problem.more')} <code>{code}</code>
          </a>
        )}
      </p>
      {!isOwn && isTranslated(key) && <Exact text={message} />}
    </div>
  );
}

/** The service's own words, which may tell more than the text of their code. */
export function Exact({ text }: { readonly text: string }) {
  return (
    <details class="exact">
      <summary>{said('said.exact', '')}</summary>
      <p lang="en" dir="ltr">
        {text}
      </p>
    </details>
  );
}
