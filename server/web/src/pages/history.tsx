import { t } from '../i18n/index.ts';
import { type Conversion, ConversionList } from '../report/conversion-list.tsx';
import { LIFETIME_MS } from '../report/remaining.tsx';
import { clock } from '../shell/clock.ts';
import { ShowLoaded, useLoaded } from '../shell/loaded.tsx';
import { showPage } from '../shell/page.tsx';
import { service } from '../shell/service.ts';

const REFRESH_MS = 10_000;
const LIMIT = 100;

function HistoryPage() {
  const loaded = useLoaded(() => service.conversions({ limit: LIMIT }), REFRESH_MS);
  return (
    <>
      <div class="hero compact">
        <h1>{t('history.title')}</h1>
        <p class="lead">{t('history.lead')}</p>
      </div>
      <ShowLoaded loaded={loaded}>
        {(conversions) => {
          const recent = conversions.filter(isOfLastHour);
          return recent.length > 0 ? (
            <ConversionList conversions={recent} heading="h2" onChange={loaded.reload} />
          ) : (
            <p class="empty">
              {t('history.empty')} <a href="/">{t('history.begin')}</a>
            </p>
          );
        }}
      </ShowLoaded>
    </>
  );
}

/** A result expires one hour after the end of its conversion, however long that took. */
function isOfLastHour({ createdAt, finishedAt }: Conversion): boolean {
  return clock.value - Date.parse(finishedAt ?? createdAt) < LIFETIME_MS;
}

void showPage({ place: 'history', title: 'title.history', children: <HistoryPage /> });
