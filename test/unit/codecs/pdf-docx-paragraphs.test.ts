import { describe, expect, it } from 'vitest';
import { goesOnInColumn } from '../../../engine/codecs/pdf-docx/layout/column-joint.ts';
import { wordSpaces } from '../../../engine/codecs/pdf-docx/write/word-spaces.ts';
import { DocumentFonts } from '../../../engine/codecs/pdf-docx/write/document-fonts.ts';
import { buildParagraphs } from '../../../engine/codecs/pdf-docx/layout/paragraphs.ts';
import type { Segment } from '../../../engine/codecs/pdf-docx/layout/segment.ts';
import { textOf } from '../../../engine/codecs/pdf-docx/layout/spaces.ts';
import { placeLines } from '../../../engine/codecs/pdf-docx/write/line-frame.ts';
import type { FontFace, Glyph } from '../../../engine/content/pages/model.ts';
import { paragraphSpans } from '../../../engine/codecs/pdf-docx/write/spans.ts';
import { pageOf } from '../../support/page-models.ts';
import { helveticaWidth } from '../../support/pdf-writer.ts';

const FACE: FontFace = { name: 'Helvetica', bold: false, italic: false, monospace: false, serif: false };
const BOLD: FontFace = { ...FACE, name: 'Helvetica-Bold', bold: true };
const TYPEWRITER: FontFace = { ...FACE, name: 'Courier', monospace: true };
const COLUMN = { x0: 0, x1: 240 };

interface LinePlace {
  readonly x?: number;
  readonly y: number;
  readonly face?: FontFace;
  /** Where the line ends, as in justified text; where the words end if absent. */
  readonly end?: number;
}

/** A line of text of 10 points with its baseline at `y`. */
function lineOf(text: string, { x = 0, y, face = FACE, end }: LinePlace): Segment {
  const natural = [...text].reduce((sum, character) => sum + helveticaWidth(character, 10), 0);
  const stretch = end === undefined ? 1 : (end - x) / natural;
  let pen = x;
  const glyphs = [...text].map((character, order): Glyph => {
    const advance = helveticaWidth(character, 10) * stretch;
    const box = { x0: pen, x1: pen + advance, y0: y - 8, y1: y + 2, originX: pen, baseline: y, advance };
    pen += advance;
    return { text: character, ...box, size: 10, stretch: 1, rotation: 0, font: face, color: '#000000', order };
  });
  return { kind: 'segment', x0: x, x1: pen, y0: y - 8, y1: y + 2, baseline: y, size: 10, glyphs, text: textOf(glyphs) };
}

/** Lines below each other, each with its own place. */
const linesOf = (lines: readonly (readonly [string, Omit<LinePlace, 'y'>?])[], pitch = 12): Segment[] =>
  lines.map(([text, place], index) => lineOf(text, { ...place, y: 20 + pitch * index }));

const textsOf = (segments: readonly Segment[], area = COLUMN): string[] =>
  buildParagraphs(segments, area).map(({ rows }) =>
    rows.map((row) => row.segments.map(({ text }) => text).join('\t')).join(' '),
  );

describe('ragged lines', () => {
  it('are one paragraph where the words go on, though the next one would have found room', () => {
    const lines = linesOf([
      ['In addition to the participating schools of the'],
      ['original sample, 21 substitutes participated'],
      ['for a total of 370 participating schools that can'],
      ['be counted.'],
      ['Another paragraph has two lines as well, which'],
      ['end where they want.'],
    ]);
    expect(textsOf(lines)).toHaveLength(2);
  });

  it('go on with a name in capitals as far as other lines of the text leave room', () => {
    const lines = linesOf([
      ['In addition to the participating schools of all the', { end: 238 }],
      ['states that have been chosen at random as it was', { end: 239 }],
      ['set down in the rules of the programme by all,', { end: 240 }],
      ['original sample, 21 substitutes participated'],
      ['for a total of 370 participating schools that'],
      ['comments be made to the whole Board of'],
      ['Directors before the meeting has ended as it'],
      ['was agreed.'],
    ]);
    expect(textsOf(lines)).toHaveLength(1);
  });

  it.each([
    ['items of a list', ['bore and stroke', 'injection method', 'working cycle and gas exchange', 'cylinders']],
    ['an address', ['Office for Standards in Engineering', '15 Long Street', 'Springfield']],
    ['conditions', ["(c>='00A7' && c<='00A8' && d<'B')", 'so', "(c>='00A7' && c<='00A8' && d<'B')", 'on']],
  ])('do not make one paragraph of %s', (_, texts) => {
    expect(textsOf(linesOf(texts.map((text) => [text])))).toEqual(texts);
  });

  it('do not make one paragraph of monospace text', () => {
    const texts = ['set the first value that is given here', 'get it', 'set the second value that is given'];
    expect(textsOf(linesOf(texts.map((text) => [text, { face: TYPEWRITER }])))).toEqual(texts);
  });
});

