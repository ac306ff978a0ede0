import { ConversionError } from '../contract/errors.ts';
import { OPTIONS, type OptionDeclaration, type OptionId, type OptionValues } from './options.ts';
import { MAX_PAGES_LENGTH, PAGES_PATTERN, parsePages } from './page-range.ts';
import { editDistance } from './spelling.ts';

const COLOUR_PATTERN = '^#[0-9a-fA-F]{6}$';

/** Characters of a received value that a message repeats. */
const MAX_SHOWN = 40;

/**
 * Validates options as they came from a caller: typed values (JSON, code) or their text (a command line, a form).
 * Options that are `undefined` count as absent. Throws `invalid_options` with `details.option` for a name that is not
 * in the table and for a value that is not what its declaration says.
 */
export function parseOptions(raw: Readonly<Record<string, unknown>>): OptionValues {
  const given: unknown = raw;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new ConversionError({ code: 'invalid_options', message: 'Expected an object of options by name.' });
  const values: Partial<Record<OptionId, unknown>> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (!isOption(name)) throw unknownOption(name);
    if (value !== undefined) values[name] = parseValue(name, value);
  }
  return withDuration(values as OptionValues);
}

/** An end is another way to tell a duration: whoever reads options needs to know one of them. */
function withDuration({ end, ...values }: OptionValues): OptionValues {
  if (end === undefined) return values;
  const { start = 0, duration } = values;
  if (duration !== undefined) throw invalid('end', 'Expected either an end or a duration, but received both.');
  const least: number = OPTIONS.duration.min;
  if (end - start < least) throw invalid('end', `Expected an end behind the start (${start} s), but received ${end}.`);
  return { ...values, duration: Math.round((end - start) * 1e6) / 1e6 };
}

function isOption(name: string): name is OptionId {
  return Object.hasOwn(OPTIONS, name);
}

/** The JSON Schema (2020-12) of one option's typed value. */
export function optionSchema(id: OptionId): Readonly<Record<string, unknown>> {
  const declaration: OptionDeclaration = OPTIONS[id];
  const { help: description, unit } = declaration;
  const common = { description, ...(unit && { 'x-unit': unit }) };
  switch (declaration.type) {
    case 'integer':
    case 'number':
      return { type: declaration.type, minimum: declaration.min, maximum: declaration.max, ...common };
    case 'integers': {
      const items = { type: 'integer', minimum: declaration.min, maximum: declaration.max };
      return { type: 'array', items, minItems: 1, maxItems: declaration.maxCount, ...common };
    }
    case 'boolean':
      return { type: 'boolean', ...common };
    case 'choice':
      return { type: 'string', enum: [...declaration.choices], ...common };
    case 'colour':
      return { type: 'string', pattern: COLOUR_PATTERN, ...common };
    case 'pages':
      return { type: 'string', pattern: PAGES_PATTERN, maxLength: MAX_PAGES_LENGTH, ...common };
    case 'text':
      return { type: 'string', minLength: 1, maxLength: declaration.maxLength, ...common };
  }
}

function parseValue(id: OptionId, value: unknown): string | number | boolean | readonly number[] {
  const declaration: OptionDeclaration = OPTIONS[id];
  switch (declaration.type) {
    case 'integer':
    case 'number':
      return parseNumber(id, value, declaration);
    case 'integers':
      return parseIntegers(id, value, declaration);
    case 'boolean':
      return parseBoolean(id, value);
    case 'choice':
      if (typeof value === 'string' && declaration.choices.includes(value)) return value;
      throw invalidValue(id, value, `one of ${declaration.choices.join(' ')}`);
    case 'colour':
      if (typeof value === 'string' && new RegExp(COLOUR_PATTERN).test(value)) return value.toLowerCase();
      throw invalidValue(id, value, 'a colour as #rrggbb');
    case 'pages':
      return parsePageList(id, value);
    case 'text':
      return parseText(id, value, declaration.maxLength);
  }
}

function parseNumber(
  id: OptionId,
  value: unknown,
  { type, min, max }: { readonly type: 'integer' | 'number'; readonly min: number; readonly max: number },
): number {
  const number = typeof value === 'string' ? numberOf(value) : value;
  const isRightType = type === 'integer' ? Number.isInteger(number) : Number.isFinite(number);
  if (typeof number === 'number' && isRightType && number >= min && number <= max) return number;
  throw invalidValue(id, value, `${type === 'integer' ? 'an integer' : 'a number'} from ${min} to ${max}`);
}

/** A list, or its text with commas; each number once, in the order given. */
function parseIntegers(
  id: OptionId,
  value: unknown,
  { min, max, maxCount }: { readonly min: number; readonly max: number; readonly maxCount: number },
): readonly number[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : String(value).split(',');
  if (items.length < 1 || items.length > maxCount) throw invalidValue(id, value, `1 to ${maxCount} integers`);
  return [...new Set(items.map((item) => parseNumber(id, item, { type: 'integer', min, max })))];
}

/** Plain decimal notation only: what `Number` takes beyond it (`0x10`, `1e3`, an empty text) is more likely a slip. */
function numberOf(text: string): number {
  return /^\s*[+-]?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : Number.NaN;
}

function parseBoolean(id: OptionId, value: unknown): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw invalidValue(id, value, 'true or false');
}

function parsePageList(id: OptionId, value: unknown): string {
  if (typeof value === 'number') return parsePageList(id, String(value));
  if (typeof value !== 'string') throw invalidValue(id, value, 'pages such as 3, 1-4 or 1,3-5');
  return parsePages(value)
    .map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`))
    .join(',');
}

/** The value is not repeated in the message: it may be a password. */
function parseText(id: OptionId, value: unknown, maxLength: number): string {
  if (typeof value === 'string' && value.length > 0 && value.length <= maxLength) return value;
  const found = typeof value === 'string' ? `${value.length} characters` : typeof value;
  throw invalid(id, `Expected a text of 1 to ${maxLength} characters for ${id}, but received ${found}.`);
}

function invalidValue(id: OptionId, value: unknown, expected: string): ConversionError {
  return invalid(id, `Expected ${expected} for ${id}, but received ${show(value)}.`);
}

function unknownOption(name: string): ConversionError {
  const nearest = nearestOptions(name);
  const advice = nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}?` : 'See the options of this conversion.';
  return invalid(show(name), `There is no option ${show(name)}. ${advice}`, { nearest });
}

function invalid(option: string, message: string, details: Readonly<Record<string, unknown>> = {}): ConversionError {
  return new ConversionError({ code: 'invalid_options', message, details: { option, ...details } });
}

/** Up to three options whose spelling is nearest, or that the name is a part of. */
function nearestOptions(name: string): OptionId[] {
  const wanted = name.toLowerCase().slice(0, MAX_SHOWN);
  return (Object.keys(OPTIONS) as OptionId[])
    .map((id) => ({ id, distance: spellingDistance(wanted, id.toLowerCase()) }))
    .filter(({ distance }) => distance <= 2)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ id }) => id);
}

function spellingDistance(wanted: string, known: string): number {
  const isPart = wanted.length >= 3 && known.includes(wanted);
  return isPart ? 1 : editDistance(wanted, known);
}

function show(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = String(value);
  if (text === '') return 'nothing';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
