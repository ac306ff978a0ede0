import { useSignal } from '@preact/signals';
import { t } from '../i18n/index.ts';
import { type Conversion, ConversionList } from '../report/conversion-list.tsx';
import { ShowLoaded, useLoaded } from '../shell/loaded.tsx';
import { type Problem, problemOf, ProblemText } from '../shell/problem.tsx';
import { service } from '../shell/service.ts';

const PAGE = 10;

/** All conversions of the account, page by page, with route and outcome. */
export function Conversions() {
  const loaded = useLoaded(() => service.conversions({ limit: PAGE }));
  const older = useSignal<readonly Conversion[]>([]);
  const problem = useSignal<Problem | undefined>(undefined);
  const isEnd = useSignal(false);
  const more = async (before: string): Promise<void> => {
    try {
      const page = await service.conversions({ limit: PAGE, before });
      older.value = [...older.value, ...page];
      isEnd.value = page.length < PAGE;
      problem.value = undefined;
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  return (
    <section class="card" aria-labelledby="conversions">
      <h2 id="conversions">{t('conversions.title')}</h2>
      <ShowLoaded loaded={loaded}>
        {(newest) => {
          const all = [...newest, ...older.value];
          const last = all.at(-1);
          if (!last) return <p class="empty">{t('conversions.none')}</p>;
          return (
            <>
              <ConversionList conversions={all} heading="h3" onChange={loaded.reload} />
              {problem.value && <ProblemText problem={problem.value} />}
              {newest.length === PAGE && !isEnd.value && (
                <button type="button" class="button" onClick={() => void more(last.createdAt)}>
                  {t('conversions.older')}
                </button>
              )}
            </>
          );
        }}
      </ShowLoaded>
    </section>
  );
}
