import type { OutputFile } from '../../contract/codec.ts';
import { boxesIn, findBox, MAX_BOXES } from '../../content/timeline/containers/iso-bmff.ts';

/**
 * Writes the languages of a QuickTime file's tracks as MP4 files have them: three packed letters of ISO 639-2, which the
 * QuickTime file format knows beside its own numbers ("Language code values"). FFmpeg writes the numbers alone, and there
 * is none for most languages, nor for German and others under their newer codes.
 */
export function writeTrackLanguages(file: OutputFile, languages: readonly (string | undefined)[]): void {
  const budget = { boxes: MAX_BOXES };
  const movie = [...boxesIn(file, 0, file.size, budget)].find(({ type }) => type === 'moov');
  if (!movie) return;
  const tracks = [...boxesIn(file, movie.body, movie.end, budget)].filter(({ type }) => type === 'trak');
  for (const [index, language] of languages.entries()) {
    const header = tracks[index] && findBox(file, tracks[index], ['mdia', 'mdhd'], budget);
    if (!header || !language || !/^[a-z]{3}$/.test(language)) continue;
    const version = new Uint8Array(1);
    file.read(version, header.body);
    file.write(packed(language), header.body + (version[0] === 1 ? LANGUAGE_AT.long : LANGUAGE_AT.short));
  }
}

/** Bytes of a media header before its language, by the length of its times (ISO/IEC 14496-12, section 8.4.2). */
const LANGUAGE_AT = { short: 20, long: 32 } as const;

function packed(language: string): Uint8Array {
  const value = [...language].reduce((bits, letter) => (bits << 5) | (letter.charCodeAt(0) - 0x60), 0);
  return Uint8Array.of(value >> 8, value & 0xff);
}
