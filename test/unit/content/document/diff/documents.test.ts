import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../../engine/contract/report.ts';
import type { OutlineBlock } from '../../../../../engine/contract/outline.ts';
import { diffDocuments } from '../../../../../engine/content/document/diff.ts';

const facts = (blocks: readonly OutlineBlock[], format: Facts['format'] = 'docx'): Facts => ({
  format,
  sizeBytes: 1,
  reader: 'test',
  depth: 'content',
  features: ['text', 'structure'],
  document: {
    ...(blocks.some(({ page }) => page !== undefined) && { pages: blocks.at(-1)!.page! }),
    ...{ text: blocks.map(({ text }) => text).join('\n'), figures: 0, blocks },
  },
});

/** The differences between two outlines: kind, severity, and what was expected and found. */
function differences(source: readonly OutlineBlock[], result: readonly OutlineBlock[]): string[] {
  const expectation = {
    from: 'docx',
    to: 'html',
    kept: ['text', 'structure', 'figures'],
    lost: [],
    gone: [],
    operations: [],
    takes: 'all',
    gives: 'one',
    options: {},
  } as const;
  return Array.from(
    diffDocuments(facts(source), [facts(result, 'html')], expectation),
    ({ kind, severity, expected = '', found = '' }) => `${severity} ${kind}: ${expected} / ${found}`,
  );
}

const line = (text: string, about: Partial<OutlineBlock> = {}): OutlineBlock => ({
  kind: 'paragraph',
  place: 'body',
  text,
  ...about,
});
const cell = (row: number, column: number, text: string): OutlineBlock => line(text, { cell: [1, row, column] });
const item = (text: string, isOrdered: boolean, label?: string): OutlineBlock =>
  line(text, { item: { level: 0, isOrdered, ...(label !== undefined && { label }) } });

const TEXT = [
  line('Harbour report', { kind: 'heading', level: 1 }),
  line('The water stood unusually high this spring, by 4.25 metres at the old gauge.'),
  line('Nobody had moored a boat there since the storm of 1953, say the keepers.'),
  item('Check the moorings', true, '1.'),
  item('Write the log', true, '2.'),
  cell(1, 1, 'Gauge'),
  cell(1, 2, 'Level'),
  cell(2, 1, 'North'),
  cell(2, 2, '410'),
  cell(3, 1, 'South'),
  cell(3, 2, '620'),
];

describe('a document that came out as it was', () => {
  it('has no differences, whatever labels and marks its format writes as text', () => {
    expect(differences(TEXT, TEXT)).toEqual([]);
    const noted = TEXT.with(2, line(`${TEXT[2]!.text}\ufffc`, { marks: ['a'] }));
    expect(differences(noted, TEXT.with(2, line(`${TEXT[2]!.text}[1]`)))).toEqual([]);
    expect(differences(noted, TEXT.with(2, line(TEXT[2]!.text.replace('keepers.', 'keepers1'))))).toEqual([]);
  });

  it('may have its paragraphs cut into lines', () => {
    const lines = TEXT.flatMap((block) =>
      block.cell ? [block] : block.text.split(', ').map((text) => ({ ...block, text })),
    );
    expect(differences(TEXT, lines)).toEqual([]);
  });

  it('may have its title in what a book says of itself', () => {
    const expectation: Expectation = {
      ...{ from: 'md', to: 'mobi', kept: ['text'], lost: [], gone: [], operations: [] },
      ...{ takes: 'all', gives: 'one', options: {} },
    };
    const titled = facts([line('On embers', { place: 'box', box: 1 }), ...TEXT]);
    const kinds = (title: string): string[] => {
      const book = { ...facts(TEXT, 'mobi'), book: { title, authors: [], hasCover: false } };
      const found = diffDocuments(titled, [book], expectation);
      return Array.from(found, ({ kind }) => kind);
    };
    expect(kinds('On Embers')).toEqual([]);
    expect(kinds('Harbour report')).toEqual(['paragraph_missing']);
  });
});

