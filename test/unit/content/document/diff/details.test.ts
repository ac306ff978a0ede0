import { describe, expect, it } from 'vitest';
import type { DocumentFacts, Facts } from '../../../../../engine/contract/facts.ts';
import type { OutlineBlock, OutlineImage } from '../../../../../engine/contract/outline.ts';
import type { Expectation } from '../../../../../engine/contract/report.ts';
import { diffDocuments } from '../../../../../engine/content/document/diff.ts';

type Blocks = readonly OutlineBlock[];

const facts = (blocks: Blocks, format: Facts['format'], more: Partial<DocumentFacts> = {}): Facts => ({
  ...{ format, sizeBytes: 1, reader: 'test', depth: 'content', features: ['text', 'structure'] },
  document: {
    ...(blocks.some(({ page }) => page !== undefined) && { pages: blocks.at(-1)!.page! }),
    ...{ text: blocks.map(({ text }) => text).join('\n'), figures: 0, blocks },
    ...more,
  },
});

/** Kind and severity of the differences between two outlines. */
function found(
  source: Blocks,
  result: Blocks,
  {
    to = 'html',
    more,
    title,
  }: Pick<DocumentFacts, 'title'> & {
    readonly to?: Facts['format'];
    readonly more?: Partial<DocumentFacts>;
  } = {},
): string[] {
  const expectation: Expectation = {
    ...{ from: 'docx', to, kept: ['text', 'structure', 'figures'], lost: [], gone: [], operations: [] },
    ...{ takes: 'all', gives: 'one', options: {} },
  };
  return Array.from(
    diffDocuments(facts(source, 'docx', { title }), [facts(result, to, more)], expectation),
    ({ kind, severity }) => `${severity} ${kind}`,
  );
}

const line = (text: string, about: Partial<OutlineBlock> = {}): OutlineBlock => ({
  ...{ kind: 'paragraph', place: 'body', text },
  ...about,
});
const changed = (before: string, after: string): string[] => found([line(before)], [line(after)]);

describe('boxes to tick', () => {
  const task = (text: string, isChecked?: boolean): OutlineBlock =>
    line(text, { item: { level: 0, isOrdered: false, ...(isChecked !== undefined && { isChecked }) } });
  const source = [task('Mend the pier', true), task('Paint the lamp', false)];

  it('keep their state, as boxes or as signs', () => {
    expect(found(source, source)).toEqual([]);
    expect(found(source, [task('☒ Mend the pier'), task('☐ Paint the lamp')])).toEqual([]);
    expect(found(source, [task('[x] Mend the pier'), task('[ ] Paint the lamp')])).toEqual([]);
  });

  it('are told where they are lost, and not ticked by a conversion', () => {
    expect(found(source, [task('Mend the pier'), task('Paint the lamp', false)])).toEqual(['tell list_box']);
    expect(found(source, [task('Mend the pier', true), task('Paint the lamp', true)])).toEqual(['refuse list_box']);
    expect(found(source, [task('☒ Mend the pier'), task('☑ Paint the lamp')])).toEqual(['refuse list_box']);
  });
});

describe('the signs of a number', () => {
  const text = 'The gauge fell by -5.25 metres, or 12 %, for $40 on 3/4 of the piers.';

  it.each([
    ['decimal point', '5.25', '525'],
    ['decimal point', '5.25', '5 25'],
    ['decimal point', '5.25', '5,25'],
    ['minus', '-5', '5'],
    ['percent sign', '12 %', '12'],
    ['currency', '$40', '€40'],
    ['stroke', '3/4', '34'],
  ])('include its %s', (_, before, after) => {
    expect(changed(text, text.replace(before, after))).toContain('refuse number_changed');
  });

  it('may be written in another way', () => {
    const same = text.replace('-5', '\u22125').replace('12 %', '12\u00a0%');
    expect(changed(text, same)).toEqual([]);
    expect(
      changed(
        'From 1939-45 the pier’s crane stood still, say all keepers.',
        "From 1939–45 the pier's crane stood still, say all keepers.",
      ),
    ).toEqual([]);
  });

  it('are none that a number had not', () => {
    expect(
      changed('The gauge of the pier fell by 525 metres then.', 'The gauge of the pier fell by 5.25 metres then.'),
    ).toEqual(['refuse number_changed']);
  });
});

