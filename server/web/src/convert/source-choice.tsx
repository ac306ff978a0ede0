import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { allFormats } from '../formats/catalogue.ts';
import { formatName, t } from '../i18n/index.ts';
import type { Task } from './task.ts';

interface Choice {
  readonly id: string;
  readonly name: string;
}

/** Shown when the content does not identify the format, or fits several formats. */
export function SourceChoice({ task }: { readonly task: Task }) {
  const choices = useSignal<readonly Choice[]>([]);
  const { detection, source, phase } = task;
  const also = detection.value?.also ?? [];
  const isUnknown = phase.value.name === 'failed' && phase.value.problem.code === 'source_format_undetected';
  useEffect(() => {
    if (!isUnknown && also.length === 0) return;
    const wanted = isUnknown ? undefined : [detection.value!.format.toLowerCase(), ...also];
    allFormats().then(
      (all) => (choices.value = all.filter(({ id, read }) => read && (wanted?.includes(id) ?? true))),
      () => {},
    );
  }, [isUnknown, also.join()]);
  if (choices.value.length < 2) return null;
  const id = `${task.id}-source`;
  return (
    <p class="source-choice">
      <label for={id}>{t(isUnknown ? 'source.say' : 'source.readAs')}</label>{' '}
      <select
        id={id}
        value={source.value?.id ?? ''}
        onChange={({ currentTarget }) => void task.readAs(currentTarget.value)}
      >
        {!source.value && <option value="">{t('source.choose')}</option>}
        {choices.value.map((format) => (
          <option key={format.id} value={format.id}>
            {format.id.toUpperCase()} – {formatName(format)}
          </option>
        ))}
      </select>
    </p>
  );
}
