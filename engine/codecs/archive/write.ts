import type { Step, Warning } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { writeAr } from '../../content/archive/ar.ts';
import { writeCpio } from '../../content/archive/cpio.ts';
import type { ArchiveEntry } from '../../content/archive/model.ts';
import type { SevenZipLoader } from '../../content/archive/seven-zip/seven-zip.ts';
import { packWithSevenZip } from '../../content/archive/seven-zip/writer.ts';
import { compressStream, ninths, type WrittenStream } from '../../content/archive/streams/streams.ts';
import { writeTar } from '../../content/archive/tar/writer.ts';
import { writeZipArchive } from '../../content/archive/zip/writer.ts';

interface Target extends Pick<Step, 'to' | 'options'> {
  readonly loader: SevenZipLoader;
  write(bytes: Uint8Array): void;
  warn(warning: Warning): void;
}

/** Writes the only entry of a compressed file compressed otherwise. */
export async function writeStream(
  [entry]: readonly ArchiveEntry[],
  to: WrittenStream,
  { loader, options, write }: Target,
): Promise<void> {
  write(await compressStream(to, entry!.content(), { loader, effort: options.effort }));
}

export async function writeArchive(entries: readonly ArchiveEntry[], target: Target): Promise<void> {
  const { to, loader, options, write, warn } = target;
  const level = ninths(options.effort);
  switch (to) {
    case 'zip':
    case 'cbz':
      if (options.encrypt === undefined) return writeZipArchive(entries, write, { level });
      return write(await packWithSevenZip(loader, entries, { type: 'zip', level, password: options.encrypt }));
    case '7z':
    case 'cb7':
      return write(await packWithSevenZip(loader, entries, { type: '7z', level, password: options.encrypt }));
    case 'wim':
      return write(await packWithSevenZip(loader, entries, { type: 'wim' }));
    case 'tar':
    case 'cbt':
      return writeTar(entries, write);
    case 'tgz':
      return writeCompressedTar(entries, 'gz', target);
    case 'tbz2':
      return writeCompressedTar(entries, 'bz2', target);
    case 'txz':
      return writeCompressedTar(entries, 'xz', target);
    case 'tzst':
      return writeCompressedTar(entries, 'zst', target);
    case 'cpio':
      return writeCpio(entries, write);
    case 'ar':
      return writeAr(onlyFiles(entries, warn), write);
    default:
      throw new ConversionError({ code: 'internal', message: `The codec archive does not write ${to}.` });
  }
}

async function writeCompressedTar(
  entries: readonly ArchiveEntry[],
  stream: WrittenStream,
  { loader, options, write }: Target,
): Promise<void> {
  const parts: Uint8Array[] = [];
  writeTar(entries, (bytes) => void parts.push(bytes));
  write(await compressStream(stream, Buffer.concat(parts), { loader, effort: options.effort }));
}

function onlyFiles(entries: readonly ArchiveEntry[], warn: Target['warn']): ArchiveEntry[] {
  const files = entries.filter(({ kind }) => kind === 'file');
  const links = entries.filter(({ kind }) => kind === 'link').length;
  if (links > 0) {
    const message = `A Unix archive holds no links: ${links} were left out.`;
    warn({ code: 'link_dropped', message, details: { links } });
  }
  return files;
}