describe('items of a list', () => {
  const item = { level: 0, isOrdered: false };
  const chapters = ['The coast of the north', 'The sea beyond it'];
  const plain = chapters.map((text) => line(text));
  const items = chapters.map((text) => line(text, { item }));

  it('may be there as a list of contents besides', () => {
    expect(found([line('The log'), ...items], [line('The log'), ...plain])).toEqual([
      'refuse list_plain',
      'refuse list_plain',
    ]);
    const contents = [line('The log'), ...plain, line('Table of contents', { kind: 'heading', level: 1 }), ...items];
    expect(found([line('The log'), ...items], contents)).not.toContain('refuse list_plain');
  });
});

describe('front matter', () => {
  const rest = line('Other words follow here, and they are not before the text.');
  const front = (...texts: readonly string[]): OutlineBlock[] =>
    texts.map((text) => line(text, { place: 'box', box: 1 }));

  it('is no place for a paragraph, whatever it says of the text', () => {
    const source = [line('Harbour news'), line('Ada Brown'), rest];
    const about = { to: 'md', title: 'Harbour news' } as const;
    const whole = [...front('Harbour news', 'Ada Brown'), ...source];
    expect(found(source, whole, about)).toEqual([]);
    expect(found(source, whole.toSpliced(2, 1), about)).toEqual(['refuse paragraph_missing']);
    expect(found(source.slice(1), [...front('Harbour news', 'Ada Brown'), rest], about)).toEqual([
      'tell paragraph_order',
    ]);
  });

  it('is the place of a title', () => {
    expect(found([line('Harbour news', { level: 0 }), rest], [...front('Harbour news'), rest], { to: 'md' })).toEqual(
      [],
    );
  });
});

describe('what is between words', () => {
  const text = 'The tide rose. The keepers slept; nobody saw it, and no bell rang.';

  it('is told of where it is lost', () => {
    expect(changed(text, text.replace(/[.;,]/g, ''))).toEqual(['tell text_changed']);
    expect(changed(text, text.replace('keepers slept', 'keepersslept'))).toEqual(['tell text_changed']);
    expect(changed(text.repeat(2), text.repeat(2).replace(/ /g, ''))).toContain('refuse text_changed');
  });

  it('is another case', () => {
    expect(changed(text, text.toUpperCase())).toEqual(['tell text_changed']);
  });
});

describe('styles of text', () => {
  const styled = [
    line('The tide rises twice a day', { styled: { bold: 4, italic: 5 } }),
    line('10 2 is a hundred', { styled: { raised: '2' } }),
  ];

  it('are missing where none of one is left', () => {
    const plain = styled.map(({ text }) => line(text));
    expect(found(styled, plain)).toEqual(['tell style_missing', 'tell style_missing', 'tell style_missing']);
    expect(found(styled, plain, { to: 'txt' })).toEqual([]);
    expect(found(styled, styled)).toEqual([]);
  });

  it('may not make a text that nobody reads', () => {
    expect(found(styled, styled, { more: { faintShare: 1 } })).toEqual(['refuse text_not_visible']);
    expect(found(styled, styled, { more: { faintShare: 0.3 } })).toEqual([]);
  });
});

