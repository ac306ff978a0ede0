import { ConversionError } from '../contract/errors.ts';
import { nearestFormats, resolveFormat, type FormatId } from './index.ts';

/** The format that a caller names, or `unknown_source_format` / `unknown_target_format` with the nearest names. */
export function requireFormat(name: string, role: 'source' | 'target'): FormatId {
  const format = resolveFormat(name);
  if (format) return format;
  const nearest = nearestFormats(name);
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : '';
  throw new ConversionError({
    code: role === 'source' ? 'unknown_source_format' : 'unknown_target_format',
    message: `There is no format ${JSON.stringify(name.slice(0, 32))}.${hint}`,
    details: { nearest },
  });
}