describe('lines of a listing', () => {
  it('are no centred paragraph where two of them have one middle by chance', () => {
    const calc = 'calc="score_of(target,query)"';
    const state = 'state INSERT offi="1" offj="0" of it';
    const indent = (lineOf(state, { y: 0 }).x1 - lineOf(calc, { y: 0 }).x1) / 2;
    const lines = ['source START', 'endsource', 'query SEQUENCE', 'endstate', state, calc];
    const listing = lines.map((text, index) =>
      lineOf(text, { y: 20 + 12 * index, x: text === calc ? indent : 0, face: TYPEWRITER }),
    );
    expect(textsOf(listing, { x0: 0, x1: 360 })).toEqual(lines);
  });
});

describe('prose in monospace type', () => {
  it('is one paragraph with its next line, though many lines around it are short', () => {
    const prose = ['Fix the alignment of images that is handled with', 'a view of its own.'];
    const lines = ['overlap.', 'patch.', 'the end.', ...prose, 'done.', 'and so.'];
    const typed = linesOf(lines.map((text) => [text, { face: TYPEWRITER, ...(text === prose[0] && { end: 240 }) }]));
    expect(textsOf(typed)).toContain(prose.join(' '));
  });
});

describe('a paragraph at the end of a column', () => {
  const joint = (after: Segment) => ({
    ...{ left: 0, right: 240, isHeading: () => false },
    before: buildParagraphs(
      [lineOf('If this is off, they will be sent to the output', { y: 20, end: 236 })],
      COLUMN,
    )[0]!,
    after: buildParagraphs([after], COLUMN)[0]!,
  });

  it('goes on in the next one with text of its type, not with a line of code', () => {
    expect(goesOnInColumn(joint(lineOf('of the program.', { y: 20 })))).toBe(true);
    expect(goesOnInColumn(joint(lineOf('debug entering rule', { y: 20, face: TYPEWRITER })))).toBe(false);
  });
});

describe('rows of numbers', () => {
  const ROWS = ['0 2 1 2 1 0 1 0 2', '1 2 0 0 1 2 2 0 1', '-2 0 1.5 0 1 2 1 2 0'];

  it('are a paragraph each, though all end at the same edge', () => {
    expect(textsOf(linesOf(ROWS.map((row) => [row, { end: 240 }])))).toEqual(ROWS);
  });

  it('are text where other words stand among them', () => {
    const lines = ['in the years of 1990 1991 and', '1992 1993 1994 and so on for', 'all of the others'];
    expect(textsOf(linesOf(lines.map((line) => [line, { end: 240 }])))).toHaveLength(1);
  });
});

describe('a block of text inside of a column', () => {
  it('wraps where its own lines end', () => {
    const inner = { x: 20, end: 200 };
    const lines = linesOf([
      ['The text of the column is as wide as all of it, and it', { end: 240 }],
      ['goes on over several lines until a quotation begins', { end: 240 }],
      ['in the middle of it, where the edges are other ones:', { end: 240 }],
      ['We ask the network whatever we see', inner],
      ['There is more of it: a feedback loop', inner],
      ['A cloud looks a little bit like a bird', inner],
      ['Seemingly out of nowhere.', { x: 20 }],
    ]);
    expect(textsOf(lines)).toHaveLength(2);
  });
});

