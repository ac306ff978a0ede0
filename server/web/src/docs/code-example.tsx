import { t } from '../i18n/index.ts';
import { CopyButton } from '../shell/copy-button.tsx';

interface CodeExampleProps {
  readonly text: string;
  readonly language: string;
  /** The call that it shows. */
  readonly id: string;
}

/** Code that can be copied. */
export function CodeExample({ text, language, id }: CodeExampleProps) {
  return (
    <div class="code">
      <pre dir="ltr" tabindex={0} role="region" aria-label={t('docs.example', { language, id })}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
