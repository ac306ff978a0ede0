import { named, t } from '../i18n/index.ts';
import { humanName, isValidEntry, type OptionField } from './option-fields.ts';
import type { Work } from './work.ts';

/** The options of the chosen conversion. All of them are optional. */
export function OptionsForm({ work }: { readonly work: Work }) {
  const fields = work.fields.value;
  if (fields.length === 0) return null;
  const set = Object.keys(work.entries.value).filter((id) => fields.some((field) => field.id === id)).length;
  return (
    <details class="options">
      <summary>
        {t('options.title')} <span class="count">{set > 0 ? t('options.set', { count: set }) : fields.length}</span>
      </summary>
      <div class="option-fields">
        {fields.map((field) => (
          <Option key={field.id} field={field} work={work} />
        ))}
      </div>
    </details>
  );
}

function Option({ field, work }: { readonly field: OptionField; readonly work: Work }) {
  const { id, kind, unit } = field;
  const inputId = `${work.id}-${id}`;
  const isValid = isValidEntry(field, work.entries.value[id]);
  return (
    <div class={`option option-${kind}`}>
      <label for={inputId}>
        {named('option', id, humanName(id))}
        {unit && <span class="unit"> {unit}</span>}
      </label>
      <OptionInput {...{ field, work, inputId, isValid }} />
      <Help id={`${inputId}-help`} of={field} />
      {!isValid && (
        <small class="invalid" id={`${inputId}-problem`} role="alert">
          {invalidText(field)}
        </small>
      )}
    </div>
  );
}

/** Description of the option; in English where no catalogue has it. */
function Help({ id, of: { id: option, help } }: { readonly id: string; readonly of: OptionField }) {
  const text = named('help', option, '');
  if (text !== '') return <small id={id}>{text}</small>;
  return (
    <small id={id} lang="en" dir="ltr">
      {help}
    </small>
  );
}

interface OptionInputProps {
  readonly field: OptionField;
  readonly work: Work;
  readonly inputId: string;
  readonly isValid: boolean;
}

function OptionInput({ field: { id, kind, choices, min, max }, work, inputId, isValid }: OptionInputProps) {
  const entry = work.entries.value[id];
  const common = {
    id: inputId,
    'aria-describedby': isValid ? `${inputId}-help` : `${inputId}-help ${inputId}-problem`,
    'aria-invalid': !isValid,
  };
  const value = entry === true ? '' : (entry ?? '');
  const set = (text: string): void => work.setEntry(id, text === '' ? undefined : text);
  if (kind === 'boolean') {
    return (
      <input
        {...common}
        type="checkbox"
        checked={entry === true}
        onChange={({ currentTarget }) => work.setEntry(id, currentTarget.checked || undefined)}
      />
    );
  }
  if (kind === 'choice') {
    return (
      <select {...common} value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
        <option value="">{t('options.automatic')}</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  const typed = {
    ...common,
    dir: 'ltr',
    value,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      set(currentTarget.value),
  } as const;
  if (kind === 'lines') return <textarea {...typed} rows={4} />;
  if (kind === 'secret') return <input {...typed} type="password" autocomplete="new-password" />;
  const isNumber = kind === 'number' && min !== undefined && max !== undefined;
  return (
    <input
      {...typed}
      type="text"
      autocomplete="off"
      inputMode={isNumber ? 'decimal' : undefined}
      placeholder={isNumber ? `${min}–${max}` : undefined}
    />
  );
}

function invalidText({ kind, min, max }: OptionField): string {
  const isNumeric = (kind === 'number' || kind === 'numbers') && min !== undefined && max !== undefined;
  return isNumeric ? t('options.outOfRange', { min, max }) : t('options.malformed');
}
