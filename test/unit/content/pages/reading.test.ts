import { describe, expect, it } from 'vitest';
import { diffPageContent } from '../../../../engine/content/pages/diff.ts';
import type { Facts, PageFacts, TextLine } from '../../../../engine/contract/facts.ts';
import { COMPUTED, type OutlineBlock } from '../../../../engine/contract/outline.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';

const EXPECTATION: Expectation = {
  ...{ from: 'pdf', to: 'docx', lost: [], gone: [], operations: [], takes: 'all', gives: 'one', options: {} },
  kept: ['text', 'structure', 'figures'],
};

const line = (text: string, x: number, y: number, width = text.length * 5): TextLine => ({
  text,
  box: [x, y, width, 10],
});

function pdf(...pages: readonly (readonly TextLine[])[]): Facts {
  const size = { width: 595, height: 842 };
  const facts = pages.map((lines): PageFacts => {
    const glyphs = lines.reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0);
    return { ...size, glyphs, grid: [glyphs], images: [], paths: 0, lines, links: [] };
  });
  const text = pages.map((lines) => lines.map((one) => one.text).join('\n')).join('\f');
  return {
    ...{ format: 'pdf', sizeBytes: 1, reader: 'test', depth: 'content', features: ['text'] },
    document: { pages: pages.length, text, figures: 0 },
    pdf: { hasOutputIntent: false, foreignFonts: [], pages: facts, outline: [] },
  };
}

const paragraph = (text: string, more: Partial<OutlineBlock> = {}): OutlineBlock => ({
  ...{ kind: 'paragraph', place: 'body', text },
  ...more,
});

function document(...blocks: readonly OutlineBlock[]): Facts {
  return {
    ...{ format: 'docx', sizeBytes: 1, reader: 'test', depth: 'content', features: ['text'] },
    document: { text: blocks.map(({ text }) => text).join('\n'), blocks, figures: 0 },
  };
}

function found(source: Facts, result: Facts): string[] {
  return [...diffPageContent(source, [result], EXPECTATION)].map(({ kind, severity }) => `${kind} ${severity}`);
}

const FURNACE = 'The furnace burns for seven weeks before anybody may look into it';
const DOOR = 'Nobody opens the door of the tower while the moon is waning';
const COALS = 'Coals are brought from the valley by mules on every second day';

