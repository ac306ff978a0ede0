/**
 * How many of the source's words are in the output, counted with their repetitions. Words that have no counterpart are
 * compared once more by their pairs of letters with the output's words that have none either: two readers cut words at
 * different places (spaced letters, hyphens, neighbouring cells), and that must not count as a loss.
 */
export function countPresentWords(source: readonly string[], output: readonly string[]): number {
  const unequal = withoutCounterpart(source, output);
  if (unequal.length === 0) return source.length;
  const additional = withoutCounterpart(output, source);
  const cut = withoutPieces(withoutReversed(unequal, additional), additional);
  if (cut.length === 0) return source.length;
  const share = shareOfLetterPairs(cut.join(''), additional.join(''));
  return source.length - cut.length + Math.round(cut.length * share);
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Readers of PDF give words that run from right to left in the order of reading, or as their letters are. */
function withoutReversed(missing: readonly string[], additional: readonly string[]): string[] {
  const reversed = missing.map((word) => (RIGHT_TO_LEFT.test(word) ? [...word].toReversed().join('') : word));
  const left = withoutCounterpart(reversed, additional);
  return left.length === missing.length ? [...missing] : left;
}

/** Letters of the longest word that may come back one by one: `CO2` with its 2 below the line, `1st`. */
const MAX_PIECES = 4;

/** The words that are not there letter by letter, each as a word of its own. */
function withoutPieces(missing: readonly string[], additional: readonly string[]): string[] {
  const available = new Map<string, number>();
  for (const word of additional) if (word.length === 1) available.set(word, (available.get(word) ?? 0) + 1);
  if (available.size === 0) return [...missing];
  return missing.filter((word) => {
    if (word.length < 2 || word.length > MAX_PIECES) return true;
    const letters = [...word];
    if (letters.some((letter) => (available.get(letter) ?? 0) === 0)) return true;
    for (const letter of letters) available.set(letter, Math.max(0, available.get(letter)! - 1));
    return false;
  });
}

/** The words, in their order, that `others` lacks or has fewer times. */
export function withoutCounterpart(words: readonly string[], others: readonly string[]): string[] {
  const available = new Map<string, number>();
  for (const word of others) available.set(word, (available.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const left = available.get(word) ?? 0;
    if (left > 0) available.set(word, left - 1);
    return left === 0;
  });
}

/**
 * Share of the text's pairs of neighbouring letters that the other text has, counted with their repetitions. In scripts
 * with thousands of characters each says enough alone.
 */
export function shareOfLetterPairs(text: string, other: string): number {
  const units = [...letterUnits(text)];
  if (units.length === 0) return other.includes(text) ? 1 : 0;
  const available = new Map<number, number>();
  for (const unit of letterUnits(other)) available.set(unit, (available.get(unit) ?? 0) + 1);
  let found = 0;
  for (const unit of units) {
    const left = available.get(unit) ?? 0;
    if (left === 0) continue;
    available.set(unit, left - 1);
    found++;
  }
  return found / units.length;
}

/** Where Chinese, Japanese and Korean begin: radicals, kana, ideographs and syllables. */
const FIRST_CJK = 0x2e80;

function* letterUnits(text: string): Generator<number> {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= FIRST_CJK) yield code;
    else if (index > 0) yield text.charCodeAt(index - 1) * 0x10000 + code;
  }
}
