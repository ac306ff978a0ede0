import type { ComponentChildren } from 'preact';
import type { Finished } from '../../../client/index.ts';
import { locale, t } from '../i18n/index.ts';
import { formatBytes } from '../i18n/quantities.ts';
import { DownloadLink } from '../report/download-link.tsx';
import { Remaining } from '../report/remaining.tsx';
import { Report } from '../report/report.tsx';
import { RetryIcon } from '../shell/icons.tsx';
import { type Problem, ProblemText } from '../shell/problem.tsx';
import type { Task } from './task.ts';
import { convertTask } from './tasks.ts';

/** The lower part of a file's card: what can be done with it, or what is being done. */
export function TaskProgress({ task }: { readonly task: Task }) {
  const phase = task.phase.value;
  switch (phase.name) {
    case 'looking':
      return <Bar label={t('task.looking')} fraction={undefined} />;
    case 'choosing':
      return null;
    case 'waiting':
      return <Working task={task} label={t('task.waiting')} fraction={undefined} />;
    case 'uploading':
      return <Working task={task} label={t('task.uploading')} fraction={phase.fraction} />;
    case 'converting':
      return <Working task={task} label={t('task.converting')} fraction={phase.fraction} />;
    case 'done':
      return <Result result={phase.result} />;
    case 'failed':
      return <Failure task={task} problem={phase.problem} />;
    case 'cancelled':
      return (
        <Actions>
          <p role="status">{t('task.cancelled')}</p>
          <Retry task={task} />
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
  readonly task: Task;
  readonly label: string;
  readonly fraction: number | undefined;
}

function Working({ task, label, fraction }: WorkingProps) {
  return (
    <Actions>
      <Bar label={label} fraction={fraction} />
      <button type="button" class="button" onClick={() => task.cancel()}>
        {t('task.cancel')}
      </button>
    </Actions>
  );
}

function Result({ result }: { readonly result: Finished }) {
  return (
    <>
      <Actions>
        <DownloadLink
          url={result.downloadUrl}
          text={t('task.download', {
            format: result.files ? 'ZIP' : result.targetFormat,
            size: formatBytes(locale.value, result.fileSize ?? 0),
          })}
        />
        <Remaining until={result.expiresAt} />
      </Actions>
      {result.warnings?.map(({ code, message }) => (
        <p key={code} class="warning" dir="auto">
          {message}
        </p>
      ))}
      <details class="report-details">
        <summary>{t('report.title')}</summary>
        <Report of={result} />
      </details>
    </>
  );
}

function Failure({ task, problem }: { readonly task: Task; readonly problem: Problem }) {
  const canAccept = problem.code === 'loss_not_allowed';
  // A failure that came later than the answer has no details: its message has named the loss all the same.
  const { allowLoss = 'any' } = problem.details as { readonly allowLoss?: readonly string[] | 'any' };
  return (
    <>
      <ProblemText problem={problem} />
      <Actions>
        {canAccept && (
          <button
            type="button"
            class="button"
            onClick={() => {
              task.acceptLoss(allowLoss);
              convertTask(task);
            }}
          >
            {t('task.acceptLoss')}
          </button>
        )}
        {problem.retryable && <Retry task={task} />}
      </Actions>
    </>
  );
}

/** Begins again where it has stopped. */
function Retry({ task }: { readonly task: Task }) {
  const retry = (): void => {
    if (task.target.value) convertTask(task);
    else void task.look();
  };
  return (
    <button type="button" class="button" onClick={retry}>
      <RetryIcon /> {t('task.retry')}
    </button>
  );
}
