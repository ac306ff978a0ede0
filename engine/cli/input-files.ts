import { existsSync, globSync, statSync } from 'node:fs';
import { locate, STANDARD_STREAM, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Where relative paths start. */
type Place = Pick<Terminal, 'directory'>;

const PATTERN = /[*?[{]/;

/**
 * Replaces patterns by the files that they match, sorted; a shell may have done so already, and a file whose name only
 * looks like a pattern is taken as it is. Throws a UsageError for a pattern without a match.
 */
export function expandPatterns(files: readonly string[], place: Place): string[] {
  return files.flatMap((file) => {
    if (file === STANDARD_STREAM || !PATTERN.test(file) || existsSync(locate(file, place))) return [file];
    const matches = globSync(file, { cwd: place.directory })
      .filter((match) => statSync(locate(match, place)).isFile())
      .sort();
    if (matches.length === 0) throw new UsageError(`No file matches ${file}.`, 'missing_file');
    return matches;
  });
}

/** Says which input is not there, or is no file, before any of them is converted. */
export function requireFiles(files: readonly string[], place: Place): void {
  if (files.filter((file) => file === STANDARD_STREAM).length > 1)
    throw new UsageError('Standard input can be read only once.');
  for (const file of files) {
    if (file === STANDARD_STREAM) continue;
    const found = statSync(locate(file, place), { throwIfNoEntry: false });
    if (!found) throw new UsageError(`There is no file ${file}.`, 'missing_file');
    if (!found.isFile()) throw new UsageError(`${file} is not a file.`, 'missing_file');
  }
}

/** Whether two paths lead to the same file, links included. */
export function isSameFile(a: string, b: string, place: Place): boolean {
  const [first, second] = [a, b].map((path) => statSync(locate(path, place), { throwIfNoEntry: false }));
  return first !== undefined && second !== undefined && first.ino === second.ino && first.dev === second.dev;
}
