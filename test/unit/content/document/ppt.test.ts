import { describe, expect, it } from 'vitest';
import { inlinesOf, textOf, walk, type Box, type Page, type Table } from '../../../../engine/content/document/model.ts';
import { readPpt } from '../../../../engine/content/document/ppt/reader.ts';

const words = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeInt32LE(number, 4 * index);
  return bytes;
};

/** A record: of other records, or with content of its own. */
function record(type: number, content: Buffer | readonly Buffer[], instance = 0): Buffer {
  const data = Buffer.isBuffer(content) ? content : Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt16LE((instance << 4) | (Buffer.isBuffer(content) ? 0 : 0xf), 0);
  header.writeUInt16LE(type, 2);
  header.writeUInt32LE(data.byteLength, 4);
  return Buffer.concat([header, data]);
}

const text = (type: number, value: string, ...about: readonly Buffer[]): Buffer[] => [
  record(0x0f9f, words(type)),
  record(0x0fa0, Buffer.from(value, 'utf16le')),
  ...about,
];
const box = (...records: readonly Buffer[]): Buffer => record(0xf00d, [...records]);
const shape = (...parts: readonly Buffer[]): Buffer => record(0xf004, [record(0xf00a, words(1024, 0)), ...parts]);
const drawing = (...shapes: readonly Buffer[]): Buffer =>
  record(0x040c, [record(0xf002, [record(0xf003, [...shapes])])]);
const childAt = (x: number, y: number, width: number, height: number): Buffer =>
  record(0xf00f, words(x, y, x + width, y + height));

interface Slide {
  readonly parts: readonly Buffer[];
  /** Of its texts, what the outline has. */
  readonly outline?: readonly Buffer[];
  readonly notes?: Buffer;
}

function read(slides: readonly Slide[], parts: readonly Buffer[] = []): Page[] {
  const objects: Buffer[] = [];
  const entries: Buffer[] = [];
  const notes: Buffer[] = [];
  for (const [index, slide] of slides.entries()) {
    const notesId = slide.notes ? 900 + index : 0;
    objects.push(record(0x03ee, [record(0x03ef, words(0, 0, 0, 0, notesId)), ...slide.parts]));
    entries.push(record(0x03f3, words(objects.length + 1, 0, 0, index)), ...(slide.outline ?? []));
    if (!slide.notes) continue;
    objects.push(record(0x03f0, [slide.notes]));
    notes.push(record(0x03f3, words(objects.length + 1, 0, 0, notesId)));
  }
  const root = record(0x03e8, [...parts, record(0x0ff0, entries, 0), record(0x0ff0, notes, 2)]);
  const all = [root, ...objects];
  const places = all.map((_, index) => Buffer.concat(all.slice(0, index)).byteLength);
  const directory = record(0x1772, words((all.length << 20) | 1, ...places));
  const end = places.at(-1)! + all.at(-1)!.byteLength;
  const edit = record(0x0ff5, words(0, 0, 0, end, 1));
  const stream = Buffer.concat([...all, directory, edit]);
  const user = words(0, 0, 0, 0, end + directory.byteLength);
  return [...readPpt({ stream, user, images: new Uint8Array(0) }).blocks] as Page[];
}

const textsOf = (page: Page): string[] =>
  [...walk(page.blocks)].map((block) => textOf(inlinesOf(block))).filter(Boolean);

