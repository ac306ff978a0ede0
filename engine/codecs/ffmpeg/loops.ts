import type { InputFile } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';

/** Bytes at the beginning of a file in which its loop count is, behind no more than a header and a palette. */
const HEAD_BYTES = 4096;

/**
 * How often an animated image plays, 0 for ever; absent for formats that do not say. FFmpeg reads the count of
 * neither GIF nor APNG.
 */
export function playsOf(file: InputFile, format: FormatId): number | undefined {
  if (format !== 'gif' && format !== 'apng') return undefined;
  const head = Buffer.alloc(Math.min(HEAD_BYTES, file.size));
  file.read(head, 0);
  return format === 'gif' ? playsOfGif(head) : playsOfApng(head);
}

/** The application extension that Netscape introduced counts repetitions: one less than plays. Without it: once. */
function playsOfGif(head: Buffer): number {
  const at = head.indexOf('NETSCAPE2.0\x03\x01', 0, 'latin1');
  if (at < 0 || at + 15 > head.length) return 1;
  const repetitions = head.readUInt16LE(at + 13);
  return repetitions === 0 ? 0 : repetitions + 1;
}

/** `acTL` holds the number of frames and the number of plays (PNG, third edition, 11.3.6.1). */
function playsOfApng(head: Buffer): number {
  const at = head.indexOf('acTL', 0, 'latin1');
  return at < 0 || at + 12 > head.length ? 1 : head.readUInt32BE(at + 8);
}

/** The arguments that make a format play so often. */
export function playArgs(format: FormatId, plays: number): readonly string[] {
  switch (format) {
    case 'gif':
      return ['-loop', String(plays === 0 ? 0 : plays === 1 ? -1 : plays - 1)];
    case 'apng':
      return ['-plays', String(plays)];
    default:
      return ['-loop', String(plays)];
  }
}
