import { formatOf, type FormatId } from './index.ts';

/** The name of a file after its conversion: the same stem, the number of one of several, the target's extension. */
export function outputNameOf(inputName: string, to: FormatId, number?: number): string {
  const dot = inputName.lastIndexOf('.');
  const stem = dot > 0 ? inputName.slice(0, dot) : inputName;
  const suffix = number === undefined ? '' : `-${number}`;
  return `${stem}${suffix}.${formatOf(to).extensions[0]}`;
}

/** Several files become one, which is named after the first without its number. */
export function mergedNameOf([first, second]: readonly { readonly name: string }[], to: FormatId): string {
  const name = outputNameOf(first!.name, to);
  return second ? name.replace(/-1(?=\.[^.]+$)/, '') : name;
}
