import { locale, t } from '../i18n/index.ts';
import { formatDay } from '../i18n/quantities.ts';
import { type DayUsage, scaleEnd } from './usage-days.ts';

/** Units of the drawing: its width is stretched to that of the page, and its text is not part of it. */
const HEIGHT = 100;
/** Width of a bar, of a day that is 10 wide. */
const BAR = 7;

/** Conversions per day as bars, and as a table for screen readers. */
export function UsageChart({ days }: { readonly days: readonly DayUsage[] }) {
  const end = scaleEnd(days.map(({ api, web }) => api + web));
  const heightOf = (count: number): number => (count / end) * HEIGHT;
  const number = new Intl.NumberFormat(locale.value);
  return (
    <figure class="usage-chart">
      <div class="chart" dir="ltr">
        <span class="chart-end">{number.format(end)}</span>
        <svg
          viewBox={`0 0 ${days.length * 10} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('usage.chart')}
        >
          {days.map(({ day, api, web }, index) => {
            const bar = { x: index * 10 + (10 - BAR) / 2, width: BAR };
            return (
              <g key={day}>
                <title>{`${dayText(day)}: ${t('usage.day', { api, web })}`}</title>
                <rect class="hit" x={index * 10} y="0" width="10" height={HEIGHT} />
                <rect class="bar-api" {...bar} y={HEIGHT - heightOf(api)} height={heightOf(api)} />
                <rect class="bar-web" {...bar} y={HEIGHT - heightOf(api + web)} height={heightOf(web)} />
              </g>
            );
          })}
        </svg>
        <ol class="chart-days" aria-hidden="true">
          {days.map(({ day }, index) => (
            <li key={day}>{(index === 0 || (index + 1) % 5 === 0) && <span>{number.format(index + 1)}</span>}</li>
          ))}
        </ol>
      </div>
      <figcaption>
        <span class="legend legend-api">{t('usage.api')}</span> <span class="legend legend-web">{t('usage.web')}</span>
      </figcaption>
      <details>
        <summary>{t('usage.table')}</summary>
        <UsageTable days={days.filter(({ api, web }) => api + web > 0)} />
      </details>
    </figure>
  );
}

function UsageTable({ days }: { readonly days: readonly DayUsage[] }) {
  if (days.length === 0) return <p>{t('usage.nothing')}</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('usage.date')}</th>
          <th scope="col">{t('usage.api')}</th>
          <th scope="col">{t('usage.web')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, api, web }) => (
          <tr key={day}>
            <th scope="row">{dayText(day)}</th>
            <td>{new Intl.NumberFormat(locale.value).format(api)}</td>
            <td>{new Intl.NumberFormat(locale.value).format(web)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function dayText(day: string): string {
  return formatDay(locale.value, Date.parse(`${day}T00:00:00Z`), 'UTC');
}
