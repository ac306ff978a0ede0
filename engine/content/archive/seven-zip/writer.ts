import { ConversionError } from '../../../contract/errors.ts';
import { modeOf, USUAL_MODES, type ArchiveEntry } from '../model.ts';
import { contentOf, IN, OUT, type SevenZip, type SevenZipLoader } from './seven-zip.ts';

interface SevenZipPacking {
  readonly type: '7z' | 'zip' | 'wim' | 'xz' | 'bzip2';
  /** 1 is fastest, 9 smallest. */
  readonly level?: number;
  readonly password?: string;
}

/** Times of UTC beside those of DOS, which begin in 1980 and are those of a clock on a wall. */
const TIMES_OF_NTFS = '-mtc=on';

/** Packs entries with their modes, times and links. A password encrypts by AES-256; in 7z it hides the names as well. */
export async function packWithSevenZip(
  loader: SevenZipLoader,
  entries: readonly ArchiveEntry[],
  packing: SevenZipPacking,
): Promise<Uint8Array> {
  using seven = await loader.start();
  const folders = new Set<string>();
  for (const entry of entries) put(seven, entry, folders);
  // A folder changes when something is put into it: it gets its time at the end.
  for (const folder of folders) date(seven, folder, undefined);
  for (const { path, modifiedMs } of entries) date(seven, `${IN}/${path}`, modifiedMs);
  seven.files.chdir(IN);
  return pack(seven, packing, ['-snl', ...(packing.type === 'zip' ? [TIMES_OF_NTFS] : []), '.']);
}

/** Compresses one file as xz or bzip2. */
export async function compressWithSevenZip(
  loader: SevenZipLoader,
  bytes: Uint8Array,
  packing: SevenZipPacking,
): Promise<Uint8Array> {
  using seven = await loader.start();
  seven.files.writeFile(`${IN}/content`, bytes, { canOwn: true });
  return pack(seven, packing, [`${IN}/content`]);
}

function pack(seven: SevenZip, { type, level, password }: SevenZipPacking, what: readonly string[]): Uint8Array {
  const encryption = password === undefined ? [] : [`-p${password}`, type === 'zip' ? '-mem=AES256' : '-mhe=on'];
  const strength = level === undefined ? [] : [`-mx=${level}`];
  const target = `${OUT}/result.${type}`;
  const { exitCode, lines } = seven.run(['a', '-bd', `-t${type}`, ...strength, ...encryption, target, ...what]);
  if (exitCode === 0) return contentOf(seven.files.lookupPath(target, { follow: false }).node);
  const message = 'The archive could not be written. Try again, or convert to another format.';
  throw new ConversionError({ code: 'conversion_failed', message }, { cause: new Error(lines.slice(-8).join('\n')) });
}

function put({ files }: SevenZip, entry: ArchiveEntry, folders: Set<string>): void {
  const names = entry.path.split('/');
  const path = `${IN}/${entry.path}`;
  const depths = entry.kind === 'directory' ? names.length : names.length - 1;
  for (let depth = 1; depth <= depths; depth++) {
    const folder = `${IN}/${names.slice(0, depth).join('/')}`;
    if (folders.has(folder)) continue;
    files.mkdir(folder, USUAL_MODES.directory);
    folders.add(folder);
  }
  if (entry.kind === 'link') files.symlink(entry.target!, path);
  else if (entry.kind === 'file') files.writeFile(path, entry.content(), { canOwn: true });
  if (entry.kind !== 'link') files.chmod(path, modeOf(entry));
}

/** Of what nothing is known, so that the same entries give the same bytes. */
const UNKNOWN_TIME_MS = Date.UTC(1980, 0, 1);

function date({ files }: SevenZip, path: string, modifiedMs = UNKNOWN_TIME_MS): void {
  files.lookupPath(path, { follow: false }).node.mtime = modifiedMs;
}