describe('double-spaced lines', () => {
  const TEXTS = [
    'Study of the effect on sheet failure in a test by',
    'using finite element analysis',
    'Evolution of metals',
    '1996',
  ];

  it('are one paragraph where the words go on', () => {
    expect(
      textsOf(
        linesOf(
          TEXTS.map((text) => [text]),
          22,
        ),
      ),
    ).toEqual([`${TEXTS[0]} ${TEXTS[1]}`, TEXTS[2], TEXTS[3]]);
  });

  it('are apart from a listing below them', () => {
    const item = 'The right-hand side vector goes into the file';
    const lines = [lineOf(item, { y: 20 }), lineOf('ends up in PROJECT', { x: 12, y: 42, face: TYPEWRITER })];
    expect(textsOf(lines)).toHaveLength(2);
  });

  it('are apart where other lines stand closer', () => {
    const lines = [
      ...linesOf([['Close lines'], ['One below'], ['the other one'], [TEXTS[0]!]]),
      lineOf(TEXTS[1]!, { y: 78 }),
    ];
    expect(textsOf(lines).slice(-2)).toEqual([TEXTS[0], TEXTS[1]]);
  });
});

describe('text that hangs behind its name', () => {
  const NAME = lineOf('Authors:', { y: 20 });

  it('is one paragraph with it', () => {
    const lines = [
      NAME,
      lineOf('Li Dayong, Zhang Shaorui, Peng', { x: 80, y: 20, end: 238 }),
      lineOf('Yinghong, Liu Shourong', { x: 80, y: 32 }),
    ];
    const [paragraph, ...others] = buildParagraphs(lines, COLUMN);
    expect(others).toEqual([]);
    expect(paragraph).toMatchObject({ left: 80, firstIndent: -80, align: 'left' });
  });

  it('is written as wide as its own lines are, whatever its name takes', () => {
    const text = lineOf('Li Dayong, Zhang Shaorui, Peng', { x: 80, y: 20 });
    const [paragraph] = buildParagraphs([NAME, text, lineOf('Yinghong, Liu Shourong', { x: 80, y: 32 })], {
      x0: 0,
      x1: text.x1,
    });
    const place = { area: { x0: 0, x1: text.x1 }, inTable: false, isListItem: false, fonts: new DocumentFonts([], []) };
    const { left, first, scale } = placeLines(paragraph!, place);
    expect({ left, first }).toEqual({ left: 80, first: -80 });
    expect(Math.abs(scale! - 100)).toBeLessThan(3);
  });

  it('is apart when its first line is short', () => {
    const lines = [NAME, lineOf('Li Dayong', { x: 80, y: 20 }), lineOf('Zhang Shaorui', { x: 80, y: 32 })];
    expect(textsOf(lines)).toEqual(['Authors:\tLi Dayong', 'Zhang Shaorui']);
  });
});