describe('images', () => {
  const image = (shown: OutlineImage['shown'], more: Partial<OutlineBlock> = {}): OutlineBlock =>
    line('', {
      kind: 'image',
      image: { hash: 'a', mimeType: 'image/png', alternative: '', ...(shown && { shown }) },
      ...more,
    });
  const text = line('The tide rises twice a day.');
  const withImage = (...sides: Parameters<typeof image>): Blocks => [text, image(...sides)];

  it('keep their proportions, and are seen', () => {
    const before = withImage({ width: 200, height: 100 });
    expect(found(before, withImage({ width: 100, height: 50 }))).toEqual([]);
    expect(found(before, withImage({ width: 400, height: 100 }))).toEqual(['tell image_size']);
    expect(found(before, withImage({ width: 2, height: 1 }))).toEqual(['tell image_size']);
  });

  it('keep their place on a slide', () => {
    const at = (x: number): Partial<OutlineBlock> => ({
      page: 1,
      box: 1,
      frame: { x, y: 20, width: 200, height: 100 },
    });
    expect(found(withImage(undefined, at(20)), withImage(undefined, at(30)), { to: 'odp' })).toEqual([]);
    expect(found(withImage(undefined, at(20)), withImage(undefined, at(400)), { to: 'odp' })).toEqual([
      'tell image_order',
    ]);
  });
});

describe('boxes of slides', () => {
  const box = (number: number, frame: NonNullable<OutlineBlock['frame']>): OutlineBlock =>
    line(`The words of box number ${'abcd'[number]!} of this slide`, { page: 1, box: number, frame });
  const place = { x: 40, y: 40, width: 200, height: 80 };
  const slide = [box(1, place), box(2, { ...place, y: 200 })];
  const all = (more: Partial<typeof place> & { readonly angle?: number }): Blocks =>
    slide.map((one) => ({ ...one, frame: { ...one.frame!, ...more } }));

  it('are on the slide and upright', () => {
    expect(found(slide, slide, { to: 'odp' })).toEqual([]);
    expect(found(slide, all({ x: 4000 }), { to: 'odp' })).toContain('refuse text_not_visible');
    expect(found(slide, all({ angle: 180 }), { to: 'odp' })).toEqual(['refuse text_turned']);
  });

  it('come once, however few words they have', () => {
    const label = line('Fire', { page: 1, box: 3, frame: { ...place, y: 400 } });
    expect(found([...slide, label], [...slide, label, label], { to: 'odp' })).toEqual(['tell paragraph_repeated']);
  });

  it('keep the notes of the speaker of their own slide', () => {
    const notes = ['Say what the name of the oven means', 'Wait until all of them have seen it'];
    const slides = (order: readonly number[]): Blocks =>
      [0, 1].flatMap((at) => [
        line(`Title of slide ${'ab'[at]!} with some words`, { page: at + 1, kind: 'heading', level: 1 }),
        line(notes[order[at]!]!, { page: at + 1, place: 'speaker' }),
      ]);
    expect(found(slides([0, 1]), slides([0, 1]), { to: 'odp' })).toEqual([]);
    expect(found(slides([0, 1]), slides([1, 0]), { to: 'odp' })).toContain('refuse paragraph_order');
  });
});

describe('links within a document', () => {
  const places = (href: string, anchors: readonly string[] = ['a']): Blocks => [
    line('See the second chapter of this book', { links: [{ text: 'second chapter', href }] }),
    line('The first chapter tells of the harbour'),
    line('Nothing was moored there in that year'),
    line('The second chapter tells of the storm', { anchors }),
    line('And of the keepers', { anchors: ['z'] }),
  ];

  it('lead to the same place', () => {
    const more = places('#b', ['b']).with(1, line('The first chapter tells of the harbour', { anchors: ['c'] }));
    expect(found(places('#a'), more)).toEqual([]);
    expect(found(places('#a'), [...more].with(0, places('#c')[0]!))).toEqual(['tell link_target']);
    expect(found(places('#a'), places('#b', []))).toEqual(['tell link_missing']);
  });

  it('may be the marks of notes', () => {
    const source = [
      line('The oven was warm.\ufffc', { marks: ['n'] }),
      line('Nobody had to touch it before the evening came'),
      line('The second paragraph of the text of this page'),
      line('From the Arabic word for an oven', { place: 'note', note: 'n' }),
    ];
    const result = (href: string): Blocks => [
      line('The oven was warm.[1]', { links: [{ text: '[1]', href }] }),
      line('Nobody had to touch it before the evening came', { anchors: ['up'] }),
      source[2]!,
      line('From the Arabic word for an oven', { anchors: ['down'] }),
    ];
    expect(found(source, result('#down'))).toEqual([]);
    expect(found(source, result('#up'))).toEqual(['tell note_mark']);
  });
});

