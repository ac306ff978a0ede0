import { useSignal } from '@preact/signals';
import { locale, t } from '../i18n/index.ts';
import { type Problem, problemOf, ProblemText } from '../shell/problem.tsx';
import { ShowLoaded, useLoaded } from '../shell/loaded.tsx';
import { service } from '../shell/service.ts';
import type { KeyRights } from '../../../client/index.ts';
import { KeyRightsFields } from './key-rights.tsx';
import { KeyTable } from './key-table.tsx';
import { NewKey } from './new-key.tsx';

export type KeyList = Awaited<ReturnType<typeof service.keys>>;

/** The account's API keys: create, show once, rename and deactivate. */
export function Keys() {
  const loaded = useLoaded(() => service.keys());
  const created = useSignal<string | undefined>(undefined);
  return (
    <section class="card" aria-labelledby="keys">
      <h2 id="keys">{t('keys.title')}</h2>
      <p class="lead">{t('keys.lead')}</p>
      <ShowLoaded loaded={loaded}>
        {(list) => (
          <>
            <KeyCount list={list} />
            <CreateKey
              isFull={list.active >= list.limit}
              onCreate={(key) => {
                created.value = key;
                loaded.reload();
              }}
            />
            {created.value && <NewKey secret={created.value} onDone={() => (created.value = undefined)} />}
            <KeyTable keys={list.keys.filter(({ active }) => active)} onChange={loaded.replace} />
            <EndedKeys list={list} />
          </>
        )}
      </ShowLoaded>
    </section>
  );
}

function KeyCount({ list: { active, limit } }: { readonly list: KeyList }) {
  return (
    <p class="key-count">
      <meter min={0} max={limit} value={active} aria-label={t('keys.title')} />
      <strong>{t('keys.count', { active, limit })}</strong>
    </p>
  );
}

interface CreateKeyProps {
  readonly isFull: boolean;
  readonly onCreate: (key: string) => void;
}

function CreateKey({ isFull, onCreate }: CreateKeyProps) {
  const name = useSignal('');
  const rights = useSignal<KeyRights>({});
  const problem = useSignal<Problem | undefined>(undefined);
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const { key } = await service.createKey(name.value, rights.value);
      problem.value = undefined;
      name.value = '';
      rights.value = {};
      onCreate(key);
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  return (
    <form class="inline-form" onSubmit={(event) => void create(event)}>
      <label for="key-name">{t('keys.name')}</label>
      <input
        id="key-name"
        required
        maxLength={100}
        autocomplete="off"
        placeholder={t('keys.namePlaceholder')}
        value={name.value}
        onInput={({ currentTarget }) => (name.value = currentTarget.value)}
      />
      <button class="button primary" disabled={isFull}>
        {t('keys.create')}
      </button>
      <KeyRightsFields rights={rights} />
      {isFull && <p role="status">{t('keys.full')}</p>}
      {problem.value && <ProblemText problem={problem.value} />}
    </form>
  );
}

function EndedKeys({ list }: { readonly list: KeyList }) {
  const ended = list.keys.filter(({ active }) => !active);
  if (ended.length === 0) return null;
  return (
    <details class="ended-keys">
      <summary>{t('keys.ended', { count: ended.length })}</summary>
      <ul>
        {ended.map(({ id, name, prefix, createdAt }) => (
          <li key={id}>
            <bdi>{name}</bdi> <code>{prefix}…</code>{' '}
            {new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium' }).format(Date.parse(createdAt))}
          </li>
        ))}
      </ul>
    </details>
  );
}
