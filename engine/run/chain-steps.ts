import { ConversionError } from '../contract/errors.ts';
import { FEATURES, isFeature, type Feature } from '../formats/features.ts';
import { parseOptions } from '../formats/parse-options.ts';
import { requireFormat } from '../formats/require-format.ts';

/** What a step of a chain does: `optimise` and `split` leave the format of a file as it is, `merge` takes all files. */
export const CHAIN_VERBS = ['convert', 'merge', 'split', 'optimise'] as const;
export type ChainVerb = (typeof CHAIN_VERBS)[number];

/** One step of a chain. `to` is the target format of `convert` and `merge`. */
export interface ChainStep {
  readonly do: ChainVerb;
  readonly to?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly allowLoss?: readonly Feature[] | 'any';
}

const FIELDS: readonly string[] = ['do', 'to', 'options', 'allowLoss'];

/**
 * Validates steps as they came from a caller: their verbs, formats and options, but not whether they follow each other.
 * Throws `invalid_options` or `unknown_target_format`, with the number of the step in `details.step`.
 */
export function parseChainSteps(raw: unknown, maxSteps: number): ChainStep[] {
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > maxSteps)
    throw invalid(`Expected a list of 1 to ${maxSteps} steps, such as [{"do": "convert", "to": "pdf"}].`);
  return raw.map((step: unknown, index) => inStep(index, '', () => parseStep(step)));
}

/** Says in which step an error has occurred; what it was about follows the number. */
export function inStep<T>(index: number, about: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw ofStep(error, index, about);
  }
}

/** The error with the number of its step in the message and the details. */
export function ofStep(error: unknown, index: number, about: string): unknown {
  if (!(error instanceof ConversionError) || error.code === 'aborted') return error;
  const { code, message, details } = error;
  return new ConversionError(
    { code, message: `Step ${index + 1}${about}: ${message}`, details: { ...details, step: index + 1 } },
    { cause: error },
  );
}

function parseStep(step: unknown): ChainStep {
  if (typeof step !== 'object' || step === null || Array.isArray(step))
    throw invalid('Expected an object such as {"do": "convert", "to": "pdf"}.');
  const unknown = Object.keys(step).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw invalid(`There is no field ${JSON.stringify(unknown.slice(0, 40))} in a step.`);
  const { do: named, to, options = {}, allowLoss } = step as Readonly<Record<string, unknown>>;
  const verb = CHAIN_VERBS.find((one) => one === named);
  if (!verb) throw invalid(`Expected ${CHAIN_VERBS.join(', ')} for "do".`);
  const changesFormat = verb === 'convert' || verb === 'merge';
  if (changesFormat !== (typeof to === 'string'))
    throw invalid(changesFormat ? `Expected a target format as "to" for ${verb}.` : `"to" has no meaning for ${verb}.`);
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw invalid('Expected an object for "options", such as {"quality": 80}.');
  parseOptions(options as Readonly<Record<string, unknown>>);
  return {
    do: verb,
    ...(typeof to === 'string' && { to: requireFormat(to, 'target') }),
    options: options as Readonly<Record<string, unknown>>,
    ...(allowLoss !== undefined && { allowLoss: parseLoss(allowLoss) }),
  };
}

function parseLoss(value: unknown): readonly Feature[] | 'any' {
  const names = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value;
  if (Array.isArray(names)) {
    if (names.includes('any')) return 'any';
    const features = names.filter((name): name is Feature => typeof name === 'string' && isFeature(name));
    if (features.length === names.length) return features;
  }
  throw invalid(`Expected "any" or a list of ${FEATURES.join(', ')} for "allowLoss".`);
}

function invalid(message: string): ConversionError {
  return new ConversionError({ code: 'invalid_options', message, details: { option: 'steps' } });
}
