import { signal } from '@preact/signals';
import { t } from '../i18n/index.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { type CallExample, EXAMPLES } from './examples.ts';

type Language = keyof typeof EXAMPLES;
const LANGUAGES = Object.keys(EXAMPLES) as Language[];

/** The language is chosen once for the whole page. */
const language = signal<Language>('curl');

/** A call in curl, Node's fetch and Python. */
export function ExampleTabs({ id, call }: { readonly id: string; readonly call: CallExample }) {
  const text = EXAMPLES[language.value](call);
  return (
    <div class="examples">
      <fieldset class="tabs">
        <legend class="hidden">{t('docs.language')}</legend>
        {LANGUAGES.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={`language-${id}`}
              checked={each === language.value}
              onChange={() => (language.value = each)}
            />
            {each}
          </label>
        ))}
      </fieldset>
      <div class="code">
        <pre dir="ltr" tabindex={0} role="region" aria-label={t('docs.example', { language: language.value, id })}>
          <code>{text}</code>
        </pre>
        <CopyButton text={text} />
      </div>
    </div>
  );
}
