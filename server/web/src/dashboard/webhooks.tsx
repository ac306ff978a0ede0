import { useSignal } from '@preact/signals';
import { locale, t } from '../i18n/index.ts';
import { formatAgo, formatMoment } from '../i18n/quantities.ts';
import { clock } from '../shell/clock.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { RetryIcon } from '../shell/icons.tsx';
import { ShowLoaded, useLoaded } from '../shell/loaded.tsx';
import { type Problem, problemOf, ProblemText } from '../shell/problem.tsx';
import { service } from '../shell/service.ts';

type Delivery = Awaited<ReturnType<typeof service.webhooks>>[number];

const REFRESH_MS = 10_000;
const SHOWN = 10;

/** Deliveries of webhooks, which can be sent again, and the secret by which they are checked. */
export function Webhooks() {
  const loaded = useLoaded(() => service.webhooks(), REFRESH_MS);
  return (
    <section class="card" aria-labelledby="webhooks">
      <h2 id="webhooks">{t('webhooks.title')}</h2>
      <p class="lead">{t('webhooks.lead')}</p>
      <Secret />
      <ShowLoaded loaded={loaded}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p class="empty">{t('webhooks.none')}</p>
          ) : (
            <ul class="keys">
              {deliveries.slice(0, SHOWN).map((delivery) => (
                <DeliveryRow key={delivery.conversionId} of={delivery} onChange={loaded.reload} />
              ))}
            </ul>
          )
        }
      </ShowLoaded>
    </section>
  );
}

/** Shown on request only. */
function Secret() {
  const secret = useSignal<string | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  const show = (): Promise<void> =>
    service.webhookSecret().then(
      (found) => void (secret.value = found),
      (error: unknown) => void (problem.value = problemOf(error)),
    );
  if (problem.value) return <ProblemText problem={problem.value} />;
  return secret.value === undefined ? (
    <p>
      <button type="button" class="button" onClick={() => void show()}>
        {t('webhooks.secret')}
      </button>
    </p>
  ) : (
    <div class="secret">
      <code dir="ltr">{secret.value}</code>
      <CopyButton text={secret.value} />
    </div>
  );
}

interface DeliveryRowProps {
  readonly of: Delivery;
  readonly onChange: () => void;
}

function DeliveryRow({ of, onChange }: DeliveryRowProps) {
  const { conversionId, url, state, attempts, createdAt, nextAt, lastStatus, lastError } = of;
  const problem = useSignal<Problem | undefined>(undefined);
  const replay = (): Promise<void> =>
    service.replayWebhook(conversionId).then(onChange, (error: unknown) => void (problem.value = problemOf(error)));
  const facts = [
    t('webhooks.attempts', { count: attempts }),
    ...(lastStatus === undefined ? [] : [`HTTP ${lastStatus}`]),
    formatAgo(locale.value, Date.parse(createdAt), clock.value),
    ...(nextAt === null ? [] : [t('webhooks.next', { time: formatMoment(locale.value, Date.parse(nextAt)) })]),
  ];
  return (
    <li>
      <div class="key-name">
        <code dir="ltr">{url}</code>
        <span>{facts.join(' · ')}</span>
        {lastError !== undefined && (
          <span dir="auto" lang="en">
            {lastError}
          </span>
        )}
      </div>
      <div class="key-actions">
        <span class={`status status-${STATUS[state]}`}>{t(`webhooks.state.${state}`)}</span>
        <button
          type="button"
          class="button quiet"
          aria-label={t('webhooks.replayThis', { url })}
          onClick={() => void replay()}
        >
          <RetryIcon /> {t('webhooks.replay')}
        </button>
      </div>
      {problem.value && <ProblemText problem={problem.value} />}
    </li>
  );
}

/** The colour of each state. */
const STATUS = { pending: 'running', delivered: 'succeeded', failed: 'failed' } as const;