describe('words of pages', () => {
  it('of which the page does not say the characters may be anything', () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${'abcdefghij'[index % 10]}${'klmnop'[index % 6]}`);
    const read = document(paragraph(FURNACE), paragraph(words.join(' ')));
    const unmapped = line(words.map(() => '\ufffd').join(' '), 72, 220);
    expect(found(pdf([line(FURNACE, 72, 200), unmapped]), read)).toEqual([]);
    expect(found(pdf([line(FURNACE, 72, 200)]), read)).toContain('text_added refuse');
  });

  it('may be in the description of a figure and in the boxes above it, and in one of them they must be', () => {
    const ticks = Array.from({ length: 60 }, (_, index) => String(1000 + index));
    const pages = pdf([line(FURNACE, 72, 200), line(ticks.join(' '), 72, 300)]);
    const figure = (written: readonly string[], described: readonly string[]): Facts => {
      const image = { mimeType: 'image/svg+xml', alternative: described.join(' ') };
      const boxes = written.map((text) => paragraph(text, { place: 'box' }));
      return document(paragraph(FURNACE), { kind: 'image', place: 'body', text: '', image }, ...boxes);
    };
    expect(found(pages, figure(ticks, ticks))).toEqual([]);
    expect(found(pages, figure(ticks.slice(1), ticks))).toEqual([]);
    expect(found(pages, figure(ticks.slice(1), ticks.slice(1)))).toEqual(['text_missing tell']);
  });

  it('may be in the description of a figure where the boxes of another figure have the same', () => {
    const share = (name: string, percent: number): string => `${name} 4,${percent}.5%`;
    const names = Array.from({ length: 30 }, (_, index) =>
      share(`river${'abcdefghij'[index % 10]}${index}`, index + 10),
    );
    const source = pdf(
      [line(FURNACE, 72, 200), ...names.map((name, at) => line(name, 72, 220 + 12 * at))],
      [line(DOOR, 72, 200), line(names.join(' '), 72, 220)],
    );
    const boxes = names.map((name) => paragraph(name, { place: 'box' }));
    const figure = (alternative: string): OutlineBlock => {
      const image = { mimeType: 'image/svg+xml', alternative };
      return { kind: 'image', place: 'body', text: '', image };
    };
    const read = (alternative: string): Facts =>
      document(paragraph(FURNACE), ...boxes, paragraph(DOOR), figure(alternative));
    expect(found(source, read(names.join(' ')))).toEqual([]);
    expect(found(source, read(''))).toContain('text_missing refuse');
  });

  it('may begin with a question mark where another line does not', () => {
    const asked = 'Nobody knows the time · when will it be ?lamp of the tower';
    const source = pdf([line(FURNACE, 72, 200), line(asked, 72, 220)]);
    const [before, after] = asked.replace(' ·', '').split(' ?') as [string, string];
    const apart = document(paragraph(FURNACE), paragraph(before), paragraph(`?${after}`));
    expect(found(source, apart)).not.toContain('encoding_changed refuse');
    const replaced = document(paragraph(FURNACE), paragraph(asked.replace('·', '?')));
    expect(found(source, replaced)).toContain('encoding_changed refuse');
  });

  it('may have a question mark within a line that stands alone on the page', () => {
    const source = pdf([line(FURNACE, 72, 200), line('?', 72, 220), line(': shows · the tower', 90, 220)]);
    const joined = document(paragraph(FURNACE), paragraph('Here ?: shows the tower'));
    expect(found(source, joined)).not.toContain('encoding_changed refuse');
  });

  it('are missing where their line is, though each of them is somewhere else', () => {
    const source = pdf([line(FURNACE, 72, 200), line('the tower of the moon', 72, 220), line(DOOR, 72, 240)]);
    expect(found(source, document(...[FURNACE, 'the tower of the moon', DOOR].map((text) => paragraph(text))))).toEqual(
      [],
    );
    const lost = document(paragraph(FURNACE), paragraph(DOOR), paragraph('moon'), paragraph('tower'), paragraph('the'));
    expect(found(source, lost)).toContain('text_missing tell');
  });

  it('may be cut in two by the end of a line, and have other gaps', () => {
    const source = pdf([line('The alche-', 72, 200), line('mist has 12 45 lamps', 72, 214)]);
    expect(found(source, document(paragraph('The alchemist has 1245 lamps')))).toEqual([]);
  });

  it('are told where they are glued together, or where a word is the beginning of another', () => {
    const source = pdf([line(FURNACE, 72, 200), line('Test the lamps', 72, 220)]);
    const half = FURNACE.replace('The furnace', 'Thefurnace')
      .replace('seven weeks', 'sevenweeks')
      .replace('may look', 'maylook');
    const glued = document(paragraph(half), paragraph('Testthe lamps'));
    expect(found(source, glued)).toEqual(['text_changed tell']);
    const all = document(paragraph(FURNACE.replaceAll(' ', '')), paragraph('Testthelamps'));
    expect(found(source, all)).toContain('text_changed refuse');
    expect(found(source, document(paragraph(FURNACE), paragraph('Testâ the lamps')))).toEqual(['text_missing tell']);
  });

  it('come again in the first rows of a table that goes on on the next page', () => {
    const header = [line('Colour', 72, 200), line('Price', 200, 200)];
    const source = pdf(
      [...header, line('Cobalt', 72, 220), line('12', 200, 220)],
      [line('Colour', 72, 160), line('Price', 200, 160), line('Ochre', 72, 180), line('34', 200, 180)],
    );
    const rows = [
      ['Colour', 'Price'],
      ['Cobalt', '12'],
      ['Ochre', '34'],
    ];
    const cells = rows.flatMap((row, at) =>
      row.map((text, column) => paragraph(text, { cell: [1, at + 1, column + 1] })),
    );
    expect(found(source, document(...cells))).toEqual([]);
    expect(found(source, document(...cells.slice(0, 4)))).not.toEqual([]);
  });

  it('may be headers and numbers of pages, which a document has once or counts itself', () => {
    const pages = [FURNACE, DOOR, COALS].map((text, index) => [
      line('Handbook of the guild', 72, 40),
      line(text, 72, 200),
      line(`Page ${index + 1} of 3`, 280, 800),
      line(`${index + 1} / 3`, 500, 800),
    ]);
    const header = paragraph('Handbook of the guild', { place: 'margin' });
    const body = [FURNACE, DOOR, COALS].map((text) => paragraph(text));
    const number = paragraph(COMPUTED, { place: 'margin' });
    expect(found(pdf(...pages), document(...body, header, number))).toEqual([]);
    expect(found(pdf(...pages), document(...body, number))).toEqual(['text_missing tell']);
  });
});

describe('accents', () => {
  it('may be left out by who reads the page, not by who wrote the document', () => {
    const bare = pdf([line(FURNACE, 72, 200), line('Table des matieres', 72, 220)]);
    const accented = pdf([line(FURNACE, 72, 200), line('Table des mati\u00e8res', 72, 220)]);
    const written = (text: string): Facts => document(paragraph(FURNACE), paragraph(text));
    expect(found(bare, written('Table des mati\u00e8res'))).toEqual([]);
    expect(found(accented, written('Table des matieres'))).toEqual(['text_missing tell']);
  });
});

describe('the number of a page', () => {
  const texts = [FURNACE, DOOR, COALS];
  const body = [...texts.map((text) => paragraph(text)), ...texts.map((text) => paragraph(`${text}, they say`))];
  /** Pages with a number at one height, and text above and maybe below it. */
  const pagesWith = (below: number) =>
    pdf(
      ...texts.map((text, index) => [
        line(text, 72, 200),
        line(String(7 + index), 280, 640),
        line(`${text}, they say`, 72, below),
      ]),
    );

  it('may stand under its text, far from the edge of the paper', () => {
    const numbered = document(...body, paragraph(COMPUTED, { place: 'margin' }));
    expect(found(pagesWith(600), numbered)).toEqual([]);
    expect(found(pagesWith(660), numbered)).toContain('text_missing tell');
  });
});

describe('headers of pages', () => {
  const numbered = (number: string) => [line(`Release notes ${number}`, 72, 40), line(FURNACE, 72, 300)];

  it('may count in Roman numbers', () => {
    const source = pdf(...['i', 'ii', 'iii', 'iv'].map(numbered));
    const header = paragraph(`Release notes ${COMPUTED}`, { place: 'margin' });
    expect(found(source, document(header, ...Array.from({ length: 4 }, () => paragraph(FURNACE))))).toEqual([]);
  });
});

it('headings may have their numbers beside them', () => {
  const titles = ['First steps', 'The right way', 'What is needed', 'How to go on', 'Where to ask', 'What is left'];
  const source = pdf(titles.map((title, index) => line(`${index + 1} ${title}`, 72, 200 + 20 * index)));
  const outline = titles.map((title, index) => ({ title: `${index + 1} ${title}`, level: 1, page: 1 }));
  const numbered = { ...source, pdf: { ...source.pdf!, outline } } as unknown as Facts;
  const heading = (text: string): OutlineBlock => ({ ...paragraph(text), kind: 'heading', level: 1 });
  const contents = titles.map((title, index) => paragraph(`${index + 1} ${title}`));
  expect(found(numbered, document(...contents, ...titles.map(heading)))).not.toContain('heading_plain refuse');
  expect(found(numbered, document(...contents))).toContain('heading_plain refuse');
});

describe('numbers of pages', () => {
  const source = pdf([line('The kiln burns at 1340 degrees in May', 72, 200), line(DOOR, 72, 220)]);

  it('are between their neighbours', () => {
    const changed = document(paragraph('The kiln burns at 1430 degrees in May'), paragraph(DOOR));
    expect(found(source, changed)).toEqual(['number_changed refuse']);
    const lost = document(paragraph('The kiln burns at degrees in May'), paragraph(DOOR), paragraph('1340'));
    expect(found(source, lost)).toEqual(['number_missing tell']);
  });

  it('may be marks of notes that a document computes', () => {
    const noted = pdf([line('The kiln1 burns at night 2 in May', 72, 200), line('1from the guild', 72, 700)]);
    const note = paragraph('from the guild', { place: 'note', note: '1' });
    expect(found(noted, document(paragraph(`The kiln${COMPUTED} burns at night ${COMPUTED} in May`), note))).toEqual(
      [],
    );
  });
});

describe('the order of what is read from pages', () => {
  const whole = [FURNACE, DOOR, COALS];

  it('is from top to bottom, and from left to right', () => {
    const source = pdf(whole.map((text, index) => line(text, 72, 200 + 20 * index)));
    expect(found(source, document(...whole.map((text) => paragraph(text))))).toEqual([]);
    expect(found(source, document(...[FURNACE, COALS, DOOR].map((text) => paragraph(text))))).toEqual([
      'text_order tell',
    ]);
    const reversed = paragraph(DOOR.split(' ').toReversed().join(' '));
    expect(found(source, document(paragraph(FURNACE), reversed, paragraph(COALS)))).not.toEqual([]);
  });

  it('may be that of columns or of rows', () => {
    const source = pdf([
      line('Cobalt', 72, 200),
      line('twelve', 200, 200),
      line('Ochre', 72, 220),
      line('ninety', 200, 220),
    ]);
    const read = (text: string): string[] => found(source, document(...text.split(' ').map((word) => paragraph(word))));
    expect(read('Cobalt twelve Ochre ninety')).toEqual([]);
    expect(read('Cobalt Ochre twelve ninety')).toEqual([]);
    expect(read('Ochre ninety Cobalt twelve')).not.toEqual([]);
    expect(read('twelve Cobalt Ochre ninety')).not.toEqual([]);
  });

  it('has every paragraph once', () => {
    const source = pdf(whole.map((text, index) => line(text, 72, 200 + 20 * index)));
    const twice = document(...[FURNACE, DOOR, DOOR, COALS].map((text) => paragraph(text)));
    expect(found(source, twice)).toEqual(['paragraph_repeated tell']);
  });
});

describe('links of pages', () => {
  const linked = (box: PageFacts['links'][number]['box']): Facts => {
    const source = pdf([line(FURNACE, 72, 200), line(DOOR, 72, 240)]);
    const [page] = source.pdf!.pages;
    const links = [{ box, url: 'https://example.org/furnace' }];
    return { ...source, pdf: { ...source.pdf!, pages: [{ ...page!, links }] } };
  };
  const result = document(paragraph(FURNACE), paragraph(DOOR));

  it('are missing where text leads to them, and told of where only a drawing does', () => {
    expect(found(linked([72, 198, 300, 14]), result)).toContain('link_missing refuse');
    expect(found(linked([72, 600, 300, 14]), result)).toContain('link_missing tell');
  });
});