describe('a presentation of PowerPoint 97 in the model', () => {
  it('has titles as headings, lists with their levels, and what the outline has of the texts of shapes', () => {
    const levels = Buffer.concat([words(4), Buffer.from([0, 0]), words(0), words(4), Buffer.from([1, 0]), words(0)]);
    const [page] = read([
      {
        outline: [...text(0, 'The lamp'), ...text(1, 'one\rtwo', record(0x0fa1, levels))],
        parts: [drawing(shape(box(record(0x0f9e, words(1)))), shape(box(record(0x0f9e, words(0)))))],
      },
    ]);
    const [list, title] = page!.blocks as Box[];
    expect([...list!.blocks]).toMatchObject([{ list: { level: 0 } }, { list: { level: 1 } }]);
    expect([...title!.blocks]).toMatchObject([{ kind: 'heading', level: 1 }]);
    expect(title).toMatchObject({ role: 'title' });
    expect(textsOf(page!)).toEqual(['one', 'two', 'The lamp']);
  });

  it('has items wherever its paragraphs have bullets of their own', () => {
    const run = (flags: number): Buffer =>
      Buffer.concat([words(4), Buffer.from([0, 0]), words(1), Buffer.from([flags, 0])]);
    const properties = record(0x0fa1, Buffer.concat([run(1), run(0)]));
    const [page] = read([{ parts: [drawing(shape(box(...text(4, 'one\rtwo', properties))))] }]);
    const [first, second] = (page!.blocks[0] as Box).blocks;
    expect(first).toMatchObject({ list: { level: 0 } });
    expect(second).not.toHaveProperty('list');
  });

  it('does not expect texts of the outline that no shape shows, nor shapes that are gone', () => {
    const gone = record(0xf004, [record(0xf00a, words(1024, 8)), box(...text(4, 'gone'))]);
    const [page] = read([{ outline: text(1, 'left over'), parts: [drawing(gone, shape(box(...text(4, 'there'))))] }]);
    expect(page!.blocks).toMatchObject([{ kind: 'box' }, { kind: 'box', unshown: 'uncertain' }]);
    expect(textsOf(page!)).toEqual(['there', 'left over']);
  });

  it('takes a text of the outline that is not there for none', () => {
    const far = shape(box(record(0x0f9e, words(0x7fff_fff0))));
    const [page] = read([{ outline: text(1, 'one'), parts: [drawing(far, shape(box(record(0x0f9e, words(0)))))] }]);
    expect(textsOf(page!)).toEqual(['one']);
  });

  it('keeps slides in their order, hidden ones marked, with the notes of the speaker', () => {
    const hidden = record(0x03f9, Buffer.concat([Buffer.alloc(10), Buffer.from([4, 0])]));
    const pages = read([
      { parts: [hidden, drawing(shape(box(...text(4, 'first'))))] },
      {
        parts: [drawing(shape(box(...text(4, 'second'))))],
        notes: drawing(
          shape(box(...text(2, 'say this'))),
          shape(box(...text(4, 'and this'))),
          shape(box(...text(4, 'Page 2')), record(0xf011, [record(0x0bc3, words(0, 8))])),
        ),
      },
    ]);
    expect(pages.map(({ number, unshown }) => [number, unshown])).toEqual([
      [1, 'hidden'],
      [2, undefined],
    ]);
    expect(pages.map(textsOf)).toEqual([['first'], ['second']]);
    expect(pages[1]!.notes!.map((block) => textOf(inlinesOf(block)))).toEqual(['say this', 'and this']);
  });

  it('has links with their targets, and fields for numbers and dates', () => {
    const address = record(0x0fd7, [
      record(0x0fd3, words(7)),
      record(0x0fba, Buffer.from('https://a.example/', 'utf16le'), 1),
    ]);
    const click = record(0x0ff2, [record(0x0ff3, words(0, 7))]);
    const about = [click, record(0x0fdf, words(4, 8)), record(0x0fd8, words(9))];
    const [page] = read(
      [{ parts: [drawing(shape(box(...text(4, 'see here *', ...about)), record(0xf011, [click])))] }],
      [record(0x0409, [address])],
    );
    const [found] = page!.blocks as Box[];
    expect(found).toMatchObject({ link: { href: 'https://a.example/' } });
    expect(inlinesOf([...found!.blocks][0]!)).toMatchObject([
      { text: 'see ' },
      { text: 'here', link: { href: 'https://a.example/' } },
      { text: ' ' },
      { text: '', field: { field: 'page-number', isComputed: true } },
    ]);
  });

  it('has tables, whose cells are the shapes of a group', () => {
    const properties = record(0xf122, Buffer.from([0x9f, 0x03, 1, 0, 0, 0]), 1);
    const head = shape(record(0xf009, words(0, 0, 800, 800)), record(0xf010, Buffer.alloc(8)), properties);
    const cell = (value: string, anchor: Buffer): Buffer => shape(anchor, box(...text(4, value)));
    const line = shape(childAt(0, 400, 800, 0));
    const group = record(0xf003, [
      head,
      ...[
        cell('c', childAt(0, 400, 400, 400)),
        cell('wide', childAt(0, 0, 800, 400)),
        cell('d', childAt(400, 400, 400, 400)),
      ],
      line,
    ]);
    const [page] = read([{ parts: [drawing(group)] }]);
    const [found] = page!.blocks as Box[];
    const [table] = [...found!.blocks] as Table[];
    const rows = [...table!.rows];
    expect(rows.map((row) => row.map(({ blocks }) => textOf(inlinesOf(blocks[0]!))))).toEqual([['wide'], ['c', 'd']]);
    expect(rows[0]![0]).toMatchObject({ columns: 2 });
  });
});
