import { locale, t } from '../i18n/index.ts';
import { formatDay } from '../i18n/quantities.ts';
import { type DayUsage, scaleEnd } from './usage-days.ts';

const WIDTH = 620;
const HEIGHT = 160;
const BASE = 132;
const TOP = 16;

/** Conversions per day as bars, and as a table for screen readers. */
export function UsageChart({ days }: { readonly days: readonly DayUsage[] }) {
  const end = scaleEnd(days.map(({ api, web }) => api + web));
  const step = WIDTH / days.length;
  const heightOf = (count: number): number => (count / end) * (BASE - TOP);
  return (
    <figure class="usage-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('usage.chart')} direction="ltr">
        {[0, 0.5, 1].map((part) => (
          <line
            key={part}
            class="grid"
            x1="0"
            x2={WIDTH}
            y1={BASE - part * (BASE - TOP)}
            y2={BASE - part * (BASE - TOP)}
          />
        ))}
        <text x="0" y={TOP - 4}>
          {new Intl.NumberFormat(locale.value).format(end)}
        </text>
        {days.map(({ day, api, web }, index) => {
          const x = index * step + step * 0.15;
          const width = step * 0.7;
          return (
            <g key={day}>
              <title>{`${dayText(day)}: ${t('usage.day', { api, web })}`}</title>
              <rect class="hit" x={index * step} y={TOP} width={step} height={BASE - TOP} />
              <rect class="bar-api" x={x} width={width} y={BASE - heightOf(api)} height={heightOf(api)} rx="1.500" />
              <rect
                class="bar-web"
                x={x}
                width={width}
                y={BASE - heightOf(api + web)}
                height={heightOf(web)}
                rx="1.500"
              />
              {(index === 0 || (index + 1) % 5 === 0) && (
                <text x={x + width / 2} y={BASE + 18} text-anchor="middle">
                  {new Intl.NumberFormat(locale.value).format(index + 1)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
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
