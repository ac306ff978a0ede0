import { posix } from '../../io/paths.ts';
import { ConversionError } from '../../contract/errors.ts';
import { formatOf, formatOfFileName } from '../../formats/index.ts';
import { HIDDEN } from './comic.ts';

/** What people call the text that is meant. */
const MEANT = ['main', 'index', 'text', 'paper', 'article', 'manuscript', 'thesis', 'book', 'document'];
/** What lies beside a text to say something of it. */
const ACCOMPANYING = /^(?:readme|licen[cs]e|changelog|contributing|authors)$/i;
/** Texts that a message names. */
const MAX_NAMED = 5;

/** A text, and what lies beside it by the path that leads there from the text's own folder. */
interface TextFolder {
  readonly path: string;
  readonly beside: ReadonlyMap<string, string>;
}

/**
 * The text that the files of an archive are about, by their paths: the only one in the topmost folder that has any;
 * else, of several, the one that is called like the archive, or `main`, `index` and the like; the only one of LaTeX with
 * a `\documentclass`; or the only one that none of the others names. A README does not count beside another text.
 * Nothing where there is no text at all; throws `unsupported_conversion` where which one is meant is not clear.
 */
export function findTextFolder(
  paths: readonly string[],
  archiveName: string,
  contentOf: (path: string) => string,
): TextFolder | undefined {
  const files = paths.filter((path) => !HIDDEN.test(path));
  const texts = files.filter((path) => formatOf(formatOfFileName(path) ?? 'txt').namesFiles);
  if (texts.length === 0) return undefined;
  const path = meantOf(topmost(texts), posix.parse(archiveName).name, contentOf);
  const folder = posix.dirname(path);
  const others = files.filter((file) => file !== path);
  return { path, beside: new Map(others.map((file) => [posix.relative(folder, file), file])) };
}

function topmost(paths: readonly string[]): string[] {
  const depthOf = (path: string): number => path.split('/').length;
  const least = Math.min(...paths.map(depthOf));
  return paths.filter((path) => depthOf(path) === least);
}

function meantOf(texts: readonly string[], archiveStem: string, contentOf: (path: string) => string): string {
  const stemOf = (path: string): string => posix.parse(path).name;
  const own = texts.filter((path) => !ACCOMPANYING.test(stemOf(path)));
  const candidates = own.length > 0 ? own : texts;
  if (candidates.length === 1) return candidates[0]!;
  for (const stem of [archiveStem, ...MEANT]) {
    const named = candidates.filter((path) => stemOf(path).toLowerCase() === stem.toLowerCase());
    if (named.length === 1) return named[0]!;
  }
  const whole = candidates.filter(
    (path) => formatOfFileName(path) === 'latex' && /^[^%\n]*\\documentclass\b/m.test(contentOf(path)),
  );
  if (whole.length === 1) return whole[0]!;
  const unnamed = candidates.filter(
    (path) => !candidates.some((other) => other !== path && contentOf(other).includes(posix.basename(path))),
  );
  if (unnamed.length === 1) return unnamed[0]!;
  const names = candidates.slice(0, MAX_NAMED).map((path) => posix.basename(path));
  throw new ConversionError({
    code: 'unsupported_conversion',
    message:
      `The archive has several texts (${names.join(', ')}${candidates.length > MAX_NAMED ? ', …' : ''}), and which of them is to be ` +
      'converted is not clear. Call that one main or index, or send it in an archive without the others.',
    details: { texts: candidates.length },
  });
}