describe('the numbers of notes', () => {
  const marked = (...labels: string[]): OutlineBlock[] => [
    ...TEXT,
    ...labels.map((label, index) =>
      line(`A further remark of the keepers, ${'x'.repeat(index + 3)}\ufffc`, {
        marks: [String(index)],
        markLabels: [label],
      }),
    ),
  ];

  it('are counted as they are shown', () => {
    expect(differences(marked('', '', ''), marked('[1]', '[2]', '[3]'))).toEqual([]);
    expect(differences(marked('1', '1', '2'), marked('1', '1', '2'))).toEqual([]);
    expect(differences(marked('', '', ''), marked('1', '4', '3'))).toEqual(['refuse note_mark: 2 / 4']);
    expect(differences(marked('', '', ''), marked('7', '2', '3'))).toEqual(['tell note_mark: 1 / 7']);
    const asText = (...numbers: number[]): OutlineBlock[] => [
      ...TEXT,
      ...numbers.map((number, index) => line(`A further remark of the keepers, ${'x'.repeat(index + 3)} [${number}]`)),
    ];
    expect(differences(marked('', '', ''), asText(1, 2, 3))).toEqual([]);
    expect(differences(marked('', '', ''), asText(1, 2, 5))).toEqual(['refuse note_mark: 3 / 5']);
  });
});

describe('a note that a format has as text', () => {
  const sentence = 'The lamp went out in the night of the storm';
  const notes = ['Told by the widow of the second keeper', 'Entered in the log a week later'];
  const source: OutlineBlock[] = [
    line(`${sentence}\ufffc and nobody lit it again for weeks\ufffc`, {
      marks: ['a', 'b'],
      markLabels: [undefined, undefined],
    }),
    ...notes.map((text, index) => line(text, { place: 'note', note: 'ab'[index]! })),
  ];
  const asText = (first: string, second: string, labels = ['1', '2']): OutlineBlock[] => [
    line(`${sentence}${first} and nobody lit it again for weeks${second}`),
    ...notes.map((text, index) => line(`${labels[index]} ${text}`)),
  ];

  it('has its number in the text and before the note', () => {
    expect(differences(source, asText('[1]', '[2]'))).toEqual([]);
    expect(differences(source, asText('1', '2', ['1.', '2.']))).toEqual([]);
    expect(differences(source, asText('*', '†', ['*', '†']))).toEqual([]);
    expect(differences(source, asText('[1]', '[]'))).toEqual(['refuse note_mark: 2 / ']);
    expect(differences(source, asText('', ''))).toEqual(['tell note_mark: 1 / ', 'tell note_mark: 2 / ']);
    expect(differences(source, asText('[1]', '[2]', ['1', '6']))).toEqual(['refuse note_mark: 2 / 6']);
  });

  it('may stand where it is referred to', () => {
    const inline = `${sentence} (${notes[0]}) and nobody lit it again for weeks (${notes[1]})`;
    expect(differences(source, [line(inline)])).toEqual([]);
  });

  it('is refused when its mark shows nothing', () => {
    const marked = (label: string): OutlineBlock[] => source.with(0, { ...source[0]!, markLabels: [label, '2'] });
    expect(differences(source, marked('1'))).toEqual([]);
    expect(differences(source, marked(''))[0]).toMatch(/^refuse note_mark/);
  });
});

describe('a formula', () => {
  const formula = (text: string): OutlineBlock => ({ kind: 'formula', place: 'formula', text });
  it('has its digits, in whatever notation', () => {
    expect(differences([...TEXT, formula('12+x=𝟕')], [...TEXT, formula('x=7−12')])).toEqual([]);
    expect(differences([...TEXT, formula('12+x=7')], [...TEXT, formula('12+x=8')])).toEqual([
      'refuse number_changed: 12+x=7 / 12+x=8',
    ]);
  });
});

it('headings on slides that are no titles, and the numbers of their lists, are told of', () => {
  const slides = TEXT.slice(0, 5).map((block) => ({ ...block, page: 1 }));
  const plain = slides.map((block) => ({ ...block, kind: 'paragraph' as const }));
  expect(differences(TEXT.slice(0, 5), plain)).toEqual(['tell heading_plain: Harbour report / ']);
  const bullets = slides.map((block) => (block.item ? { ...block, item: { level: 0, isOrdered: false } } : block));
  expect(new Set(differences(TEXT.slice(0, 5), bullets))).toEqual(new Set(['tell list_kind: numbered / bulleted']));
});

