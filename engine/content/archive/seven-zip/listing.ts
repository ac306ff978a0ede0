import type { RawEntry } from '../model.ts';

/** One entry of `7z l -slt`; its size is 0 where the archive does not say it. */
export interface ListedEntry extends Omit<RawEntry, 'content'> {
  readonly encrypted: boolean;
  /** It has its name beside its content: an alternate stream, or a fork. */
  readonly isStream: boolean;
}

type Fields = Readonly<Record<string, string>>;

/** Parses blocks of `Key = value` lines that blank lines separate. */
export function parseListing(lines: readonly string[]): ListedEntry[] {
  const blocks: Record<string, string>[] = [];
  for (const line of lines) {
    const match = /^([A-Z][A-Za-z ]*) = ?(.*)$/.exec(line);
    if (!match) continue;
    const [, key = '', value = ''] = match;
    if (key === 'Path') blocks.push({});
    const block = blocks.at(-1);
    if (block) block[key] = value;
  }
  return blocks.map(entryOf);
}

/** Methods of LHA, such as `-lh5-`: their sums have 16 bits, in the same field. */
const HAS_CRC_16 = /^-l\w\w-$/;

function entryOf(fields: Fields): ListedEntry {
  const { Path: path = '', Size: size = '', CRC: crc = '', Attributes: attributes = '', Mode: mode } = fields;
  // As `ls` writes them, such as `-rwxr-xr-x`.
  const permissions = /[-dlcbps](?:[-r][-w][-xsStT]){3}/.exec(mode ?? attributes)?.[0];
  const isDirectory = fields['Folder'] === '+' || attributes.startsWith('D') || permissions?.startsWith('d') === true;
  return {
    path,
    kind: isDirectory ? 'directory' : permissions?.startsWith('l') ? 'link' : 'file',
    sizeBytes: isDirectory || size === '' ? 0 : Number(size),
    crc32: crc === '' || HAS_CRC_16.test(fields['Method'] ?? '') ? undefined : Number.parseInt(crc, 16),
    encrypted: fields['Encrypted'] === '+',
    mode: permissions === undefined ? undefined : permissionsOf(permissions),
    modifiedMs: timeOf(fields['Modified'] ?? ''),
    isStream: fields['Alternate Stream'] === '+',
  };
}

/** 7-Zip writes the time of this machine's clock, in steps of 100 ns. */
function timeOf(text: string): number | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,3}))?/.exec(text);
  if (!match) return undefined;
  const [year, month, day, hours, minutes, seconds] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const milliseconds = Number((match[7] ?? '0').padEnd(3, '0'));
  return new Date(year, month - 1, day, hours, minutes, seconds, milliseconds).getTime();
}

/** `s` and `t` stand for the bits that set owner and group and keep files, each in the place of an `x`. */
function permissionsOf(flags: string): number {
  const letters = [...flags.slice(1)];
  const bits = letters.reduce((sum, flag) => sum * 2 + Number(!/[-ST]/.test(flag)), 0);
  const special = [2, 5, 8].reduce((sum, place) => sum * 2 + Number(/[sStT]/.test(letters[place]!)), 0);
  return special * 0o1000 + bits;
}
