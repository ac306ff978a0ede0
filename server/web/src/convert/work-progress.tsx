import type { ComponentChildren } from 'preact';
import { locale, named, t } from '../i18n/index.ts';
import { formatBytes } from '../i18n/quantities.ts';
import { Compare, type CompareProps } from '../report/compare.tsx';
import { DownloadLink } from '../report/download-link.tsx';
import { Remaining } from '../report/remaining.tsx';
import { Differences, Report } from '../report/report.tsx';
import { RetryIcon } from '../shell/icons.tsx';
import { type Problem, ProblemText } from '../shell/problem.tsx';
import type { Work } from './work.ts';

interface WorkProgressProps {
  readonly work: Work;
  /** Whether the report is folded, for one of several results. */
  readonly isFolded?: boolean;
  /** What the result is shown beside. */
  readonly source?: CompareProps['source'];
  /** Starts again what has failed or was cancelled. */
  readonly onRetry: () => void;
  /** Starts again with the loss accepted for which it was refused; absent where no loss can be accepted. */
  readonly onAcceptLoss?: (allowLoss: readonly string[] | 'any') => void;
  /** Converts again and keeps a result that verification refuses. */
  readonly onAcceptDifferences?: () => void;
}

/** The lower part of a card: the progress, and the result. */
export function WorkProgress({ work, isFolded = false, source, onRetry, ...onAccept }: WorkProgressProps) {
  const phase = work.phase.value;
  const retry = (): void => {
    if (work.isReady.value) onRetry();
    else void work.detect();
  };
  switch (phase.name) {
    case 'detecting':
      return <Bar label={t('task.detecting')} fraction={undefined} />;
    case 'choosing':
      return null;
    case 'waiting':
      return <Working work={work} label={t('task.waiting')} fraction={undefined} />;
    case 'uploading':
      return <Working work={work} label={t('task.uploading')} fraction={phase.fraction} />;
    case 'converting':
      return <Working work={work} label={t('task.converting')} fraction={phase.fraction} />;
    case 'done':
      return <Result result={phase.result} isFolded={isFolded} source={source} onAgain={() => work.chooseAgain()} />;
    case 'failed':
      return <Failure problem={phase.problem} onRetry={retry} {...onAccept} />;
    case 'cancelled':
      return (
        <Actions>
          <p role="status">{t('task.cancelled')}</p>
          <Retry onRetry={retry} />
        </Actions>
      );
  }
}

function Actions({ children }: { readonly children: ComponentChildren }) {
  return <div class="task-actions">{children}</div>;
}

function Bar({ label, fraction }: { readonly label: string; readonly fraction: number | undefined }) {
  const percent =
    fraction === undefined ? '' : new Intl.NumberFormat(locale.value, { style: 'percent' }).format(fraction);
  return (
    <div class="bar">
      <span>
        {label} {percent}
      </span>
      {/* Without a value the bar shows that something goes on. */}
      <progress aria-label={label} {...(fraction !== undefined && { value: fraction })} max={1} />
    </div>
  );
}

interface WorkingProps {
  readonly work: Work;
  readonly label: string;
  readonly fraction: number | undefined;
}

function Working({ work, label, fraction }: WorkingProps) {
  return (
    <Actions>
      <Bar label={label} fraction={fraction} />
      <button type="button" class="button" onClick={() => work.cancel()}>
        {t('task.cancel')}
      </button>
    </Actions>
  );
}

interface ResultProps extends CompareProps {
  readonly isFolded: boolean;
  readonly onAgain: () => void;
}

function Result({ result, isFolded, source, onAgain }: ResultProps) {
  return (
    <>
      <Actions>
        <DownloadLink
          isMain
          url={result.downloadUrl}
          text={t('task.download', {
            format: result.files ? 'ZIP' : result.targetFormat,
            size: formatBytes(locale.value, result.fileSize ?? 0),
          })}
        />
        <Remaining until={result.expiresAt} />
        <button type="button" class="button quiet" onClick={onAgain}>
          {t('task.again')}
        </button>
      </Actions>
      {isFolded ? (
        <details class="report-details">
          <summary>{result.report ? named('verified', result.report.verified) : t('report.title')}</summary>
          <Report of={result} />
          <Compare result={result} source={source} />
        </details>
      ) : (
        <>
          <Report of={result} />
          <Compare result={result} source={source} />
        </>
      )}
    </>
  );
}

interface FailureProps extends Omit<WorkProgressProps, 'work' | 'source' | 'isFolded'> {
  readonly problem: Problem;
}

function Failure({ problem, onRetry, onAcceptLoss, onAcceptDifferences }: FailureProps) {
  const isRefused = problem.code === 'output_not_verified';
  const canAccept = onAcceptLoss && problem.code === 'loss_not_allowed';
  const { allowLoss = 'any' } = problem.details as { readonly allowLoss?: readonly string[] | 'any' };
  return (
    <>
      <ProblemText problem={problem} />
      {isRefused && <Differences of={problem.details} />}
      <Actions>
        {isRefused && onAcceptDifferences && (
          <button type="button" class="button" onClick={onAcceptDifferences}>
            {t('task.acceptDifferences')}
          </button>
        )}
        {canAccept && (
          <button type="button" class="button" onClick={() => onAcceptLoss(allowLoss)}>
            {t('task.acceptLoss')}
          </button>
        )}
        {problem.retryable && <Retry onRetry={onRetry} />}
      </Actions>
    </>
  );
}

function Retry({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <button type="button" class="button" onClick={onRetry}>
      <RetryIcon /> {t('task.retry')}
    </button>
  );
}
