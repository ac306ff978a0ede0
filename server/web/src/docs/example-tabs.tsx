import { signal, useSignal } from '@preact/signals';
import { t } from '../i18n/index.ts';
import { type Problem, problemOf, ProblemText } from '../shell/problem.tsx';
import { CodeExample } from './code-example.tsx';
import { type CallExample, EXAMPLES } from './examples.ts';
import { ownKey, withOwnKey } from './own-key.tsx';
import { isRunnable, type Ran, runExample } from './run-example.ts';

type Language = keyof typeof EXAMPLES;
const LANGUAGES = Object.keys(EXAMPLES) as Language[];

/** The language is chosen once for the whole page. */
const language = signal<Language>('curl');

interface ExampleTabsProps {
  readonly id: string;
  readonly call: CallExample;
}

/** A call in each language, with the visitor's key, and its answer. */
export function ExampleTabs({ id, call }: ExampleTabsProps) {
  const text = withOwnKey(EXAMPLES[language.value](call));
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
      <CodeExample text={text} language={language.value} id={id} />
      {isRunnable(id, call) && <Run id={id} call={call} />}
    </div>
  );
}

/** Makes the call from the page. */
function Run({ id, call }: ExampleTabsProps) {
  const ran = useSignal<Ran | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  const isRunning = useSignal(false);
  const run = async (): Promise<void> => {
    isRunning.value = true;
    problem.value = undefined;
    try {
      ran.value = await runExample(call, ownKey.value.trim());
    } catch (error) {
      problem.value = problemOf(error);
    }
    isRunning.value = false;
  };
  const isMissingKey = call.needsKey && ownKey.value.trim() === '';
  return (
    <>
      <p>
        <button
          type="button"
          class="button"
          disabled={isMissingKey || isRunning.value}
          aria-describedby={isMissingKey ? 'own-key-hint' : undefined}
          onClick={() => void run()}
        >
          {t('docs.run')}
        </button>
      </p>
      {problem.value && <ProblemText problem={problem.value} />}
      {ran.value && (
        <div role="status">
          <p>{t('docs.ran', { status: ran.value.status })}</p>
          <pre class="preview-text" dir="ltr" tabindex={0} role="region" aria-label={`${id}: ${ran.value.status}`}>
            {ran.value.text}
          </pre>
        </div>
      )}
    </>
  );
}
