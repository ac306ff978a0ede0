import { featuresOf, type FeatureMask } from '../formats/features.ts';
import type { FormatId } from '../formats/index.ts';

/** `pdf → (pdf-docx) → docx`: the codecs and formats that are passed. */
export function describeRoute(
  steps: readonly { readonly codec: string; readonly from: FormatId; readonly to: FormatId }[],
): string {
  const passed = steps.map(({ codec, to }) => `(${codec}) → ${to}`);
  return [steps[0]?.from ?? '', ...passed].join(' → ');
}

/** `alpha and depth`. */
export function nameFeatures(mask: FeatureMask): string {
  return listNames(featuresOf(mask));
}

/** `a, b and c`. */
export function listNames(names: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`;
}
