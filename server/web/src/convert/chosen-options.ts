import { computed, type ReadonlySignal, signal } from '@preact/signals';
import {
  entriesOf,
  isValidEntry,
  type JsonSchema,
  type OptionEntries,
  optionFields,
  optionValues,
  type OptionValues,
} from './option-fields.ts';

/** What somebody has entered for the options of a conversion. It stays when another target has the same options. */
export class ChosenOptions {
  readonly entries = signal<OptionEntries>({});
  readonly fields;
  readonly isValid = computed(() =>
    this.fields.value.every((field) => isValidEntry(field, this.entries.value[field.id])),
  );

  constructor(schema: ReadonlySignal<JsonSchema>) {
    this.fields = computed(() => optionFields(schema.value));
  }

  set(fieldId: string, entry: string | true | undefined): void {
    const { [fieldId]: _, ...others } = this.entries.value;
    this.entries.value = entry === undefined ? others : { ...others, [fieldId]: entry };
  }

  /** Takes the values of a preset. */
  setAll(values: OptionValues): void {
    this.entries.value = entriesOf(values);
  }

  values(): OptionValues {
    return optionValues(this.fields.value, this.entries.value);
  }
}
