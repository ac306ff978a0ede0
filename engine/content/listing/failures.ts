import { ConversionError } from '../../contract/errors.ts';

export { corrupt, truncated, createValueBudget, type ValueBudget } from '../records/errors.ts';

/** The content is there, and the target has no place for it. */
export function unsupportedListing(what: string): ConversionError {
  return new ConversionError({ code: 'unsupported_conversion', message: what });
}