describe('lists and tables', () => {
  const item = (text: string, level: number): OutlineBlock => line(text, { item: { level, isOrdered: false } });

  it('keep the levels of items to each other', () => {
    const list = [item('Check the moorings', 0), item('those of the ferry', 1), item('Write the log', 0)];
    expect(
      found(
        list,
        list.map((one) => item(one.text, one.item!.level + 1)),
      ),
    ).toEqual([]);
    expect(
      found(
        list,
        list.map((one) => item(one.text, 0)),
      ),
    ).toEqual(['tell list_level', 'tell list_level']);
  });

  const cell = (column: number, text: string, more: Partial<OutlineBlock> = {}): OutlineBlock =>
    line(text, { cell: [1, 1, column], isSpanned: true, ...more });

  it('keep cells that cover others', () => {
    const row = [cell(1, 'North and south', { cover: [2, 1] }), cell(3, 'West')];
    expect(found(row, row)).toEqual([]);
    expect(found(row, [cell(1, 'North and south'), cell(3, 'West')])).toEqual(['tell table_cell_cover']);
    expect(found(row, [cell(1, 'North and south'), cell(3, 'West')], { to: 'md' })).toEqual([]);
  });
});

it('misses the number of the page where headers hold nothing else', () => {
  const text = line('The tide rises twice a day.');
  const margin = line('\ufffc', { place: 'margin', computed: '2' });
  expect(found([text, margin], [text, margin], { to: 'odt' })).toEqual([]);
  expect(found([text, margin], [text], { to: 'odt' })).toEqual(['tell header_missing']);
});

it('tells of a letterhead that is lost', () => {
  const text = line('The tide rises twice a day.');
  const head = line('', {
    ...{ kind: 'image', place: 'margin', image: { hash: 'a', mimeType: 'image/png', alternative: '' } },
  });
  expect(found([text, head], [text, head])).toEqual([]);
  expect(found([text, head], [text])).toEqual(['tell image_missing']);
});

describe('headers and footers', () => {
  const margins = (above: string, below: string, ...edges: OutlineBlock['edge'][]): OutlineBlock[] => [
    line('The lamp is lit at dusk and put out at dawn.'),
    ...[above, below].map((text, at) => line(text, { place: 'margin', edge: edges[at]! })),
  ];

  it('are told when they are exchanged, where their texts say which is which', () => {
    const two = ['Log of the lighthouse', 'Copied by the keeper'] as const;
    expect(found(margins(...two, 'header', 'footer'), margins(...two, 'header', 'footer'))).toEqual([]);
    expect(found(margins(...two, 'header', 'footer'), margins(...two, 'footer', 'header'))).toEqual([
      'tell paragraph_order',
      'tell paragraph_order',
    ]);
    const same = ['Log of the lighthouse', 'Log of the lighthouse'] as const;
    expect(found(margins(...same, 'header', 'footer'), margins(...same, 'footer', 'header'))).toEqual([]);
  });
});