describe('slides', () => {
  const frame = (x: number, y: number): OutlineBlock['frame'] => ({ x, y, width: 200, height: 60 });
  const title = line('Why it stays warm', { kind: 'heading', page: 1, box: 1, frame: frame(40, 20) });
  const left = line('It keeps an even heat', { page: 1, box: 2, frame: frame(40, 200) });
  const right = line('Its fire feeds itself', { page: 1, box: 3, frame: frame(400, 200) });

  it('have their texts at their places', () => {
    expect(differences([title, left, right], [title, right, left])).toEqual([]);
    const exchanged = [title, { ...left, frame: right.frame }, { ...right, frame: left.frame }];
    expect(differences([title, left, right], exchanged)).toHaveLength(2);
  });

  it('are told of in another order, and without a title or its list, where they are no slides any more', () => {
    const plain = ({ text, kind }: OutlineBlock): OutlineBlock =>
      line(text, kind === 'heading' ? { kind, level: 2 } : {});
    const listed = { ...left, item: { level: 0, isOrdered: false } };
    expect(differences([title, left, right], [title, left, right].map(plain))).toEqual([]);
    expect(differences([title, left, right], [title, right, left].map(plain))).toEqual([
      'tell paragraph_order: its fire feeds itself / ',
    ]);
    const kept = differences([title, listed, right], [title, left, right].map(plain));
    expect(kept).toEqual(['tell list_plain: It keeps an even heat / ']);
    const second = { ...title, text: 'What it burns', page: 2 };
    const [first, ...rest] = [title, left, right, second].map(plain);
    expect(differences([title, left, right, second], [line(first!.text), ...rest])).toEqual([
      'tell heading_plain: Why it stays warm / ',
    ]);
  });
});

describe('what programs lay out in their own way', () => {
  it('may break a word that is too long for its column', () => {
    const narrow = TEXT.with(9, cell(3, 1, 'Southwesterly'));
    const broken = TEXT.toSpliced(9, 2, cell(3, 1, 'Southwest'), cell(3, 2, '620'), cell(3, 1, 'erly'));
    expect(differences(narrow, broken)).toEqual([]);
    const short = TEXT.toSpliced(9, 1, cell(3, 1, 'Sou'), cell(3, 1, 'th'));
    expect(differences(TEXT, short)).toEqual([]);
    const lost = TEXT.toSpliced(9, 2, cell(3, 1, 'Southwest'), cell(3, 2, '620'));
    expect(differences(narrow, lost).some((one) => one.startsWith('refuse'))).toBe(true);
  });

  it('may leave out a header that no page need have, and not the one that says the same on all pages', () => {
    const header = 'Harbour office, confidential';
    const source = [...TEXT, line(header, { place: 'unshown' }), line(header, { place: 'margin' })];
    expect(differences(source, [...TEXT, line(header, { place: 'margin' })])).toEqual([]);
    expect(differences(source, TEXT)[0]).toMatch(/^refuse header_missing/);
  });
});

describe('cells', () => {
  const spanned = (row: number, column: number, text: string): OutlineBlock => ({
    ...cell(row, column, text),
    isSpanned: true,
  });
  it('stand in their columns and rows, whatever the others cover', () => {
    const table = [spanned(1, 2, 'Gauge'), spanned(2, 1, 'North'), spanned(2, 3, 'closed'), spanned(4, 2, 'South')];
    expect(differences(table, table)).toEqual([]);
    expect(differences(table, table.with(0, spanned(1, 1, 'Gauge')))).toEqual(['tell table_cell_order: Gauge / ']);
    expect(differences(table, table.with(3, spanned(3, 2, 'South')))).toEqual(['tell table_cell_order: South / ']);
  });
});

describe('what pages hide', () => {
  const onPages = (shown: readonly OutlineBlock[], unseen: string): string[] => {
    const text = shown.map((block) => block.text).join('\n');
    const result: Facts = { ...facts([], 'pdf'), document: { pages: 1, text, unseen, figures: 0 } };
    const expectation: Expectation = {
      ...{ from: 'docx', to: 'pdf', kept: ['text'], lost: [], gone: [], operations: [] },
      ...{ takes: 'all', gives: 'one', options: {} },
    };
    return Array.from(diffDocuments(facts(TEXT), [result], expectation), ({ kind, severity }) => `${severity} ${kind}`);
  };

  it('is told of where it stands there, and missing where it does not', () => {
    expect(onPages(TEXT, '')).toEqual([]);
    expect(onPages(TEXT.slice(1), 'Harbour report')).toEqual(['tell text_not_visible']);
    expect(onPages(TEXT.slice(1), 'Harbour')).toEqual(['refuse paragraph_missing']);
  });
});

