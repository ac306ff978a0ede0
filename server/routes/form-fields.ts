import {
  type ChainStep,
  ConversionError,
  type ConvertOptions,
  DEFAULT_LIMITS,
  type Feature,
  FEATURES,
  isFeature,
  parseChainSteps,
} from '../../engine/index.ts';
import { type ErrorCode, ServiceError, serviceErrorOf } from '../errors.ts';
import type { PresetSettings } from '../services/presets.ts';
import { parseWebAddress } from '../services/web-address.ts';

export type FormFields = ReadonlyMap<string, readonly string[]>;

export interface ConversionFields extends Pick<ConvertOptions, 'verify' | 'onDifference'> {
  /** Absent only with steps. */
  readonly to: string | undefined;
  readonly steps: readonly ChainStep[] | undefined;
  readonly from: string | undefined;
  readonly options: Readonly<Record<string, unknown>> | undefined;
  readonly allowLoss: readonly Feature[] | 'any' | undefined;
  readonly callbackUrl: string | undefined;
  readonly exportUrl: string | undefined;
}

/** Reads the text parts of a conversion request. The engine checks whether formats and options exist. */
export function conversionFields(fields: FormFields, preset?: PresetSettings): ConversionFields {
  const named = textField(fields, 'targetFormat');
  const given = parseStepsField(textField(fields, 'steps'));
  if (preset && (named !== undefined || given))
    throw refusal('malformed_request', given ? 'steps' : 'targetFormat', PRESET_SAYS_IT);
  const { targetFormat: to = named, steps = given } = preset ?? {};
  if (to === undefined && !steps) throw refusal('missing_target_format', 'targetFormat', MISSING_TARGET);
  const besides = ['targetFormat', 'options', 'allowLoss'].find((name) => textField(fields, name) !== undefined);
  if (steps && besides !== undefined) throw besideSteps(besides);
  return {
    ...{ to, steps },
    from: textField(fields, 'sourceFormat'),
    options: withPreset(parseOptionsField(textField(fields, 'options')), preset?.options),
    allowLoss: parseAllowLoss(textField(fields, 'allowLoss')) ?? preset?.allowLoss,
    verify: choiceField(fields, 'verify', ['quick', 'full']),
    onDifference: choiceField(fields, 'onDifference', ['refuse', 'tell']),
    callbackUrl: parseCallbackUrl(textField(fields, 'callbackUrl')),
    exportUrl: textField(fields, 'exportUrl'),
  };
}

const MISSING_TARGET = 'The request has no target format. Send it in the field "targetFormat", or several "steps".';

const PRESET_SAYS_IT = 'The preset says what becomes of the file. Leave this field out, or the field "preset".';

/** The refusal of a field that each step has for itself. */
export function besideSteps(field: string): ServiceError {
  const message = 'The request has "steps": formats, options and losses belong to each step. Leave this field out.';
  return refusal('malformed_request', field, message);
}

type Options = Readonly<Record<string, unknown>> | undefined;

/** The options of the request replace those of the preset with the same name. */
function withPreset(options: Options, preset: Options): Options {
  return preset && options ? { ...preset, ...options } : (options ?? preset);
}

/** Throws for what is no list of steps. Whether they can follow each other is found by planning them. */
export function parseSteps(value: unknown): readonly ChainStep[] {
  try {
    return parseChainSteps(value, DEFAULT_LIMITS.chainSteps);
  } catch (error) {
    throw error instanceof ConversionError ? serviceErrorOf(error) : error;
  }
}

function parseStepsField(text: string | undefined): readonly ChainStep[] | undefined {
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = 'The field "steps" is not valid JSON. Send a list such as [{"do": "convert", "to": "pdf"}].';
    throw refusal('invalid_options', 'steps', message, error);
  }
  return parseSteps(value);
}

/** Undefined when the field is absent or blank: forms also send empty fields. */
export function textField(fields: FormFields, name: string): string | undefined {
  const values = fields.get(name) ?? [];
  if (values.length > 1)
    throw refusal('too_many_parts', name, `Expected one field "${name}", but received ${values.length}. Send it once.`);
  return values[0]?.trim() || undefined;
}

function choiceField<T extends string>(fields: FormFields, name: string, choices: readonly T[]): T | undefined {
  const text = textField(fields, name);
  const choice = choices.find((one) => one === text);
  if (text === undefined || choice) return choice;
  const message = `Expected ${choices.join(' or ')} for ${name}, but received ${JSON.stringify(text)}.`;
  throw refusal('malformed_request', name, message);
}

function parseOptionsField(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refusal(
      'invalid_options',
      'options',
      'The field "options" is not valid JSON. Send an object such as {"quality": 80}.',
      error,
    );
  }
  return optionsObject(value);
}

/** Returns the options as an object. The engine validates the values. */
export function optionsObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refusal('invalid_options', 'options', 'Expected a JSON object for options, such as {"quality": 80}.');
  // JSON can contain a property `__proto__`; assigning it later would set the prototype.
  const dangerous = Object.keys(value).find((name) => name in Object.prototype);
  if (dangerous !== undefined) throw refusal('invalid_options', 'options', `There is no option "${dangerous}".`);
  return value as Readonly<Record<string, unknown>>;
}

export function parseAllowLoss(text: string | undefined): readonly Feature[] | 'any' | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (names.includes('any')) return 'any';
  const unknown = names.find((name) => !isFeature(name));
  if (unknown === undefined) return names.filter(isFeature);
  const message = `Expected "any" or a list of ${FEATURES.join(', ')} for allowLoss, but received ${JSON.stringify(unknown)}.`;
  throw refusal('invalid_options', 'allowLoss', message);
}

/** Whether the address can be reached, and is allowed, is checked when it is called. */
function parseCallbackUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = parseWebAddress(text);
  if (url) return url.href;
  const message = 'Expected an http or https address without a user name for callbackUrl.';
  throw refusal('malformed_request', 'callbackUrl', message);
}

function refusal(code: ErrorCode, field: string, message: string, cause?: unknown): ServiceError {
  return new ServiceError({ code, message, field }, { cause });
}
