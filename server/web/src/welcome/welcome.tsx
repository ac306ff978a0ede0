import { useRef } from 'preact/hooks';
import { CodeExample } from '../docs/code-example.tsx';
import { firstCall } from '../docs/examples.ts';
import { allFormats } from '../formats/catalogue.ts';
import { locale, named, t } from '../i18n/index.ts';
import { formatBytes } from '../i18n/quantities.ts';
import { DownloadIcon } from '../shell/icons.tsx';
import { Report } from '../report/report.tsx';
import { useLoaded } from '../shell/loaded.tsx';
import { session } from '../shell/session.tsx';
import { loadSample, type SampleReport } from './sample.ts';

/** Formats of a family that are named. */
const NAMED = 8;

/** What the service does, for visitors who have not signed in. */
export function Welcome() {
  const { value: sample } = useLoaded(loadSample);
  if (sample === undefined) return null;
  return (
    <div class="welcome">
      <Verified sample={sample} />
      <Formats />
      <Plans />
      <Programs />
    </div>
  );
}

/** What "verified" means, with the report of a real conversion. */
function Verified({ sample }: { readonly sample: SampleReport | null }) {
  return (
    <section aria-labelledby="verified">
      <h2 id="verified">{t('welcome.verified')}</h2>
      <p class="lead">{t('welcome.verifiedText')}</p>
      {sample && (
        <div class="card sample">
          <h3>{t('welcome.sample')}</h3>
          <p class="task-actions">
            <a class="button" href="/sample/letter.pdf" download>
              <DownloadIcon /> letter.pdf
            </a>
            <span aria-hidden="true" class="sample-arrow" />
            <a class="button" href="/sample/letter.docx" download>
              <DownloadIcon /> letter.docx
            </a>
          </p>
          <Report of={sample} isUnfolded />
        </div>
      )}
    </section>
  );
}

/** The list of all formats weighs a quarter of the page: it is loaded once somebody comes near it. */
function Formats() {
  const place = useRef<HTMLDivElement>(null);
  const { value: formats } = useLoaded(async () => {
    await nearness(place.current!);
    return allFormats();
  });
  return <div ref={place}>{formats && <Families formats={formats} />}</div>;
}

function Families({ formats }: { readonly formats: Awaited<ReturnType<typeof allFormats>> }) {
  const families = [...Map.groupBy(formats, ({ family }) => family)];
  return (
    <section aria-labelledby="formats">
      <h2 id="formats">{t('welcome.formats', { count: formats.length })}</h2>
      <dl class="families">
        {families.map(([family, those]) => (
          <div key={family}>
            <dt>{named('family', family)}</dt>
            <dd>
              <span dir="ltr">
                {those
                  .slice(0, NAMED)
                  .map(({ id }) => id.toUpperCase())
                  .join(' · ')}
              </span>{' '}
              {those.length > NAMED && t('welcome.more', { count: those.length - NAMED })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Waits until an element is half a screen away, or nearer. */
function nearness(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: '50% 0px' },
    );
    observer.observe(element);
  });
}

function Plans() {
  const { plans = [] } = session.value ?? {};
  if (plans.length === 0) return null;
  return (
    <section aria-labelledby="plans">
      <h2 id="plans">{t('welcome.plans')}</h2>
      <ul class="plans">
        {plans.map(({ name, monthlyConversions, maxFileBytes, maxConcurrent }) => (
          <li key={name} class="card">
            <h3>{name}</h3>
            <p class="plan-number">{new Intl.NumberFormat(locale.value).format(monthlyConversions)}</p>
            <p>{t('welcome.aMonth')}</p>
            <ul>
              <li>{t('welcome.fileSize', { size: formatBytes(locale.value, maxFileBytes) })}</li>
              {maxConcurrent !== undefined && <li>{t('welcome.atOnce', { count: maxConcurrent })}</li>}
            </ul>
          </li>
        ))}
      </ul>
      <p>{t('welcome.plansText')}</p>
    </section>
  );
}

/** The first call, with a file that this page offers. */
function Programs() {
  const call = firstCall(location.origin, '$KEY');
  return (
    <section aria-labelledby="programs">
      <h2 id="programs">{t('welcome.programs')}</h2>
      <p class="lead">{t('welcome.programsText')}</p>
      <CodeExample text={call} language="curl" id="convert" />
      <p class="task-actions">
        <a class="button primary" href="/sign-up">
          {t('session.signUp')}
        </a>
        <a class="button" href="/docs">
          {t('docs.title')}
        </a>
      </p>
    </section>
  );
}