describe('a date that programs compute', () => {
  it('may stand in a header that a result has more often', () => {
    const dated = [...TEXT, line('27.12.2024'), line('\ufffc', { place: 'margin', computed: '27.12.2024' })];
    expect(differences(dated, [...TEXT, line('27.12.2024'), line('27.12.2024')])).toEqual([]);
    expect(differences(dated.slice(0, -1), [...TEXT, line('27.12.2024'), line('27.12.2024')])).toEqual([
      'refuse paragraph_repeated:  / 27.12.2024',
    ]);
  });
});

describe('a changed number is refused', () => {
  it('in a text and in a cell', () => {
    expect(differences(TEXT, TEXT.with(1, line(TEXT[1]!.text.replace('25', '52'))))).toEqual([
      'refuse number_changed: 25 / 52',
    ]);
    expect(differences(TEXT, TEXT.with(8, cell(2, 2, '411')))).toEqual(['refuse number_changed: 410 / 411']);
  });

  it('when two are exchanged', () => {
    const exchanged = TEXT.with(8, cell(2, 2, '620')).with(10, cell(3, 2, '410'));
    expect(differences(TEXT, exchanged).some((one) => one.startsWith('refuse table_cell_order'))).toBe(true);
  });
});

describe('text', () => {
  it('is refused when a paragraph is missing, moved, or there twice', () => {
    expect(differences(TEXT, TEXT.toSpliced(2, 1))[0]).toMatch(/^refuse paragraph_missing: nobody/);
    expect(differences(TEXT, TEXT.toSpliced(1, 2, TEXT[2]!, TEXT[1]!))[0]).toMatch(/^refuse paragraph_order/);
    expect(differences(TEXT, [...TEXT, TEXT[1]!])[0]).toMatch(/^refuse paragraph_repeated/);
  });

  it('is told of when one word differs', () => {
    expect(differences(TEXT, TEXT.with(2, line(TEXT[2]!.text.replace('boat', 'ship'))))).toEqual([
      'tell text_changed: boat / ship',
    ]);
  });

  it('is refused in a wrong encoding', () => {
    const accented = TEXT.with(2, line('Naïve façades are spelt with more than the letters of ASCII.'));
    const wrong = accented.with(2, line('NaÃ¯ve faÃ§ades are spelt with more than the letters of ASCII.'));
    expect(differences(accented, wrong).some((one) => one.startsWith('refuse encoding_changed'))).toBe(true);
  });
});

describe('what a document is called beside its text', () => {
  const called = (title: string | undefined): Facts => {
    const one = facts(TEXT);
    return { ...one, document: { ...one.document!, ...(title !== undefined && { title }) } };
  };
  const kinds = (before: string | undefined, after: string | undefined): string[] =>
    Array.from(
      diffDocuments(called(before), [called(after)], {
        ...{ from: 'docx', to: 'html', kept: ['text', 'metadata'], lost: [], gone: [], operations: [] },
        ...{ takes: 'all', gives: 'one', options: {} },
      }),
      ({ kind, severity }) => `${severity} ${kind}`,
    );

  it('is told of when it is another title', () => {
    expect(kinds('Harbour report 2024', 'Harbour report 2042')).toEqual(['tell text_changed']);
    expect(kinds('Harbour report', 'harbour  report')).toEqual([]);
    expect(kinds(undefined, 'made-up')).toEqual([]);
  });
});

describe('a heading', () => {
  it('is told of when it comes twice, and may come again as text', () => {
    expect(differences(TEXT, [...TEXT, TEXT[0]!])).toEqual(['tell paragraph_repeated:  / Harbour report']);
    expect(differences(TEXT, [...TEXT, line('Harbour report')])).toEqual([]);
  });
});

