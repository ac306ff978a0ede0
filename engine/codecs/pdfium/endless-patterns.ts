import { ConversionError } from '../../contract/errors.ts';

/** Of larger files nothing is looked for: their numbers of objects are, and the deadline ends what goes wrong. */
const MOST_BYTES = 4 * 1024 * 1024;
const OBJECT = /(?:^|[\r\n\s])(\d{1,10})[ \t]+(\d{1,5})[ \t]+obj\b/g;
/** References of a dictionary, but for those that lead back up. */
const REFERENCE = /(\/Parent)?\s*(?<!\d)(\d{1,10})\s+\d{1,5}\s+R\b/g;

/**
 * Refuses a PDF with a tiling pattern that is painted with itself: the library draws such a one without end, and is not
 * to be interrupted meanwhile. Patterns and forms are streams, and so always objects of the file itself.
 */
export function refuseEndlessPatterns(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length > MOST_BYTES || !file.includes('/PatternType')) return;
  const dictionaries = dictionariesOf(file.toString('latin1'));
  const patterns = [...dictionaries].filter(([, dictionary]) => /\/PatternType\s+1\b/.test(dictionary));
  if (!patterns.some(([number]) => leadsToItself(number, dictionaries))) return;
  throw new ConversionError({
    code: 'input_corrupt',
    message: 'A pattern of the PDF is painted with itself and has no end. Save it again with the program that made it.',
  });
}

/** By number, what is in front of each object's stream; of several with one number the last is valid. */
function dictionariesOf(text: string): Map<number, string> {
  const dictionaries = new Map<number, string>();
  const starts = [...text.matchAll(OBJECT)];
  for (const [index, match] of starts.entries()) {
    const start = match.index + match[0].length;
    const end = starts[index + 1]?.index ?? text.length;
    dictionaries.set(Number(match[1]), text.slice(start, end).split(/\bstream\r?\n|\bendobj\b/, 1)[0]!);
  }
  return dictionaries;
}

function leadsToItself(number: number, dictionaries: ReadonlyMap<number, string>): boolean {
  const seen = new Set<number>();
  const open = [number];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    for (const [, upwards, reference] of (dictionaries.get(current) ?? '').matchAll(REFERENCE)) {
      const next = Number(reference);
      if (upwards !== undefined) continue;
      if (next === number) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return false;
}
