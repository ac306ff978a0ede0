import type { HistoryView } from '../../../openapi/conversion-schemas.ts';
import { named, t } from '../i18n/index.ts';
import { isTranslated, said, saidDifference } from '../i18n/said.ts';
import { Loss } from '../convert/loss.tsx';
import { CheckIcon } from '../shell/icons.tsx';
import { Exact } from '../shell/problem.tsx';

type Reported = Pick<HistoryView, 'route' | 'report' | 'warnings' | 'files' | 'sha256'>;

interface ReportProps {
  readonly of: Reported;
  /** Whether it begins with everything in sight. */
  readonly isUnfolded?: boolean;
}

/** What is known about a result, in plain words; how it was made and checked is unfolded. */
export function Report({ of: { route = [], report, warnings = [], files, sha256 }, isUnfolded = false }: ReportProps) {
  if (!report) return null;
  return (
    <div class="report">
      <div class={`seal seal-${report.verified}`}>
        <p>
          <strong>{named('verified', report.verified)}</strong>
          {report.judge?.independent && <> {t('report.independent')}</>}
        </p>
        <Compared checks={report.checks} />
      </div>
      <Loss of={report} />
      <Differences of={report} />
      {warnings.length > 0 && (
        <ul class="warnings" aria-label={t('report.warnings')}>
          {warnings.map(({ code, message, details }, index) => (
            <li key={index} dir="auto">
              {said(`warning.${code}`, message, details)}
              {isTranslated(`warning.${code}`) && <Exact text={message} />}
            </li>
          ))}
        </ul>
      )}
      {files && <p>{t('report.files', { count: files.length })}</p>}
      <details open={isUnfolded}>
        <summary>{t('report.technical')}</summary>
        <p class="technical">
          <Route route={route} /> <span>{t('report.score', { score: Math.round(report.score) })}</span>
        </p>
        {report.checks.length > 0 && <Checks checks={report.checks} />}
        {sha256 && (
          <p class="fingerprint">
            SHA-256 <code>{sha256}</code>
          </p>
        )}
      </details>
    </div>
  );
}

type CheckList = NonNullable<Reported['report']>['checks'];

/** How many comparisons agree, and of what: each feature once. */
function Compared({ checks }: { readonly checks: CheckList }) {
  if (checks.length === 0) return null;
  const features = [
    ...Map.groupBy(
      checks.filter(({ feature }) => feature !== undefined),
      ({ feature }) => feature!,
    ),
  ];
  return (
    <>
      <p>{t('report.agree', { count: checks.length, agreed: checks.filter(({ ok }) => ok).length })}</p>
      {features.length > 0 && (
        <ul class="compared">
          {features.map(([feature, those]) => {
            const isOk = those.every(({ ok }) => ok);
            return (
              <li key={feature} class={isOk ? 'good' : 'noticed'}>
                {isOk ? <CheckIcon /> : '≠'} {named('feature', feature)}
                <span class="hidden">: {t(isOk ? 'report.ok' : 'report.differs')}</span>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

/** What differs between the file and its result, in words. */
export function Differences({
  of,
}: {
  readonly of: Pick<NonNullable<Reported['report']>, 'differences' | 'differencesBeyond'>;
}) {
  const { differences = [], differencesBeyond = 0 } = of;
  if (differences.length === 0) return null;
  return (
    <ul class="differences" aria-label={t('report.differences')}>
      {differences.map((difference, index) => (
        <li key={index} dir="auto">
          {saidDifference(difference)}
        </li>
      ))}
      {differencesBeyond > 0 && <li>{t('report.differencesBeyond', { count: differencesBeyond })}</li>}
    </ul>
  );
}

export function Route({ route }: { readonly route: NonNullable<Reported['route']> }) {
  if (route.length === 0) return null;
  return (
    <ol class="route" aria-label={t('report.route')} dir="ltr">
      <li>{route[0]!.from.toUpperCase()}</li>
      {route.map(({ codec, to }, index) => (
        <li key={index}>
          <span class="codec">{codec}</span> {to.toUpperCase()}
        </li>
      ))}
    </ol>
  );
}

function Checks({ checks }: { readonly checks: CheckList }) {
  return (
    <div class="table-frame" tabindex={0} role="region" aria-label={t('report.checks')}>
      <table class="checks">
        <thead>
          <tr>
            <th scope="col">{t('report.check')}</th>
            <th scope="col">{t('report.expected')}</th>
            <th scope="col">{t('report.found')}</th>
            <th scope="col">{t('report.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ name, expected, found, ok }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{expected}</td>
              <td>{found}</td>
              <td class={ok ? 'good' : 'noticed'}>{t(ok ? 'report.ok' : 'report.differs')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
