/** Builds form fields for the options of a conversion from their JSON Schema. */

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface OptionField {
  readonly id: string;
  readonly kind: 'number' | 'boolean' | 'choice' | 'numbers' | 'secret' | 'text' | 'lines';
  /** Description of the option, in English. */
  readonly help: string;
  readonly unit: string | undefined;
  readonly choices: readonly string[];
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly isInteger: boolean;
  readonly pattern: string | undefined;
  readonly maxLength: number | undefined;
}

/** Values of a form: the text of each field, `true` for a checked box. Absent and empty values are not sent. */
export type OptionEntries = Readonly<Record<string, string | true>>;

export type OptionValues = Readonly<Record<string, unknown>>;

/** Longer texts get a field with several lines. */
const LINES_FROM = 100_000;

const SECRETS: readonly string[] = ['password', 'encrypt', 'ownerPassword'];

/** Returns one field for each property of the schema, in its order. */
export function optionFields(schema: JsonSchema): OptionField[] {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.entries(properties).map(([id, property]) => fieldOf(id, property));
}

function fieldOf(id: string, property: JsonSchema): OptionField {
  const kind = kindOf(id, property);
  const numbers = kind === 'numbers' ? (property.items as JsonSchema) : property;
  return {
    ...{ id, kind },
    help: textOf(property.description) ?? '',
    unit: textOf(property['x-unit']),
    choices: Array.isArray(property.enum) ? property.enum.map(String) : [],
    min: numberOf(numbers.minimum),
    max: numberOf(numbers.maximum),
    isInteger: numbers.type === 'integer',
    pattern: textOf(property.pattern),
    maxLength: numberOf(property.maxLength),
  };
}

function kindOf(id: string, { type, enum: choices, maxLength }: JsonSchema): OptionField['kind'] {
  if (type === 'boolean') return 'boolean';
  if (type === 'array') return 'numbers';
  if (type === 'integer' || type === 'number') return 'number';
  if (Array.isArray(choices)) return 'choice';
  if (SECRETS.includes(id)) return 'secret';
  return Number(maxLength) >= LINES_FROM ? 'lines' : 'text';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Whether the text of a field is valid. An empty one always is. */
export function isValidEntry(field: OptionField, entry: string | true | undefined): boolean {
  if (entry === undefined || entry === true || entry.trim() === '') return true;
  if (field.kind === 'number') return isNumberWithin(field, entry);
  if (field.kind === 'numbers') return entry.split(',').every((part) => isNumberWithin(field, part));
  if (field.maxLength !== undefined && entry.length > field.maxLength) return false;
  return field.pattern === undefined || new RegExp(field.pattern, 'v').test(entry);
}

function isNumberWithin({ min = -Infinity, max = Infinity, isInteger }: OptionField, text: string): boolean {
  const value = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) && value >= min && value <= max && (!isInteger || Number.isInteger(value));
}

/** Returns the typed values of all fields that were filled in. */
export function optionValues(fields: readonly OptionField[], entries: OptionEntries): OptionValues {
  const values = fields.map((field) => [field.id, valueOf(field, entries[field.id])] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function valueOf({ kind }: OptionField, entry: string | true | undefined): unknown {
  if (entry === undefined || entry === true) return entry;
  const text = entry.trim();
  if (text === '') return undefined;
  if (kind === 'number') return Number(text);
  if (kind === 'numbers') return text.split(',').map(Number);
  return kind === 'secret' ? entry : text;
}

/** The texts of a form for values that were saved. */
export function entriesOf(values: OptionValues): OptionEntries {
  const entries = Object.entries(values).filter(([, value]) => value !== false && value !== undefined);
  return Object.fromEntries(entries.map(([id, value]) => [id, value === true ? true : String(value)]));
}

/** Without passwords, which are not for keeping. */
export function withoutSecrets(values: OptionValues): OptionValues {
  return Object.fromEntries(Object.entries(values).filter(([id]) => !SECRETS.includes(id)));
}

/** Turns `audioBitrate` into `Audio bitrate`, for an option that no catalogue names. */
export function humanName(id: string): string {
  const words = id.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0]!.toUpperCase() + words.slice(1);
}
