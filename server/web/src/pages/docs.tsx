import { CodeExample } from '../docs/code-example.tsx';
import { firstCall } from '../docs/examples.ts';
import { type OpenApi, operationsOf, sectionsOf } from '../docs/interface.ts';
import { loadInterface } from '../docs/load.ts';
import { OwnKeyField, withOwnKey } from '../docs/own-key.tsx';
import { OperationSection } from '../docs/operation.tsx';
import { t } from '../i18n/index.ts';
import { ShowLoaded, useLoaded } from '../shell/loaded.tsx';
import { showPage } from '../shell/page.tsx';
import { useHash } from '../shell/scroll-to-hash.ts';

function DocsPage() {
  const loaded = useLoaded(loadInterface);
  return (
    <>
      <div class="hero compact">
        <h1>{t('docs.title')}</h1>
        <p class="lead">{t('docs.lead')}</p>
      </div>
      <ShowLoaded loaded={loaded}>{(document) => <Interface document={document} />}</ShowLoaded>
    </>
  );
}

function Interface({ document }: { readonly document: OpenApi }) {
  useHash();
  const host = document.servers[0]?.url ?? location.origin;
  const sections = sectionsOf(operationsOf(document));
  const call = withOwnKey(firstCall(host, '$KEY'));
  return (
    <div class="docs">
      <nav class="contents" aria-label={t('docs.contents')}>
        <ul>
          {sections.map(({ id, operations }) => (
            <li key={id}>
              <a href={`#section-${id}`}>{t(`docs.section.${id}`)}</a>
              <ul>
                {operations.map((operation) => (
                  <li key={operation.id}>
                    <a href={`#${operation.id}`}>{operation.summary}</a>
                  </li>
                ))}
              </ul>
            </li>
          ))}
          <li>
            <a href="/docs/errors">{t('docs.allErrors')}</a>
          </li>
        </ul>
      </nav>
      <div>
        <section class="card" aria-labelledby="begin">
          <h2 id="begin">{t('docs.begin')}</h2>
          <p>
            {t('docs.beginText')} <a href="/dashboard">{t('place.dashboard')}</a>
          </p>
          <OwnKeyField />
          <CodeExample text={call} language="curl" id="begin" />
          <p>{t('docs.lifetime')}</p>
          <p>
            {t('docs.failures')} <a href="/docs/errors">{t('docs.allErrors')}</a> ·{' '}
            <a href="/openapi.json">OpenAPI {document.info.version}</a>
          </p>
        </section>
        {sections.map(({ id, operations }) => (
          <section key={id} id={`section-${id}`} aria-labelledby={`heading-${id}`}>
            <h2 id={`heading-${id}`}>{t(`docs.section.${id}`)}</h2>
            {operations.map((operation) => (
              <OperationSection key={operation.id} {...{ operation, host }} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

void showPage({ place: 'docs', title: 'title.docs', isPublic: true, children: <DocsPage /> });
