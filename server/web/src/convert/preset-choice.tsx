import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/index.ts';
import { session } from '../shell/session.tsx';
import { loadPresets, presets, usePreset } from './presets.ts';

/** Fills in a saved conversion for all listed files. Nothing where none is saved. */
export function PresetChoice() {
  const said = useSignal('');
  const isSignedIn = session.value?.signedIn === true;
  useEffect(() => void loadPresets(), [isSignedIn]);
  const all = presets.value ?? [];
  if (all.length === 0) return null;
  const choose = (name: string): void => {
    const preset = all.find((one) => one.name === name);
    if (preset) said.value = t('preset.used', { name, count: usePreset(preset) });
  };
  return (
    <div class="preset-choice">
      <label>
        {t('preset.choose')}{' '}
        <select value="" onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="">{t('preset.none')}</option>
          {all.map(({ name, targetFormat, steps }) => (
            <option key={name} value={name}>
              {name} ({targetFormat?.toUpperCase() ?? t('preset.steps', { count: steps?.length ?? 0 })})
            </option>
          ))}
        </select>
      </label>
      <span role="status">{said.value}</span>
    </div>
  );
}