describe('a paragraph', () => {
  it('holds lines that words in bold type fill', () => {
    const lines = linesOf([
      ['In addition to the schools of the states that all', { end: 240 }],
      ['programmes in the valley have chosen by now as', { end: 240, face: BOLD }],
      ['their own, others took part.'],
    ]);
    expect(textsOf(lines)).toHaveLength(1);
  });

  it('holds lines with words in larger type, which go on in others', () => {
    const lines = linesOf([
      ['In addition to the schools of the states that all', { end: 240 }],
      ['programmes in the valley have chosen by now as', { end: 240 }],
      ['their own, others took part.'],
    ]);
    const grown = (factor: number) => [{ ...lines[0]!, size: 10 * factor }, ...lines.slice(1)];
    expect(textsOf(grown(1.2))).toHaveLength(1);
    expect(textsOf(grown(1.5))).toHaveLength(2);
  });

  it('hangs below its first line also where lines stand far apart', () => {
    const lines = linesOf(
      [
        ['Boer, G., Smith, D., Cassou, C., Kirtman, B.,'],
        ['Murphy, L., Polvani, L., Cane, M., Kushnir,', { x: 20 }],
        ['Kimoto, M. (2016). On kilns and ovens.', { x: 20 }],
        ['Smith, D., Eade, R., Pohlmann, H., Meehl, G.,'],
        ['Rixen, M. (2013). On fires.', { x: 20 }],
      ],
      24,
    );
    expect(textsOf(lines)).toHaveLength(2);
  });

  it('goes on below its name where the text behind that fills the line', () => {
    const name = lineOf('Goal:', { y: 20 });
    const text = lineOf('to see what the schools have in the valley', { x: 44, y: 20 });
    expect(textsOf([name, text, lineOf('Programmes that are known.', { y: 32 })])).toHaveLength(1);
    expect(
      textsOf([name, lineOf('to see what they have', { x: 44, y: 20 }), lineOf('Others', { y: 32 })]),
    ).toHaveLength(2);
  });

  it('is set with the room that the name at its head takes', () => {
    const segments = [
      lineOf('Goal:', { y: 20 }),
      lineOf('to see what the schools have in the valley', { x: 52, y: 20 }),
      lineOf('that was looked at in the years of the last report', { y: 32 }),
      lineOf('and what they lack.', { y: 44 }),
    ];
    const [paragraph] = buildParagraphs(segments, COLUMN);
    const { first, scale } = placeLines(paragraph!, {
      area: COLUMN,
      inTable: false,
      isListItem: false,
      fonts: new DocumentFonts([], []),
    });
    expect(first).toBe(0);
    expect(Math.abs(scale! - 100)).toBeLessThan(3);
    const { tabs } = paragraphSpans([{ paragraph: paragraph!, page: pageOf([]) }], { dropLabel: false, right: 240 });
    expect(tabs).toMatchObject([{ x: 52, type: 'left' }]);
  });

  it.each([
    { face: TYPEWRITER, text: 'start-indent="0in" text-indent="0in"', holds: 'keeps the hyphens of monospace text' },
    { face: FACE, text: 'start-indent="0in" text\u00adindent="0in"', holds: 'gives up those that hyphenate words' },
  ])('$holds where it joins lines', ({ face, text }) => {
    const lines = linesOf([
      ['start-indent="0in" text-', { face, end: 240 }],
      ['indent="0in"', { face }],
    ]);
    const [paragraph] = buildParagraphs(lines, COLUMN);
    const parts = [{ paragraph: paragraph!, page: pageOf([]) }];
    expect(paragraphSpans(parts, { dropLabel: false, right: 240 }).spans).toMatchObject([{ text }]);
  });

  it('ends before dots that lead to a page', () => {
    const entry = [
      lineOf('Kilns:', { y: 20 }),
      lineOf('of the valley ..................................', { x: 44, y: 20 }),
    ];
    expect(textsOf([...entry, lineOf('Ovens in the valley', { y: 32 })])).toHaveLength(2);
  });

  it('is a full line of its own where those below it stand closer, and the words do not go on', () => {
    const [first, second, third] = [
      'The last feature you need to know about, etc.',
      'This program calculates the dependencies of all',
      'packages and goes on below.',
    ];
    const at = (text: string, y: number): Segment => lineOf(text, { y, end: y < 50 ? 240 : 120 });
    expect(textsOf([at(first!, 20), at(second!, 38), at(third!, 50)])).toEqual([first, `${second} ${third}`]);
    const running = 'The last feature you need to know about is that';
    const rest = 'this program calculates the dependencies of all';
    expect(textsOf([at(running, 20), at(rest, 38), at(third!, 50)])).toEqual([`${running} ${rest} ${third}`]);
  });

  it('ends at a line in bold type that is short', () => {
    expect(textsOf(linesOf([['The schools', { face: BOLD }], ['are those that took part.']]))).toHaveLength(2);
  });

  it('does not begin with a line that is set at the right', () => {
    expect(
      textsOf(linesOf([['in the spring', { x: 160, end: 240 }], ['Dear reader,'], ['the schools are open.']]))[0],
    ).toBe('in the spring');
  });
});

describe('the space of a font', () => {
  const widthOf = (face: FontFace): number => {
    const [word, next] = [lineOf('nnnnn', { y: 20, face }), lineOf('nnnnn', { y: 20, face, x: 30 })];
    const glyphs = [...word.glyphs, { ...word.glyphs[0]!, text: ' ' }, ...next.glyphs];
    return [...wordSpaces([{ ...word, glyphs }], 0.1).values()][0]!;
  };

  it('is the gap between its words, and in monospace text as wide as a letter', () => {
    const letter = helveticaWidth('n', 10);
    expect(widthOf(FACE)).toBeCloseTo((30 - 5 * letter) / 10);
    expect(widthOf(TYPEWRITER)).toBeCloseTo(letter / 10);
  });
});
