import type { Damage } from '../scenario.ts';
import { changeMatches, changeParts, writingOf, type Writing } from './result-text.ts';

type Change = (found: readonly string[]) => readonly string[];

const wordsOf = (text: string): string =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const isLong = (text: string): boolean => wordsOf(text).replace(/[^\p{L}\p{N}]/gu, '').length > 20;

/** Damages that a bug in the handling of text and blocks does, for a result of one format. */
export function textDamages(format: string): readonly Damage[] {
  const writing = writingOf(format);
  const change = (pattern: RegExp, edit: Change) => (bytes: Uint8Array) => {
    let isDone = false;
    return changeParts(bytes, writing.part, (text) => {
      if (isDone) return text;
      const after = changeMatches(text, pattern, edit);
      // A damage of one thing is done in one part.
      if (after !== text && !edit.name.startsWith('every')) isDone = true;
      return after;
    });
  };
  const inText = (name: string, harm: Damage['harm'], edit: Change): Damage => ({
    name,
    harm,
    apply: change(writing.text, edit),
  });
  const inBlocks = (name: string, harm: Damage['harm'], edit: Change): Damage => ({
    name,
    harm,
    apply: change(writing.paragraph, edit),
  });
  return [
    inText('every digit changed', 'number', everyDigit),
    inText(
      'one digit changed',
      'number',
      first(/\d/, (text) => text.replace(/\d/, (digit) => String((Number(digit) + 3) % 10))),
    ),
    inText('last digit of the document changed', 'number', lastDigit),
    inText(
      'two digits exchanged',
      'number',
      first(/(\d)(?!\1)\d/, (text) => text.replace(/(\d)(?!\1)(\d)/, '$2$1')),
    ),
    inText(
      'a number lost',
      'number',
      first(/\d/, (text) => text.replace(/\d+/, '')),
    ),
    inText('UTF-8 read as Windows-1252', 'text', everyLetterGarbled),
    inText('letters beyond ASCII as question marks', 'text', everyLetterLost),
    inText('letters beyond ASCII lost', 'text', everyLetterDropped),
    inText(
      'a third of a paragraph lost',
      'text',
      first(isLong, (text) => text.slice(0, Math.floor((text.length * 2) / 3))),
    ),
    inText('the end of every paragraph lost', 'text', everyEnd),
    inText(
      'words in reverse order',
      'order',
      first(isLong, (text) => text.split(' ').toReversed().join(' ')),
    ),
    inText('the last third of the text lost', 'text', lastThird),
    inText('all text lost', 'text', everyText),
    inText('all text in other words', 'text', everyWord),
    inText(
      'one word replaced',
      'text',
      first(isLong, (text) => text.replace(/\p{L}{5,}/u, 'something')),
    ),
    inBlocks('a paragraph lost', 'block', remove(longest)),
    inBlocks(
      'the first paragraph lost',
      'block',
      remove((list) => list.findIndex((one) => wordsOf(one) !== '')),
    ),
    inBlocks(
      'the last paragraph lost',
      'block',
      remove((list) => list.findLastIndex((one) => wordsOf(one) !== '')),
    ),
    inBlocks('a paragraph twice', 'block', twice),
    inBlocks('all paragraphs twice', 'block', everyTwice),
    inBlocks('two paragraphs exchanged', 'order', exchangeLongest),
    inBlocks('neighbouring paragraphs exchanged', 'order', exchangeNeighbours),
    inBlocks('paragraphs sorted', 'order', (list) => list.toSorted((a, b) => (wordsOf(a) < wordsOf(b) ? -1 : 1))),
    inBlocks('paragraphs in reverse order', 'order', (list) => list.toReversed()),
    ...tableDamages(writing, change),
  ];
}

const everyDigit: Change = (list) =>
  list.map((text) => text.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10)));
const everyLetterGarbled: Change = (list) =>
  list.map((text) =>
    text.replace(/[\u0080-\uffff]/g, (letter) => String.fromCharCode(...new TextEncoder().encode(letter))),
  );
