import { t } from '../i18n/index.ts';
import { ConversionList } from '../report/conversion-list.tsx';
import { ShowLoaded, useLoaded } from '../shell/loaded.tsx';
import { service } from '../shell/service.ts';

const SHOWN = 5;

/** The last conversions of the account; all of them are in the history. */
export function Conversions() {
  const loaded = useLoaded(() => service.conversions({ limit: SHOWN }));
  return (
    <section class="card whole" aria-labelledby="conversions">
      <h2 id="conversions">{t('conversions.title')}</h2>
      <ShowLoaded loaded={loaded}>
        {(newest) =>
          newest.length === 0 ? (
            <p class="empty">{t('conversions.none')}</p>
          ) : (
            <>
              <ConversionList conversions={newest} heading="h3" onChange={loaded.reload} />
              <p>
                <a href="/history">{t('conversions.all')}</a>
              </p>
            </>
          )
        }
      </ShowLoaded>
    </section>
  );
}
