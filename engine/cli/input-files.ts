import { existsSync, globSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
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

export interface ExpandedInputs {
  readonly files: readonly string[];
  /** Of files that were found in a folder: in which subfolder of it, `''` in none. */
  readonly subfolders: ReadonlyMap<string, string>;
}

/**
 * Replaces patterns by files, and folders by the files below them, sorted. Links, hidden files and folders, and what lies
 * below `outDir` are left out: results are no inputs.
 */
export function expandInputs(inputs: readonly string[], place: Place, outDir?: string): ExpandedInputs {
  const subfolders = new Map<string, string>();
  const files = expandPatterns(inputs, place).flatMap((input) => {
    if (input === STANDARD_STREAM || !isFolder(locate(input, place))) return [input];
    const found = filesBelow(input, place, outDir);
    for (const file of found) subfolders.set(join(input, file), join(file, '..'));
    return found.map((file) => join(input, file));
  });
  if (files.length === 0) throw new UsageError(`There is no file in ${inputs.join(', ')}.`, 'missing_file');
  return { files, subfolders };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Paths within the folder. Links to folders are not followed: they may lead back. */
function filesBelow(folder: string, place: Place, outDir: string | undefined): string[] {
  const root = resolve(locate(folder, place));
  const results = outDir === undefined ? undefined : resolve(locate(outDir, place));
  const files: string[] = [];
  const folders = [''];
  for (let current = folders.pop(); current !== undefined; current = folders.pop()) {
    for (const entry of readdirSync(join(root, current), { withFileTypes: true })) {
      const path = join(current, entry.name);
      if (entry.name.startsWith('.')) continue;
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && join(root, path) !== results) folders.push(path);
    }
  }
  return files.sort();
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
