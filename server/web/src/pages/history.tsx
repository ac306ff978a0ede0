import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/index.ts';
import { type Conversion, ConversionList } from '../report/conversion-list.tsx';
import { ShowLoaded, useLoaded } from '../shell/loaded.tsx';
import { showPage } from '../shell/page.tsx';
import { type Problem, problemOf, ProblemText } from '../shell/problem.tsx';
import { service } from '../shell/service.ts';

const REFRESH_MS = 10_000;
const PAGE = 20;
/** Pause in typing after which the service is asked. */
const TYPING_MS = 250;

function HistoryPage() {
  const query = useSignal('');
  const search = useSignal('');
  useEffect(() => {
    const timer = setTimeout(() => (search.value = query.value.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [query.value]);
  return (
    <>
      <div class="hero compact">
        <h1>{t('history.title')}</h1>
        <p class="lead">{t('history.lead')}</p>
      </div>
      <input
        type="search"
        class="history-search"
        aria-label={t('history.search')}
        placeholder={t('history.search')}
        value={query.value}
        onInput={({ currentTarget }) => (query.value = currentTarget.value)}
      />
      <Found key={search.value} search={search.value} />
    </>
  );
}

/** The conversions that a search finds, or all; page by page. */
function Found({ search }: { readonly search: string }) {
  const ask = (before?: string): Promise<readonly Conversion[]> =>
    service.conversions({ limit: PAGE, ...(search !== '' && { search }), ...(before !== undefined && { before }) });
  const loaded = useLoaded(() => ask(), REFRESH_MS);
  const older = useSignal<readonly Conversion[]>([]);
  const problem = useSignal<Problem | undefined>(undefined);
  const isEnd = useSignal(false);
  const more = async (before: string): Promise<void> => {
    try {
      const page = await ask(before);
      older.value = [...older.value, ...page];
      isEnd.value = page.length < PAGE;
      problem.value = undefined;
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  return (
    <ShowLoaded loaded={loaded}>
      {(newest) => {
        const known = new Set(newest.map(({ conversionId }) => conversionId));
        const all = [...newest, ...older.value.filter(({ conversionId }) => !known.has(conversionId))];
        const last = all.at(-1);
        if (!last)
          return (
            <p class="empty" role="status">
              {search === '' ? t('history.empty') : t('history.nothing', { search })}{' '}
              {search === '' && <a href="/">{t('history.begin')}</a>}
            </p>
          );
        return (
          <>
            <ConversionList conversions={all} heading="h2" onChange={loaded.reload} />
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
  );
}

void showPage({ place: 'history', title: 'title.history', children: <HistoryPage /> });
