import type { HistoryView } from '../../../openapi/conversion-schemas.ts';
import { named, t } from '../i18n/index.ts';
import { lossText } from '../convert/target-picker.tsx';

type Reported = Pick<HistoryView, 'route' | 'report' | 'warnings' | 'files' | 'sha256'>;

/** How a result was made, and what is known about it. */
export function Report({ of: { route = [], report, warnings = [], files, sha256 } }: { readonly of: Reported }) {
  if (!report) return null;
  return (
    <div class="report">
      <p class={`seal seal-${report.verified}`}>
        {named('verified', report.verified)} <strong>{t('report.score', { score: Math.round(report.score) })}</strong>
      </p>
      <p>{lossText(report)}</p>
      <Differences of={report} />
      <Route route={route} />
      {warnings.length > 0 && (
        <ul class="warnings" aria-label={t('report.warnings')}>
          {warnings.map(({ code, message }, index) => (
            <li key={index} dir="auto">
              {message} <code>{code}</code>
            </li>
          ))}
        </ul>
      )}
      {report.checks.length > 0 && <Checks checks={report.checks} />}
      {files && <p>{t('report.files', { count: files.length })}</p>}
      {sha256 && (
        <p class="fingerprint">
          SHA-256 <code>{sha256}</code>
        </p>
      )}
    </div>
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
      {differences.map(({ message }, index) => (
        <li key={index} dir="auto">
          {message}
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

function Checks({ checks }: { readonly checks: NonNullable<Reported['report']>['checks'] }) {
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
              <td class={ok ? 'good' : 'bad'}>{t(ok ? 'report.ok' : 'report.differs')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
