import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/index.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { firstCall } from '../docs/examples.ts';

/** Shows a new key once, with a first call that is ready to run. */
export function NewKey({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [secret]);
  const call = firstCall(location.origin, secret);
  return (
    <div class="new-key">
      <h3 ref={heading} tabindex={-1}>
        {t('keys.created')}
      </h3>
      <p>{t('keys.shownOnce')}</p>
      <div class="secret">
        <code data-testid="new-key">{secret}</code>
        <CopyButton text={secret} label={t('keys.copy')} />
      </div>
      <p>{t('keys.firstCall')}</p>
      <div class="code">
        <pre dir="ltr" tabindex={0} role="region" aria-label={t('keys.firstCall')}>
          <code>{call}</code>
        </pre>
        <CopyButton text={call} />
      </div>
      <button type="button" class="button" onClick={onDone}>
        {t('keys.done')}
      </button>
    </div>
  );
}
