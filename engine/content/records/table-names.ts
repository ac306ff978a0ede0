import type { FormatId } from '../../formats/index.ts';
import { outputNameOf } from '../../formats/output-name.ts';

/** Characters that file systems do not take in names. */
const UNSAFE = /[\p{Cc}/\\:*?"<>|.]+/gu;
const MAX_NAME_CHARS = 60;

/** The name of the file that one table or sheet of several becomes: `shop orders-2.csv`. */
export function nameOfTableFile(
  input: string,
  table: string,
  { to, number }: { readonly to: FormatId; readonly number: number },
): string {
  const safe = table.replace(UNSAFE, ' ').trim().slice(0, MAX_NAME_CHARS);
  return outputNameOf(safe === '' ? input : `${input.replace(/\.[^.]*$/, '')} ${safe}.x`, to, number);
}

/** What the tables are called of which each lies in a file of its own, and the name of the file that they come from. */
interface TablesOfFiles {
  readonly file: string;
  readonly tables: readonly string[];
}

/** The way back from `nameOfTableFile`: the files share the words of their common source, and are numbered. */
export function tablesOfFiles(names: readonly string[]): TablesOfFiles {
  const stems = names.map((name, index) => name.replace(/\.[^.]*$/, '').replace(numbering(index + 1), ''));
  const words = stems.map((stem) => stem.split(' '));
  const fewest = Math.min(...words.map(({ length }) => length)) - 1;
  let shared = 0;
  while (shared < fewest && words.every((list) => list[shared] === words[0]![shared])) shared++;
  if (shared === 0) return { file: stems[0]!, tables: stems };
  return { file: words[0]!.slice(0, shared).join(' '), tables: words.map((list) => list.slice(shared).join(' ')) };
}

function numbering(number: number): RegExp {
  return new RegExp(`-${number}$`);
}
