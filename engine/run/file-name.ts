import { parse } from 'node:path';
import { formatOf, type FormatId } from '../formats/index.ts';

/** Characters of a file's stem: file systems allow 255 bytes for the whole name. */
const MAX_STEM_CHARS = 100;
/** Control characters, and what separates directories or is forbidden in names somewhere. */
const UNSAFE_IN_NAMES = /[\p{Cc}/\\:*?"<>|]/gu;

/** The input's own name, made harmless, with an extension of a format: its own where it is one. */
export function nameWithExtension(fileName: string | undefined, format: FormatId): string {
  const { base, name } = parse(fileName?.replaceAll('\\', '/') ?? '');
  const { extensions } = formatOf(format);
  // The longest, since some have two parts: `shp.zip`.
  const [own] = extensions
    .filter((extension) => base.toLowerCase().endsWith(`.${extension}`))
    .sort((one, other) => other.length - one.length);
  const bare = own === undefined ? name : base.slice(0, -own.length - 1);
  const stem = bare.replace(UNSAFE_IN_NAMES, '_').slice(0, MAX_STEM_CHARS);
  const isNameless = stem === '' || /^\.+$/.test(stem);
  return `${isNameless ? 'file' : stem}.${own ?? extensions[0]}`;
}
