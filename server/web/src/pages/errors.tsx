import type { ErrorEntry } from '../docs/interface.ts';
import { loadInterface } from '../docs/load.ts';
import { Text } from '../docs/text.tsx';
import { t } from '../i18n/index.ts';
import { isTranslated, said } from '../i18n/said.ts';
import { ShowLoaded, useLoaded } from '../shell/loaded.tsx';
import { showPage } from '../shell/page.tsx';
import { useHash } from '../shell/scroll-to-hash.ts';

function ErrorsPage() {
  const loaded = useLoaded(loadInterface);
  return (
    <>
      <div class="hero compact">
        <h1>{t('errors.title')}</h1>
        <p class="lead">{t('errors.lead')}</p>
        <p>
          <a href="/docs">{t('errors.back')}</a>
        </p>
      </div>
      <ShowLoaded loaded={loaded}>{(document) => <ErrorList errors={document['x-errors']} />}</ShowLoaded>
    </>
  );
}

/** Each code under its own anchor. Failures of the API link to it. */
function ErrorList({ errors }: { readonly errors: Readonly<Record<string, ErrorEntry>> }) {
  useHash();
  return (
    <ul class="errors">
      {Object.entries(errors)
        .sort(([, a], [, b]) => a.status - b.status)
        .map(([code, { status, retryable, meaning }]) => (
          <li key={code} id={code} class="card">
            <h2>
              <a href={`#${code}`}>
                <code>{code}</code>
              </a>{' '}
              <span class="method">{status}</span>
            </h2>
            {isTranslated(`error.${code}`) && <p>{said(`error.${code}`, '')}</p>}
            <p lang="en" dir="ltr">
              <Text>{meaning}</Text>
            </p>
            {retryable && <p class="by">{t('errors.retryable')}</p>}
          </li>
        ))}
    </ul>
  );
}

void showPage({ place: 'docs', title: 'title.errors', isPublic: true, children: <ErrorsPage /> });
