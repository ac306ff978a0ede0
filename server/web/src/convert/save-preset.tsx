import { useSignal } from '@preact/signals';
import type { PresetSettings } from '../../../client/index.ts';
import { t } from '../i18n/index.ts';
import { type Problem, ProblemText } from '../shell/problem.tsx';
import { session } from '../shell/session.tsx';
import { presets, savePreset } from './presets.ts';

interface SavePresetProps {
  /** Distinguishes the forms of a page. */
  readonly id: string;
  readonly isReady: boolean;
  /** What is saved, without passwords. */
  readonly settings: () => PresetSettings;
}

/** Saves the choice under a name, for the website, the API and the command line. */
export function SavePreset({ id, isReady, settings }: SavePresetProps) {
  const name = useSignal('');
  const saved = useSignal('');
  const problem = useSignal<Problem | undefined>(undefined);
  if (!session.value?.signedIn) return null;
  const replaces = presets.value?.some((preset) => preset.name === name.value) === true;
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    problem.value = await savePreset(name.value, settings());
    saved.value = problem.value ? '' : name.value;
    if (!problem.value) name.value = '';
  };
  return (
    <details class="save-preset">
      <summary>{t('preset.save')}</summary>
      <form class="inline-form" onSubmit={(event) => void save(event)}>
        <label for={`${id}-preset`}>{t('preset.name')}</label>
        <input
          id={`${id}-preset`}
          required
          maxLength={64}
          pattern="[a-z0-9][a-z0-9._\-]*"
          title={t('preset.nameHint')}
          placeholder={t('preset.placeholder')}
          autocomplete="off"
          dir="ltr"
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
        <button class="button" disabled={!isReady}>
          {t(replaces ? 'preset.replace' : 'preset.saveNow')}
        </button>
        <small>{t('preset.nameHint')}</small>
        {saved.value && <p role="status">{t('preset.saved', { name: saved.value })}</p>}
        {problem.value && <ProblemText problem={problem.value} />}
      </form>
    </details>
  );
}
