import { concatBytes, latin1Bytes, latin1Of, utf8Bytes } from '../../io/bytes.ts';
import { kindOfMode, modeOf, PERMISSIONS, type ArchiveEntry, type RawEntry } from './model.ts';
import { corruptArchive, truncatedArchive } from './errors.ts';
import { textOf } from './names.ts';

const MAGIC = '!<arch>\n';
const HEADER_BYTES = 60;

/** A Unix archive with the long names of GNU or BSD; tables of symbols are for linkers and left out. */
export function readAr(bytes: Uint8Array): RawEntry[] {
  if (latin1Of(bytes.subarray(0, 8)) !== MAGIC) throw corruptArchive('it is no Unix archive');
  const entries: RawEntry[] = [];
  let longNames: Uint8Array = new Uint8Array(0);
  for (let at = MAGIC.length; at < bytes.byteLength;) {
    if (at + HEADER_BYTES > bytes.byteLength) throw truncatedArchive();
    const header = latin1Of(bytes.subarray(at, at + HEADER_BYTES));
    if (!header.endsWith('`\n')) throw corruptArchive(`header ${entries.length + 1} is damaged`);
    const size = Number.parseInt(header.slice(48, 58), 10);
    const start = at + HEADER_BYTES;
    const end = start + size;
    if (!(end <= bytes.byteLength)) throw truncatedArchive();
    at = end + (size % 2);
    const stated = header.slice(0, 16).trimEnd();
    const member = bytes.subarray(start, end);
    if (stated === '//') longNames = member;
    else if (isSymbolTable(stated)) continue;
    else entries.push(entryOf(stated, header, member, longNames));
  }
  return entries.filter(({ path }) => !path.startsWith('__.SYMDEF'));
}

function isSymbolTable(stated: string): boolean {
  return stated === '/' || stated === '/SYM64/' || stated === '__.SYMDEF' || stated === '__.SYMDEF SORTED';
}

function entryOf(stated: string, header: string, member: Uint8Array, longNames: Uint8Array): RawEntry {
  const bsdBytes = Number(/^#1\/(\d+)$/.exec(stated)?.[1] ?? 0);
  const content = member.subarray(bsdBytes);
  const mode = Number.parseInt(header.slice(40, 48), 8) || 0;
  const seconds = Number.parseInt(header.slice(16, 28), 10);
  return {
    path: bsdBytes > 0 ? textOf(member.subarray(0, bsdBytes)).replace(/\0+$/, '') : nameOf(stated, longNames),
    kind: kindOfMode(mode),
    mode: mode & PERMISSIONS || undefined,
    modifiedMs: Number.isNaN(seconds) ? undefined : seconds * 1000,
    sizeBytes: content.byteLength,
    content: () => content,
  };
}

function nameOf(stated: string, longNames: Uint8Array): string {
  const offset = /^\/(\d+)$/.exec(stated)?.[1];
  if (offset === undefined) return textOf(latin1Bytes(stated.replace(/\/$/, '')));
  const start = Number(offset);
  const end = longNames.indexOf(0x0a, start);
  if (end < 0) throw corruptArchive('its table of names is damaged');
  return textOf(longNames.subarray(start, end)).replace(/\/$/, '');
}

/** Hands the bytes of a Unix archive on in order: it has no folders and no links, only files. */
export function writeAr(files: readonly ArchiveEntry[], write: (bytes: Uint8Array) => void): void {
  const { table, names } = namesFor(files);
  write(latin1Bytes(MAGIC));
  if (table.byteLength > 0) putMember(headerOf('//', table.byteLength), table, write);
  for (const [index, file] of files.entries()) {
    const seconds = Math.max(0, Math.floor((file.modifiedMs ?? 0) / 1000));
    const mode = (0o100000 | modeOf(file)).toString(8);
    const content = file.content();
    putMember(
      headerOf(names[index]!, content.byteLength, { seconds: String(seconds), owner: '0', mode }),
      content,
      write,
    );
  }
}

/** GNU's long names are in a table of their own, each ended by a slash. */
function namesFor(files: readonly ArchiveEntry[]): { readonly table: Uint8Array; readonly names: readonly string[] } {
  let length = 0;
  const long: Uint8Array[] = [];
  const names = files.map(({ path }) => {
    const name = utf8Bytes(`${path}/`);
    if (name.byteLength <= 16 && !path.includes('/')) return latin1Of(name);
    const reference = `/${length}`;
    const entry = utf8Bytes(`${path}/\n`);
    long.push(entry);
    length += entry.byteLength;
    return reference;
  });
  return { table: concatBytes(long), names };
}

function headerOf(name: string, size: number, { seconds = '', owner = '', mode = '' } = {}): Uint8Array {
  const fields = [name.padEnd(16), seconds.padEnd(12), owner.padEnd(6), owner.padEnd(6), mode.padEnd(8)];
  return latin1Bytes(`${fields.join('')}${String(size).padEnd(10)}\`\n`);
}

function putMember(header: Uint8Array, content: Uint8Array, write: (bytes: Uint8Array) => void): void {
  write(header);
  write(content);
  if (content.byteLength % 2 === 1) write(utf8Bytes('\n'));
}
