import { utf8Length } from '../../io/bytes.ts';
/** Devices of Windows, whatever their extension: a file of such a name cannot be made there. */
const WINDOWS_DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Bytes of a name that file systems take. */
const MAX_NAME_BYTES = 255;
const CONTROL_CHARACTERS = /[\p{Cc}\\]/gu;

/** A path leads out of the archive: unpacked, it would write to somebody else's files. */
export const ESCAPES = Symbol('escapes');

/**
 * The path of an entry as every system can hold it: relative, normalised (NFC), without control characters. Nothing when
 * it names the archive itself; `ESCAPES` when it leads out of it.
 */
export function safePath(raw: string): string | undefined | typeof ESCAPES {
  if (leadsOut(raw)) return ESCAPES;
  const names: string[] = [];
  for (const name of withoutRoot(raw).split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') names.pop();
    else names.push(safeName(name));
  }
  return names.length > 0 ? names.join('/') : undefined;
}

/** On Windows a backslash separates folders as well. */
function leadsOut(raw: string): boolean {
  return depths(raw.split('/')).some(isBelow) || depths(raw.split(/[\\/]/)).some(isBelow);
}

const isBelow = (depth: number): boolean => depth < 0;

function depths(names: readonly string[]): number[] {
  let depth = 0;
  return names.map((name) => {
    if (name === '..') depth--;
    else if (name !== '' && name !== '.') depth++;
    return depth;
  });
}

/** Without a leading slash or drive: programs that unpack take such paths as relative ones. */
function withoutRoot(raw: string): string {
  return raw.replace(/^(?:[a-z]:(?=[\\/]))?[\\/]+/i, '');
}

function safeName(name: string): string {
  const clean = name.normalize('NFC').replace(CONTROL_CHARACTERS, '_');
  return shortened(WINDOWS_DEVICE.test(clean) ? `_${clean}` : clean);
}

/** The extension stays, since it says what the file is. */
function shortened(name: string): string {
  if (utf8Length(name) <= MAX_NAME_BYTES) return name;
  const extension = /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
  let room = MAX_NAME_BYTES - utf8Length(extension);
  let stem = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    room -= utf8Length(character);
    if (room < 0) break;
    stem += character;
  }
  return stem + extension;
}

/** Whether a link in a folder of the archive leads to a place inside it. */
export function staysInside(path: string, target: string): boolean {
  if (target === '' || /^[\\/]|^[a-z]:|\0|\\/i.test(target)) return false;
  return !depths([...path.split('/').slice(0, -1), ...target.split('/')]).some(isBelow);
}

/** Numbers count as numbers: the tenth page follows the ninth. */
export const NATURAL_ORDER = new Intl.Collator('en', { numeric: true });