describe('what is small', () => {
  it('is told of points that are lost, of capitals, and of the only title of slides', () => {
    const text = 'The lamp was out. Nobody saw it, but the cook did.';
    expect(changed(text, text.replaceAll('.', ''))).toEqual(['tell text_changed']);
    expect(changed(text, text.replace(',', ''))).toEqual([]);
    expect(changed(`${text} (said twice)`, `${text.toUpperCase()} (said twice)`)).toEqual(['tell text_changed']);
    const slide = (kind: OutlineBlock['kind']): OutlineBlock[] => [
      line('Why it stays warm', { kind, page: 1, ...(kind === 'heading' && { level: 1 }) }),
      line('Charcoal burns for days.', { page: 1 }),
    ];
    expect(found(slide('heading'), slide('heading'), { to: 'odp' })).toEqual([]);
    expect(found(slide('heading'), slide('paragraph'), { to: 'odp' })).toEqual(['tell heading_plain']);
  });

  it('is told of an image that is shown much larger or smaller', () => {
    const shown = (width: number): OutlineBlock =>
      line('', {
        kind: 'image',
        image: {
          ...{ hash: 'a', mimeType: 'image/png', alternative: '', size: { width: 80, height: 40 } },
          shown: { width, height: width / 2 },
        },
      });
    const text = line('The tower and its lamp.');
    expect(found([text, shown(60)], [text, shown(90)])).toEqual([]);
    expect(found([text, shown(60)], [text, shown(180)])).toEqual(['tell image_size']);
  });
});

describe('a line from right to left', () => {
  it('may have the letters and digits of a name in another order, and no other digits', () => {
    const text = 'הספר נכתב בתוכנת txt2epub בלבד';
    expect(changed(text, text.replace('txt2epub', 'epub2txt'))).toEqual([]);
    expect(changed(text, text.replace('txt2epub', 'epub3txt'))).not.toEqual([]);
  });
});

describe('a note that is there twice', () => {
  it('is told of', () => {
    const note = 'Told by the widow of the second keeper in the year of the storm.';
    const source = [line('The lamp went out.\ufffc', { marks: ['a'] }), line(note, { place: 'note', note: 'a' })];
    const result = [line('The lamp went out.[1]'), line(`[1] ${note}`)];
    expect(found(source, result)).toEqual([]);
    expect(found(source, [...result, line(`[1] ${note}`)])).toEqual(['tell paragraph_repeated']);
  });
});

describe('formulas', () => {
  const formula = (text: string): OutlineBlock => line(text, { kind: 'formula', place: 'formula' });
  const before = [line('The power is \ufffc, over a voyage.'), formula('E = 0 T P(t) dt'), formula('P = 3 F')];

  it('are told of where one of them is missing', () => {
    expect(found(before, before)).toEqual([]);
    expect(found(before, before.slice(0, -1))).toEqual(['tell text_missing']);
    expect(found(before, before.slice(0, 1), { to: 'odt' })).toEqual(['tell text_missing']);
  });

  it('keep their digits where a format has them as text', () => {
    const asText = (digit: string): OutlineBlock[] => [
      line('The power is $P = 3 F$, over a voyage.'),
      line(`$$E = \\int_${digit}^T P(t)\\,dt$$`),
    ];
    expect(found(before, asText('0'))).toEqual([]);
    expect(found(before, asText('5'))).toEqual(['tell number_missing']);
  });
});

describe('what stands beside the text', () => {
  it('keeps the order of as few as three words that are side by side', () => {
    const names = (text: string): OutlineBlock[] => [line(text, { place: 'box', box: 1 }), line('A text of its own.')];
    expect(found(names('Ada Lovelace, Babbage'), names('Ada Lovelace, Babbage'))).toEqual([]);
    expect(found(names('Ada Lovelace, Babbage'), names('Babbage, Lovelace, Ada'))).toEqual(['tell paragraph_order']);
    expect(found(names('Ada Lovelace, Babbage'), names('Babbage, Ada Lovelace'))).toEqual(['tell paragraph_order']);
    const four = 'Ada Lovelace, Charles Babbage, Luigi Menabrea, Turing';
    expect(found(names(four), names(four.replace('Luigi Menabrea, Turing', 'Turing, Luigi Menabrea')))).toEqual([
      'tell paragraph_order',
    ]);
  });
});
