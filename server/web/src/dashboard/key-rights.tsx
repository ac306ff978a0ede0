import type { Signal } from '@preact/signals';
import type { KeyRights } from '../../../client/index.ts';
import { t } from '../i18n/index.ts';

const USES = ['all', 'convert', 'read'] as const;
/** Days after which a key may end. */
const DAYS = [30, 90, 365];
const DAY_MS = 86_400_000;

/** What a new key may do, how often, and for how long; nothing is limited until something is chosen. */
export function KeyRightsFields({ rights }: { readonly rights: Signal<KeyRights> }) {
  const { scopes, monthlyLimit, expiresAt } = rights.value;
  const change = (changed: { readonly [Name in keyof KeyRights]: KeyRights[Name] | undefined }): void => {
    const all = Object.entries({ ...rights.value, ...changed });
    rights.value = Object.fromEntries(all.filter(([, value]) => value !== undefined)) as KeyRights;
  };
  return (
    <details class="key-rights" open={scopes || monthlyLimit || expiresAt ? true : undefined}>
      <summary>{t('keys.limits')}</summary>
      <div class="key-rights-fields">
        <label>
          {t('keys.use')}
          <select
            value={scopes?.[0] ?? 'all'}
            onChange={({ currentTarget: { value } }) =>
              change({ scopes: value === 'convert' || value === 'read' ? [value] : undefined })
            }
          >
            {USES.map((use) => (
              <option key={use} value={use}>
                {t(`keys.use.${use}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('keys.monthlyLimit')}
          <input
            type="number"
            inputmode="numeric"
            min={1}
            max={1_000_000_000}
            placeholder={t('keys.unlimited')}
            value={monthlyLimit ?? ''}
            onInput={({ currentTarget: { valueAsNumber: value } }) =>
              change({ monthlyLimit: Number.isInteger(value) ? value : undefined })
            }
          />
        </label>
        <label>
          {t('keys.end')}
          <select
            value={expiresAt === undefined ? '' : String(Math.round((Date.parse(expiresAt) - Date.now()) / DAY_MS))}
            onChange={({ currentTarget: { value } }) =>
              change({
                expiresAt: value === '' ? undefined : new Date(Date.now() + Number(value) * DAY_MS).toISOString(),
              })
            }
          >
            <option value="">{t('keys.end.never')}</option>
            {DAYS.map((days) => (
              <option key={days} value={days}>
                {t('keys.end.days', { count: days })}
              </option>
            ))}
          </select>
        </label>
      </div>
    </details>
  );
}
