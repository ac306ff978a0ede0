import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { locale, t } from '../i18n/index.ts';
import { formatAgo } from '../i18n/quantities.ts';
import { clock } from '../shell/clock.ts';
import { PenIcon } from '../shell/icons.tsx';
import { type Problem, problemOf, ProblemText } from '../shell/problem.tsx';
import { service } from '../shell/service.ts';
import type { KeyList } from './keys.tsx';

type Key = KeyList['keys'][number];

interface KeyTableProps {
  readonly keys: readonly Key[];
  /** Receives all keys after a change. */
  readonly onChange: (list: KeyList) => void;
}

export function KeyTable({ keys, onChange }: KeyTableProps) {
  const problem = useSignal<Problem | undefined>(undefined);
  const change = async (call: Promise<KeyList>): Promise<void> => {
    try {
      onChange(await call);
      problem.value = undefined;
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  if (keys.length === 0) return <p class="empty">{t('keys.none')}</p>;
  return (
    <>
      {problem.value && <ProblemText problem={problem.value} />}
      <ul class="keys">
        {keys.map((key) => (
          <KeyRow key={key.id} of={key} change={change} />
        ))}
      </ul>
    </>
  );
}

interface KeyRowProps {
  readonly of: Key;
  readonly change: (call: Promise<KeyList>) => Promise<void>;
}

function KeyRow({ of: key, change }: KeyRowProps) {
  const { id, name, prefix, lastUsedAt } = key;
  const isRenaming = useSignal(false);
  const isEnding = useSignal(false);
  const lastUse =
    lastUsedAt === null
      ? t('keys.neverUsed')
      : t('keys.lastUsed', { ago: formatAgo(locale.value, Date.parse(lastUsedAt), clock.value) });
  return (
    <li>
      {isRenaming.value ? (
        <Rename
          name={name}
          onCancel={() => (isRenaming.value = false)}
          onRename={(changed) => void change(service.renameKey(id, changed)).then(() => (isRenaming.value = false))}
        />
      ) : (
        <div class="key-name">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span>
            <code dir="ltr">{prefix}…</code> {[lastUse, ...rightsOf(key)].join(' · ')}
          </span>
        </div>
      )}
      <div class="key-actions">
        <button
          type="button"
          class="button quiet"
          aria-label={t('keys.renameThis', { name })}
          onClick={() => (isRenaming.value = true)}
        >
          <PenIcon /> {t('keys.rename')}
        </button>
        <button
          type="button"
          class="button quiet danger"
          aria-label={t('keys.deactivateThis', { name })}
          onClick={() => (isEnding.value = true)}
        >
          {t('keys.deactivate')}
        </button>
      </div>
      {isEnding.value && (
        <ConfirmEnd
          name={name}
          onClose={() => (isEnding.value = false)}
          onConfirm={() => void change(service.deactivateKey(id))}
        />
      )}
    </li>
  );
}

/** How the key is limited, in words. */
function rightsOf({ scopes, monthlyLimit, usedThisMonth = 0, expiresAt }: Key): string[] {
  const [only, ...others] = scopes;
  return [
    ...(only && others.length === 0 ? [t(`keys.use.${only}`)] : []),
    ...(monthlyLimit === null ? [] : [t('keys.used', { used: usedThisMonth, limit: monthlyLimit })]),
    ...(expiresAt === null ? [] : [t('keys.ends', { date: dateOf(expiresAt) })]),
  ];
}

function dateOf(time: string): string {
  return new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium' }).format(Date.parse(time));
}

interface RenameProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
  readonly onCancel: () => void;
}

function Rename({ name, onRename, onCancel }: RenameProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        onRename(input.current!.value);
      }}
      onKeyDown={({ key }) => key === 'Escape' && onCancel()}
    >
      <input ref={input} aria-label={t('keys.newName')} defaultValue={name} required maxLength={100} />
      <button class="button">{t('keys.save')}</button>
    </form>
  );
}

interface ConfirmEndProps {
  readonly name: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation, because a deactivated key cannot be reactivated. */
function ConfirmEnd({ name, onConfirm, onClose }: ConfirmEndProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="end-key" onClose={onClose}>
      <h3 id="end-key">{t('keys.endTitle', { name })}</h3>
      <p>{t('keys.endText')}</p>
      <form method="dialog" class="dialog-actions">
        <button class="button">{t('keys.keep')}</button>
        <button class="button danger" onClick={onConfirm}>
          {t('keys.deactivate')}
        </button>
      </form>
    </dialog>
  );
}