describe('what stands between words', () => {
  const quoted = TEXT.with(2, line('“Nobody had moored a boat there”, say ‘the keepers’ — since the storm of 1953.'));
  const asWritten = (change: (text: string) => string): OutlineBlock[] => quoted.with(2, line(change(quoted[2]!.text)));

  it('may be written in ASCII', () => {
    expect(
      differences(
        quoted,
        asWritten((text) => text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'")),
      ),
    ).toEqual([]);
  });

  it('is refused when it became question marks, and told of when it is gone', () => {
    expect(
      differences(
        quoted,
        asWritten((text) => text.replace(/[“”‘’—]/g, '?')),
      )[0],
    ).toMatch(/^refuse encoding_changed/);
    expect(
      differences(
        quoted,
        asWritten((text) => text.replace(/[“”‘’—]/g, '')),
      ),
    ).toEqual(['tell text_changed: 4 quotation marks / none', 'tell text_changed: 1 dashes / none']);
  });
});

describe('what blocks are', () => {
  it('is refused when a heading, a list or a table is none any more', () => {
    expect(differences(TEXT, TEXT.with(0, line('Harbour report')))).toEqual([
      'refuse heading_plain: Harbour report / ',
    ]);
    expect(differences(TEXT, TEXT.with(3, line('Check the moorings')))).toEqual([
      'refuse list_plain: Check the moorings / ',
    ]);
    expect(
      differences(
        TEXT,
        TEXT.map((block) => line(block.text, { ...block, cell: undefined })),
      ),
    ).toEqual(['refuse table_plain: Gauge / ']);
  });

  it('is refused when levels and kinds change, and told of when labels do', () => {
    expect(differences(TEXT, TEXT.with(0, { ...TEXT[0]!, level: 2 }))).toEqual(['refuse heading_level: 1 / 2']);
    // Titles of slides have no level.
    const onSlides = TEXT.map((block) => ({ ...block, page: 1 }));
    expect(differences(TEXT, onSlides.with(0, { ...onSlides[0]!, level: 2 })).join()).not.toContain('heading_level');
    expect(differences(TEXT, TEXT.with(3, item('Check the moorings', false)))).toEqual([
      'refuse list_kind: numbered / bulleted',
    ]);
    expect(differences(TEXT, TEXT.with(3, item('Check the moorings', true, '7.')))).toEqual([
      'tell list_label: 1. / 7.',
    ]);
    expect(differences(TEXT, TEXT.with(3, item('Check the moorings', true, '(a)')))).toEqual([]);
  });

  it('is told when a text leads elsewhere, though another leads where it did', () => {
    const linked = (first: string): OutlineBlock[] =>
      TEXT.with(
        2,
        line(TEXT[2]!.text, {
          links: [
            { text: 'storm', href: first },
            { text: 'the', href: 'https://example.org/a' },
          ],
        }),
      );
    expect(differences(linked('https://example.org/a'), linked('https://example.org/b'))).toEqual([
      'tell link_target: https://example.org/a / https://example.org/b',
    ]);
  });

  it('is refused when a link leads elsewhere, or a note is another', () => {
    const linked = (href: string): OutlineBlock[] =>
      TEXT.with(2, line(TEXT[2]!.text, { links: [{ text: 'storm', href }] }));
    expect(differences(linked('https://example.org/a'), linked('https://example.org/b'))).toEqual([
      'refuse link_target: https://example.org/a / https://example.org/b',
    ]);
    const noted = (first: string, second: string): OutlineBlock[] => [
      ...TEXT.with(1, { ...TEXT[1]!, marks: [first] }).with(2, { ...TEXT[2]!, marks: [second] }),
      line('Measured by the harbour master.', { place: 'note', note: 'a' }),
      line('As told in the chronicle of the town.', { place: 'note', note: 'b' }),
    ];
    expect(differences(noted('a', 'b'), noted('a', 'b'))).toEqual([]);
    expect(differences(noted('a', 'b'), noted('b', 'a'))[0]).toMatch(/^refuse note_mark/);
    const together = (...marks: string[]): OutlineBlock[] => [
      line('The tide\ufffc was higher than ever before in that spring\ufffc.', { marks }),
      ...noted('a', 'b').slice(-2),
    ];
    expect(differences(together('a', 'b'), together('a', 'b'))).toEqual([]);
    expect(differences(together('a', 'b'), together('b', 'a'))[0]).toMatch(/^refuse note_mark/);
  });

  it('is refused when images are missing, exchanged or replaced', () => {
    const image = (hash: string): OutlineBlock => ({
      kind: 'image',
      place: 'body',
      text: '',
      image: { hash, mimeType: 'image/png', alternative: '' },
    });
    const spacer = { ...image('dot'), image: { ...image('dot').image!, size: { width: 1, height: 1 } } };
    expect(differences([spacer, ...TEXT, image('one'), spacer], [...TEXT, image('one')])).toEqual([]);
    const shown = [...TEXT, image('one'), image('two')];
    expect(differences(shown, [...TEXT, image('one')])).toEqual(['refuse image_missing:  / ']);
    expect(differences(shown, [...TEXT, image('two'), image('one')])).toEqual(['refuse image_order:  / ']);
    expect(differences(shown, [...TEXT, image('one'), image('three')])[0]).toMatch(/^refuse \w*image_\w+/);
  });

  it('is told where fields show other numbers', () => {
    const counted = [...TEXT, line('Page \ufffc of \ufffc', { place: 'margin', computed: 'Page 2 of 5' })];
    const shown = (text: string): OutlineBlock[] => [...TEXT, line(text, { place: 'margin' })];
    expect(differences(counted, shown('Page 2 of 5'))).toEqual([]);
    expect(differences(counted, shown('Page 2 of 8'))).toEqual(['tell number_changed: 5 / 8']);
    const touched = [...TEXT, line('Berth 12\ufffc', { computed: 'Berth 123' })];
    expect(differences(touched, [...TEXT, line('Berth 123')])).toEqual([]);
    expect(differences(touched, [...TEXT, line('Berth 173')])).not.toEqual([]);
  });

  it('is told where its title is a paragraph and nothing else is a heading', () => {
    const titled = [line('The tides', { kind: 'heading', level: 0 }), ...TEXT.slice(1)];
    expect(differences(titled, titled.with(0, line('The tides', { kind: 'heading', level: 1 })))).toEqual([]);
    expect(differences(titled, titled.with(0, line('The tides')))).toEqual(['tell heading_plain: The tides / ']);
    expect(differences(titled, titled.with(0, line('The tides', { kind: 'heading', level: 2 })))).toEqual([
      'tell heading_level: 1 / 2',
    ]);
  });

  it('is told where a paragraph became an item of a numbered list', () => {
    expect(differences(TEXT, TEXT.with(2, item(TEXT[2]!.text, true, '1.')))).toEqual([
      'tell list_kind: paragraph / numbered',
    ]);
  });

  it('is told where nothing is left of its quotation marks, dashes or ellipses', () => {
    const spelt = (text: string): OutlineBlock[] => [...TEXT, line(text)];
    const source = spelt('The keeper\u2019s log \u2013 in two volumes \u2026');
    expect(differences(source, spelt("The keeper's log - in two volumes ..."))).toEqual([]);
    expect(differences(source, spelt('The keepers log  in two volumes '))).toEqual([
      'tell text_changed: 1 quotation marks / none',
      'tell text_changed: 1 dashes / none',
      'tell text_changed: 1 ellipses / none',
    ]);
  });

  it('is told where notes of the speaker are exchanged', () => {
    const notes = [
      line('Speak slowly, and point at the north gauge', { place: 'speaker', page: 1 }),
      line('Count the barrels before the harbour master does', { place: 'speaker', page: 2 }),
    ];
    const slides = [line('The tides', { page: 1 }), line('The barrels', { page: 2 })];
    const result = (list: readonly OutlineBlock[]): OutlineBlock[] =>
      [...slides, ...list].map(({ kind, place, text }) => ({ kind, place, text }));
    expect(differences([...slides, ...notes], result(notes))).toEqual([]);
    expect(differences([...slides, ...notes], result(notes.toReversed()))[0]).toMatch(/paragraph_order/);
  });

  it('is told where bytes of an image that nobody draws again are others', () => {
    const image = (hash: string, mimeType: string): OutlineBlock => ({
      ...{ kind: 'image', place: 'body', text: '' },
      image: { hash, mimeType, alternative: '' },
    });
    const source = [...TEXT, image('one', 'image/x-wmf')];
    expect(differences(source, [...TEXT, image('one', 'application/octet-stream')])).toEqual([]);
    expect(differences(source, [...TEXT, image('two', 'application/octet-stream')])).toEqual([
      'tell image_changed:  / ',
    ]);
    expect(differences(source, [...TEXT, image('two', 'image/png')])).toEqual([]);
  });
});
