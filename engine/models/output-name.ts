import { formatOf, type FormatId } from '../formats/index.ts';

/** The name of a file after its conversion: the same stem with the extension of the target. */
export function outputNameOf(inputName: string, to: FormatId): string {
  const dot = inputName.lastIndexOf('.');
  const stem = dot > 0 ? inputName.slice(0, dot) : inputName;
  return `${stem}.${formatOf(to).extensions[0]}`;
}
