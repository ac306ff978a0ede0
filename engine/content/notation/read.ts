import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import type { FormatId } from '../../formats/index.ts';
import { decodeText } from '../../io/text-encoding.ts';
import { declaredEncoding, decodeXml, doctypeOf } from '../../io/xml.ts';
import { countTune } from './abc/count.ts';
import type { Tune } from './abc/model.ts';
import { writeMusicXml } from './abc/musicxml.ts';
import { readAbc } from './abc/reader.ts';
import { corruptScore } from './failures.ts';
import { readKern, withoutTremolos } from './kern.ts';
import { countMei } from './mei.ts';
import { sumOfMusic, type WrittenMusic } from './model.ts';
import { countMusicXml } from './musicxml.ts';
import { unpackScore } from './package.ts';

/** Scores of a file as the texts that programs read, and what is in them all. */
export interface ReadMusic {
  /** One for each tune of a file in ABC, else one; without a declaration or a document type: nothing is there to be expanded. */
  readonly scores: readonly string[];
  readonly music: WrittenMusic;
  /** How notes in Humdrum sound: see `KernMusic`. */
  readonly alterations?: ReadonlyMap<string, number>;
  /** What is sung and not drawn: syllables in Humdrum that stand under no note, lines of verses below tunes in ABC. */
  readonly unsung?: number;
  /** Signs of ABC that nothing here knows, and how often they are there. */
  readonly unknown?: ReadonlyMap<string, number>;
}

/** Notes of one score: a symphony has about a hundred thousand. */
const MOST_NOTES = 200_000;

/**
 * Reads a score in MusicXML, packed or not, in MEI, ABC or Humdrum. Throws `input_corrupt`, and `input_too_complex` beyond
 * the limits.
 */
export function readMusic(bytes: Uint8Array, format: FormatId, limits: Limits): ReadMusic {
  const read = format === 'abc' ? readTunes(bytes, limits) : readScore(bytes, format, limits);
  if (read.music.notes > MOST_NOTES) throw tooLarge('notes', MOST_NOTES, read.music.notes);
  if (read.music.measures === 0) throw corruptScore('it has no measures');
  return read;
}

function readScore(bytes: Uint8Array, format: FormatId, limits: Limits): ReadMusic {
  const isKern = format === 'krn';
  const text = isKern ? decodeText(bytes).text : textOf(format === 'mxl' ? unpackScore(bytes, limits).score : bytes);
  if (text.length > limits.xmlChars) throw tooLarge('characters', limits.xmlChars, text.length);
  if (isKern) {
    const plain = withoutTremolos(text);
    return { scores: [plain], ...readKern(plain) };
  }
  return { scores: [text], music: format === 'mei' ? countMei(text, limits) : countMusicXml(text, limits) };
}

function readTunes(bytes: Uint8Array, limits: Limits): ReadMusic {
  const tunes = readAbc(bytes, limits);
  const music = sumOfMusic(tunes.map(countTune));
  if (music.notes > MOST_NOTES) throw tooLarge('notes', MOST_NOTES, music.notes);
  const unsung = tunes.reduce((sum, { words }) => sum + words.filter((each) => each !== '').length, 0);
  return { scores: tunes.map(writeMusicXml), music, unknown: unknownOf(tunes), unsung };
}

function unknownOf(tunes: readonly Tune[]): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const { unknown } of tunes) for (const [sign, count] of unknown) all.set(sign, (all.get(sign) ?? 0) + count);
  return all;
}

function textOf(bytes: Uint8Array): string {
  const encoding = declaredEncoding(bytes) ?? 'utf-8';
  const isUnicode = /^utf-?(?:8|16)/i.test(encoding);
  const text = isUnicode ? decodeXml(bytes) : decodeText(bytes, encoding).text;
  return text.replace(doctypeOf(text), '').replace(/^\uFEFF?\s*(?:<\?xml[^>]*\?>)?\s*/, '');
}

function tooLarge(limit: string, allowed: number, found: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The score has ${found.toLocaleString('en')} ${limit}; ${allowed.toLocaleString('en')} are the most. Divide it.`,
    details: { limit, allowed, found },
  });
}
