import { signal } from '@preact/signals';
import { t } from '../i18n/index.ts';

/** The visitor's own key, as long as the page is open. */
export const ownKey = signal('');

/** The example with the visitor's key in place of the one that stands for it. */
export function withOwnKey(example: string): string {
  const key = ownKey.value.trim();
  return key === '' ? example : example.replaceAll('$KEY', key).replaceAll('ath_live_…', key);
}

export function OwnKeyField() {
  return (
    <p class="own-key">
      <label for="own-key">{t('docs.ownKey')}</label>
      <input
        id="own-key"
        type="password"
        autocomplete="off"
        dir="ltr"
        placeholder="ath_live_…"
        aria-describedby="own-key-hint"
        value={ownKey.value}
        onInput={({ currentTarget }) => (ownKey.value = currentTarget.value)}
      />
      <small id="own-key-hint">{t('docs.ownKeyHint')}</small>
    </p>
  );
}
