import { optionText, t } from '../i18n/index.ts';
import { humanName, isValidEntry, type OptionField } from './option-fields.ts';
import type { ChosenOptions } from './chosen-options.ts';

interface OptionsFormProps {
  /** Distinguishes the forms of a page. */
  readonly id: string;
  readonly options: ChosenOptions;
}

/** The options of the chosen conversion. All of them are optional. */
export function OptionsForm({ id, options }: OptionsFormProps) {
  const fields = options.fields.value;
  if (fields.length === 0) return null;
  const set = Object.keys(options.entries.value).filter((name) => fields.some((field) => field.id === name)).length;
  return (
    <details class="options">
      <summary>
        {t('options.title')} <span class="count">{set > 0 ? t('options.set', { count: set }) : fields.length}</span>
      </summary>
      <div class="option-fields">
        {fields.map((field) => (
          <Option key={field.id} {...{ form: id, field, options }} />
        ))}
      </div>
    </details>
  );
}

interface OptionProps {
  readonly form: string;
  readonly field: OptionField;
  readonly options: ChosenOptions;
}

function Option({ form, field, options }: OptionProps) {
  const { id, kind, unit } = field;
  const inputId = `${form}-${id}`;
  const isValid = isValidEntry(field, options.entries.value[id]);
  return (
    <div class={`option option-${kind}`}>
      <label for={inputId}>
        {optionText('option', id, humanName(id))}
        {unit && <span class="unit"> {unit}</span>}
      </label>
      <OptionInput {...{ field, options, inputId, isValid }} />
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
  const text = optionText('help', option, '');
  if (text !== '') return <small id={id}>{text}</small>;
  return (
    <small id={id} lang="en" dir="ltr">
      {help}
    </small>
  );
}

interface OptionInputProps {
  readonly field: OptionField;
  readonly options: ChosenOptions;
  readonly inputId: string;
  readonly isValid: boolean;
}

function OptionInput({ field: { id, kind, choices, min, max }, options, inputId, isValid }: OptionInputProps) {
  const entry = options.entries.value[id];
  const common = {
    id: inputId,
    'aria-describedby': isValid ? `${inputId}-help` : `${inputId}-help ${inputId}-problem`,
    'aria-invalid': !isValid,
  };
  const value = entry === true ? '' : (entry ?? '');
  const set = (text: string): void => options.set(id, text === '' ? undefined : text);
  if (kind === 'boolean') {
    return (
      <input
        {...common}
        type="checkbox"
        checked={entry === true}
        onChange={({ currentTarget }) => options.set(id, currentTarget.checked || undefined)}
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