const everyLetterLost: Change = (list) => list.map((text) => text.replace(/[\u00c0-\uffff]/g, '?'));
const everyLetterDropped: Change = (list) => list.map((text) => text.replace(/[\u00c0-\uffff]/g, ''));
const everyEnd: Change = (list) => list.map((text) => text.slice(0, Math.ceil(text.length * 0.7)));
const everyText: Change = (list) => list.map(() => '');
const everyWord: Change = (list) => list.map((text) => text.replace(/\p{L}+/gu, 'lorem'));
const everyTwice: Change = (list) => list.map((one) => one + one);
const lastThird: Change = (list) => list.map((text, index) => (index < (list.length * 2) / 3 ? text : ''));
const lastDigit: Change = (list) => {
  const at = list.findLastIndex((text) => /\d/.test(text));
  return at < 0
    ? list
    : list.with(
        at,
        list[at]!.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 5) % 10)),
      );
};

/** The first that fits is changed. */
function first(fits: RegExp | ((text: string) => boolean), edit: (text: string) => string): Change {
  return (list) => {
    const at = list.findIndex((text) => (typeof fits === 'function' ? fits(text) : fits.test(text)));
    return at < 0 ? list : list.with(at, edit(list[at]!));
  };
}

function remove(choose: (list: readonly string[]) => number): Change {
  return (list) => {
    const at = choose(list);
    return at < 0 ? list : list.with(at, '');
  };
}

function longest(list: readonly string[]): number {
  return list.reduce((best, text, at) => (wordsOf(text).length > wordsOf(list[best] ?? '').length ? at : best), -1);
}

const twice: Change = (list) => {
  const at = longest(list);
  return at < 0 ? list : list.with(at, list[at]! + (list[at]!.startsWith('<') ? '' : '\n\n') + list[at]!);
};

const exchangeLongest: Change = (list) => {
  const sorted = [...list.keys()].sort((a, b) => wordsOf(list[b]!).length - wordsOf(list[a]!).length);
  const [a, b] = sorted;
  if (a === undefined || b === undefined || wordsOf(list[a]!) === wordsOf(list[b]!) || wordsOf(list[b]!) === '')
    return list;
  return list.with(a, list[b]!).with(b, list[a]!);
};

const exchangeNeighbours: Change = (list) => {
  const at = list.findIndex((one, index) => isLong(one) && index + 1 < list.length && isLong(list[index + 1]!));
  return at < 0 ? list : list.with(at, list[at + 1]!).with(at + 1, list[at]!);
};

function tableDamages(
  { row, cell, table }: Writing,
  change: (pattern: RegExp, edit: Change) => Damage['apply'],
): readonly Damage[] {
  if (!row || !cell) return [];
  const inRows = (name: string, harm: Damage['harm'], edit: Change): Damage => ({
    name,
    harm,
    apply: change(row, edit),
  });
  const inCells = (name: string, harm: Damage['harm'], edit: Change): Damage => ({
    name,
    harm,
    apply: change(cell, edit),
  });
  const strip = (text: string): string =>
    text.replace(/<\/?(?:w:t(?:bl|r|c)|table:table[a-z-]*|t(?:able|body|head|r|d|h))(?:Pr|Grid)?(?: [^>]*)?>/g, '');
  return [
    inRows('a row of a table lost', 'block', (list) => list.with(Math.min(1, list.length - 1), '')),
    inRows('the last row of a table lost', 'block', (list) => list.with(list.length - 1, '')),
    inRows('two rows exchanged', 'order', (list) =>
      list.length < 3 ? list : list.with(1, list[2]!).with(2, list[1]!),
    ),
    inRows('a row twice', 'block', (list) => (list.length < 2 ? list : list.with(1, list[1]! + list[1]!))),
    inCells('two cells of a row exchanged', 'order', (list) =>
      list.length < 2 ? list : list.with(0, list[1]!).with(1, list[0]!),
    ),
    inCells('two cells of a column exchanged', 'order', (list) =>
      list.length < 6 ? list : list.with(list.length - 1, list[2]!).with(2, list.at(-1)!),
    ),
    inCells('a cell emptied', 'block', (list) => {
      const at = list.findLastIndex((one) => wordsOf(one) !== '');
      return list.with(at, list[at]!.replace(/(?<=>)[^<>]+(?=<)/g, ''));
    }),
    inCells('all cells emptied', 'block', function everyCell(list) {
      return list.map((one) => one.replace(/(?<=>)[^<>]+(?=<)/g, ''));
    }),
    ...(table
      ? [
          { name: 'a table lost', harm: 'block', apply: change(table, (list) => list.with(0, '')) } as const,
          {
            name: 'a table flattened to paragraphs',
            harm: 'structure',
            apply: change(table, (list) => list.with(0, strip(list[0]!))),
          } as const,
        ]
      : []),
  ];
}
