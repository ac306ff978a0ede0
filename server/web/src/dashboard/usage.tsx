import { locale, t } from '../i18n/index.ts';
import { formatDay } from '../i18n/quantities.ts';
import { ShowLoaded, useLoaded } from '../shell/loaded.tsx';
import { service } from '../shell/service.ts';
import { UsageChart } from './usage-chart.tsx';
import { daysOfMonth } from './usage-days.ts';

/** Usage of this month, by day, and when the quota is renewed. */
export function Usage() {
  const loaded = useLoaded(() => service.usage({ by: 'day' }));
  return (
    <section class="card" aria-labelledby="usage">
      <h2 id="usage">{t('usage.title')}</h2>
      <ShowLoaded loaded={loaded}>
        {({ plan, period, used, limit, remaining, resetsAt, days = [] }) => (
          <>
            <p class="usage-sum">
              <strong>{new Intl.NumberFormat(locale.value).format(used)}</strong> {t('usage.of', { limit, remaining })}
            </p>
            <meter min={0} max={Math.max(1, limit)} value={used} aria-label={t('usage.title')} />
            {remaining === 0 && (
              <p class="notice" role="status">
                {t('usage.usedUp')}
              </p>
            )}
            <p>
              {t('usage.plan', { plan })}{' '}
              {t('usage.resets', { date: formatDay(locale.value, Date.parse(resetsAt), 'UTC') })}
            </p>
            <UsageChart days={daysOfMonth(period, days)} />
          </>
        )}
      </ShowLoaded>
    </section>
  );
}
