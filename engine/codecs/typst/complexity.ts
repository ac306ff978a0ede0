import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';

/** Letters of a page at least, when it is full of text. */
const LETTERS_PER_PAGE = 2_500;

/** Letters of a word of `lorem`, with its space. */
const LETTERS_PER_WORD = 6;

/** Setting more pages than a document may have takes minutes. */
export function requireBoundedLength(length: number, { pages }: Limits): void {
  const allowed = pages * LETTERS_PER_PAGE;
  if (length <= allowed) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The text has ${length} characters, more than ${pages} pages hold. Split it first.`,
    details: { limit: 'pages', allowed, found: length },
  });
}

/** Code that says nothing: comments, raw text and escaped characters. An address of the Web is no comment. */
const SILENT = /(?<!:)\/\/.*|\/\*[^]*?(?:\*\/|$)|(?<raw>`{3,})[^]*?(?:\k<raw>|$)|`[^`]*(?:`|$)|\\[^]/;
const NUMBER = /(?<![\d_.])\d[\d_]{0,29}(?:\.\d{1,30})?(?:e\d{1,3})?/.source;
const NAME = /[\p{L}_][\p{L}\p{N}_-]{0,99}/u.source;
/** A text within one line: elsewhere the character is a quotation mark. */
const TEXT = /"(?:[^"\\\n]|\\.)*"/.source;
const TOKENS = [
  SILENT.source,
  `(?:let\\s+(?<name>${NAME})\\s*=\\s*)?(?<text>${TEXT})(?:\\s*\\*\\s*(?<times>${NUMBER}))?`,
  `(?<before>${NUMBER})\\s*\\*\\s*(?<repeated>${TEXT})`,
  `let\\s+(?<content>${NAME})\\s*=\\s*(?=[[(])`,
  `\\blorem\\(\\s*(?<words>${NUMBER})\\s*\\)`,
  `\\bfor\\s+${NAME}\\s+in\\s+range\\((?<range>[^()\\n]{0,200})\\)\\s*(?=[{[])`,
  `(?<![\\p{L}\\p{N}_.-])(?<doubled>${NAME})\\s*(?:\\+=\\s*\\k<doubled>|=\\s*\\k<doubled>\\s*(?:\\+\\s*\\k<doubled>|\\*\\s*[2-9]))(?![\\p{L}\\p{N}_(.-])`,
  `(?<open>[{[])|(?<close>[}\\]])`,
];
const TOKEN = new RegExp(TOKENS.join('|'), 'gu');

/**
 * Throws `input_too_complex` for a program in Typst's language that states itself how far it would run: repeated text,
 * loops within loops over numbers, and text that a loop doubles. What runs for long in other ways meets the deadline.
 */
export function requireBoundedProgram(source: string, limits: Limits): void {
  // Rounds of each open block, with those of the blocks around it.
  const blocks = [1];
  const texts = new Set<string>();
  let rounds = 1;
  for (const { groups } of source.matchAll(TOKEN)) {
    const { text, times, before, repeated, words, range, name = groups!.content, doubled, open, close } = groups!;
    if (name !== undefined) texts.add(name);
    if (times !== undefined) requireBoundedLength((text!.length - 2) * numberOf(times), limits);
    else if (before !== undefined) requireBoundedLength((repeated!.length - 2) * numberOf(before), limits);
    else if (words !== undefined) requireBoundedLength(numberOf(words) * LETTERS_PER_WORD, limits);
    else if (range !== undefined) rounds = roundsOf(range);
    else if (doubled !== undefined && texts.has(doubled)) requireBoundedLength(2 ** blocks.at(-1)!, limits);
    else if (close !== undefined && blocks.length > 1) blocks.pop();
    else if (open !== undefined) {
      const within = blocks.at(-1)! * rounds;
      requireBoundedLoops(within, limits);
      blocks.push(within);
      rounds = 1;
    }
  }
}

function requireBoundedLoops(found: number, { loopRounds: allowed }: Limits): void {
  if (found <= allowed) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `Loops within each other of the text have ${found} rounds, more than ${allowed}. Make them shorter.`,
    details: { limit: 'loopRounds', allowed, found },
  });
}

/** Of `range(end)` or `range(start, end, step: 2)`; one when its numbers are not stated. */
function roundsOf(range: string): number {
  const numbers = range
    .split(',')
    .map((part) => (/^\s*(?:step:\s*)?-?[\d_.e]+\s*$/.test(part) ? part.trim() : undefined));
  if (numbers.includes(undefined)) return 1;
  const step = Math.abs(numberOf(numbers.find((part) => part!.startsWith('step:'))?.slice(5) ?? '1')) || 1;
  const [first, second] = numbers.filter((part) => !part!.startsWith('step:')).map((part) => numberOf(part!));
  return Math.max(1, Math.ceil(((second ?? first ?? 0) - (second === undefined ? 0 : first!)) / step));
}

const numberOf = (text: string): number => Number(text.replaceAll('_', ''));
