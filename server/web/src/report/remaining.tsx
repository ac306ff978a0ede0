import { locale, t } from '../i18n/index.ts';
import { timeLeft } from '../i18n/quantities.ts';
import { clock } from '../shell/clock.ts';

/** How long results are kept. */
export const LIFETIME_MS = 3_600_000;

/** How long a result can still be downloaded, as text and as a shrinking ring. */
export function Remaining({ until }: { readonly until: string | undefined }) {
  if (until === undefined) return null;
  const left = timeLeft(locale.value, Date.parse(until), clock.value, LIFETIME_MS);
  if (!left) return <span class="remaining over">{t('remaining.over')}</span>;
  return (
    <span class="remaining">
      <svg viewBox="0 0 36 36" aria-hidden="true" focusable="false">
        <circle cx="18" cy="18" r="15.900" class="remaining-whole" />
        <circle cx="18" cy="18" r="15.900" class="remaining-part" stroke-dasharray={`${left.fraction * 100} 100`} />
      </svg>
      {t('remaining.left', { time: left.text })}
    </span>
  );
}
