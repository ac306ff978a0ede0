import { ConversionError } from '../../../contract/errors.ts';
import { orderedCues, tidyLines, type Cue, type CueLine, type Place, type RunStyle } from '../model.ts';
import { SECOND_MS } from '../times.ts';
import type { ReadCues } from '../read.ts';

const LINE = /^\s*\{(\d+)\}\{(\d*)\}(.*)$/;

interface FrameCue {
  readonly start: number;
  readonly end: number | undefined;
  readonly text: string;
}

/**
 * MicroDVD counts frames: `{100}{150}one|two`. How many there are in a second is in a first cue of its own, or in
 * the option `fps`.
 */
export const readMicroDvd: ReadCues = (source, notes, { fps }) => {
  const lines = source.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const entries = lines.flatMap(frameCues);
  if (entries.length < lines.length) notes.drop('unreadable');
  const declared = rateDeclaredBy(entries[0]);
  const rate = fps ?? declared;
  const shown = declared === undefined ? entries : entries.slice(1);
  if (shown.length > 0 && rate === undefined) throw unknownRate();
  const cues = shown.map(({ start, end, text }, index): Cue => {
    const lastFrame = end ?? shown[index + 1]?.start ?? start + rate! * 4;
    const { lines, place } = readText(text);
    const startMs = Math.round((start * SECOND_MS) / rate!);
    const endMs = Math.round((lastFrame * SECOND_MS) / rate!);
    return { startMs, endMs, lines: tidyLines(lines), ...(place && { place }) };
  });
  return { cues: orderedCues(cues), styles: [], metadata: {} };
};

/** Frames a second, when the file says it itself. */
export function declaredRate(source: string): number | undefined {
  const [first = ''] = source.trimStart().split(/\r\n|\r|\n/, 1);
  return rateDeclaredBy(frameCues(first)[0]);
}

function frameCues(line: string): FrameCue[] {
  const fields = LINE.exec(line);
  return fields ? [{ start: Number(fields[1]), end: Number(fields[2]) || undefined, text: fields[3]! }] : [];
}

/** The cue of frame 0 or 1 that holds a number is no text. */
function rateDeclaredBy(first: FrameCue | undefined): number | undefined {
  if (!first || first.start > 1 || !/^\s*\d{1,3}(?:[.,]\d+)?\s*$/.test(first.text)) return undefined;
  const rate = Number(first.text.trim().replace(',', '.'));
  return rate >= 1 && rate <= 240 ? rate : undefined;
}

function unknownRate(): ConversionError {
  return new ConversionError({
    code: 'invalid_options',
    message:
      'The MicroDVD file counts frames and does not say how many there are in a second. Give the option fps, such as 23.976 or 25.',
    details: { option: 'fps' },
  });
}

const STYLE_OF_CODE: Readonly<Record<string, RunStyle>> = {
  b: { bold: true },
  i: { italic: true },
  u: { underline: true },
  s: { strike: true },
};

/** Codes before a line: in lower case they hold for that line, in upper case for the whole cue. */
function readText(source: string): { lines: CueLine[]; place: Place | undefined } {
  let ofCue: RunStyle = {};
  let place: Place | undefined;
  const lines = source.split('|').map((line): CueLine => {
    let ofLine: RunStyle = {};
    const text = line.replaceAll(/\{([a-z]):([^}]*)\}/gi, (_, key: string, value: string) => {
      const runStyle = styleOfCode(key.toLowerCase(), value);
      if (key === 'P' && value.trim() === '1') place = { vertical: 'top', horizontal: 'centre' };
      else if (key === key.toUpperCase()) ofCue = { ...ofCue, ...runStyle };
      else ofLine = { ...ofLine, ...runStyle };
      return '';
    });
    const isItalic = text.startsWith('/');
    return [{ ...ofCue, ...ofLine, ...(isItalic && { italic: true }), text: isItalic ? text.slice(1) : text }];
  });
  return { lines, place };
}

function styleOfCode(key: string, value: string): RunStyle {
  if (key === 'y')
    return Object.assign(
      {},
      ...value
        .toLowerCase()
        .split(',')
        .map((letter) => STYLE_OF_CODE[letter.trim()]),
    ) as RunStyle;
  const bgr = key === 'c' ? /^\$([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value.trim()) : null;
  return bgr ? { colour: `#${bgr[3]}${bgr[2]}${bgr[1]}`.toLowerCase() } : {};
}
