import { useSignal } from '@preact/signals';
import type { Preset } from '../convert/presets.ts';
import { t } from '../i18n/index.ts';
import { TrashIcon } from '../shell/icons.tsx';
import { ShowLoaded, useLoaded } from '../shell/loaded.tsx';
import { type Problem, problemOf, ProblemText } from '../shell/problem.tsx';
import { service } from '../shell/service.ts';

/** The account's presets. They are made where files are converted, or by the API. */
export function Presets() {
  const loaded = useLoaded(() => service.presets());
  return (
    <section class="card" aria-labelledby="presets">
      <h2 id="presets">{t('presets.title')}</h2>
      <p class="lead">{t('presets.lead')}</p>
      <ShowLoaded loaded={loaded}>
        {({ presets }) =>
          presets.length === 0 ? (
            <p class="empty">{t('presets.none')}</p>
          ) : (
            <ul class="keys">
              {presets.map((preset) => (
                <PresetRow key={preset.name} preset={preset} onChange={loaded.reload} />
              ))}
            </ul>
          )
        }
      </ShowLoaded>
    </section>
  );
}

interface PresetRowProps {
  readonly preset: Preset;
  readonly onChange: () => void;
}

function PresetRow({ preset, onChange }: PresetRowProps) {
  const { name } = preset;
  const problem = useSignal<Problem | undefined>(undefined);
  const remove = (): Promise<void> =>
    service.deletePreset(name).then(onChange, (error: unknown) => void (problem.value = problemOf(error)));
  return (
    <li>
      <div class="key-name">
        <strong dir="ltr">{name}</strong>
        <span>{describe(preset)}</span>
        <code dir="ltr">-F preset={name}</code>
      </div>
      <button
        type="button"
        class="button quiet danger"
        aria-label={t('presets.deleteThis', { name })}
        onClick={() => void remove()}
      >
        <TrashIcon /> {t('presets.delete')}
      </button>
      {problem.value && <ProblemText problem={problem.value} />}
    </li>
  );
}

/** `Convert to PDF → Make smaller`, with the options of each. */
function describe({ targetFormat, options, steps }: Preset): string {
  const all = steps ?? [{ do: 'convert' as const, to: targetFormat, options }];
  return all
    .map((step) => {
      const values = Object.entries(step.options ?? {}).map(([option, value]) => `${option} ${String(value)}`);
      const what = [t(`chain.do.${step.do}`), step.to?.toUpperCase()].filter(Boolean).join(' ');
      return values.length > 0 ? `${what} (${values.join(', ')})` : what;
    })
    .join(' → ');
}
