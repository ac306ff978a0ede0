import { useSignal } from '@preact/signals';
import { locale, t } from '../i18n/index.ts';
import { formatAgo, formatBytes, formatDuration, formatMoment } from '../i18n/quantities.ts';
import { clock } from '../shell/clock.ts';
import { TrashIcon } from '../shell/icons.tsx';
import { type Problem, problemOf, ProblemText } from '../shell/problem.tsx';
import { service } from '../shell/service.ts';
import { DownloadLink } from './download-link.tsx';
import { Remaining } from './remaining.tsx';
import { Report } from './report.tsx';

export type Conversion = Awaited<ReturnType<typeof service.conversion>>;

interface ConversionListProps {
  readonly conversions: readonly Conversion[];
  /** Level of each heading. */
  readonly heading: 'h2' | 'h3';
  /** Called after one of them was cancelled or erased. */
  readonly onChange: () => void;
}

/** Conversions of the account with their results, reports and errors. */
export function ConversionList({ conversions, heading, onChange }: ConversionListProps) {
  return (
    <ul class="conversions card">
      {conversions.map((conversion) => (
        <ConversionItem key={conversion.conversionId} {...{ conversion, heading, onChange }} />
      ))}
    </ul>
  );
}

interface ConversionItemProps extends Pick<ConversionListProps, 'heading' | 'onChange'> {
  readonly conversion: Conversion;
}

function ConversionItem({ conversion, heading: Heading, onChange }: ConversionItemProps) {
  const { sourceFormat, targetFormat, status, createdAt, downloadUrl, report, error } = conversion;
  const created = Date.parse(createdAt);
  const isOver = conversion.expiresAt !== undefined && Date.parse(conversion.expiresAt) <= clock.value;
  const { downloadName, uploadName } = conversion;
  const title = downloadName ?? uploadName ?? t('conversion.title', { from: sourceFormat, to: targetFormat });
  return (
    <li class={`conversion conversion-${status}`}>
      <div class="conversion-head">
        <div>
          <Heading>
            <bdi>{title}</bdi>
          </Heading>
          <p>
            <span class="pair" dir="ltr">
              {sourceFormat} → {targetFormat}
            </span>{' '}
            <Facts conversion={conversion} />{' '}
            <time datetime={createdAt} title={formatMoment(locale.value, created)}>
              {formatAgo(locale.value, created, clock.value)}
            </time>
          </p>
        </div>
        <span class={`status status-${isOver ? 'expired' : status}`}>{t(`status.${isOver ? 'expired' : status}`)}</span>
      </div>
      {error && <ProblemText problem={error} />}
      <div class="task-actions">
        {downloadUrl && !isOver && (
          <>
            <DownloadLink url={downloadUrl} text={t('conversion.download')} />
            <Remaining until={conversion.expiresAt} />
          </>
        )}
        {(status === 'running' || (downloadUrl && !isOver)) && <Erase {...{ conversion, title, onChange }} />}
        {report && (
          <details class="report-details">
            <summary>{t('report.title')}</summary>
            <Report of={conversion} />
          </details>
        )}
      </div>
    </li>
  );
}

function Facts({ conversion: { fileSize, durationMs } }: { readonly conversion: Conversion }) {
  if (fileSize === undefined || durationMs === undefined) return null;
  return (
    <>
      ·{' '}
      {t('conversion.facts', {
        size: formatBytes(locale.value, fileSize),
        time: formatDuration(locale.value, durationMs),
      })}{' '}
      ·
    </>
  );
}

interface EraseProps {
  readonly conversion: Conversion;
  readonly title: string;
  readonly onChange: () => void;
}

function Erase({ conversion: { conversionId, status }, title, onChange }: EraseProps) {
  const problem = useSignal<Problem | undefined>(undefined);
  const isRunning = status === 'running';
  const erase = (): Promise<void> =>
    service.erase(conversionId).then(onChange, (error: unknown) => {
      problem.value = problemOf(error);
    });
  return (
    <>
      <button
        type="button"
        class="button quiet"
        aria-label={t(isRunning ? 'conversion.cancelThis' : 'conversion.eraseThis', { name: title })}
        onClick={() => void erase()}
      >
        <TrashIcon /> {t(isRunning ? 'task.cancel' : 'conversion.erase')}
      </button>
      {problem.value && <ProblemText problem={problem.value} />}
    </>
  );
}
