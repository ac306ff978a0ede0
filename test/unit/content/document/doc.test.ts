import { describe, expect, it } from 'vitest';
import { openDoc, readDoc } from '../../../../engine/content/document/doc/reader.ts';
import {
  childrenOf,
  inlinesOf,
  textOf,
  walk,
  type Block,
  type Table,
} from '../../../../engine/content/document/model.ts';
import { docFile, words, type DocParts } from '../../../support/doc-file.ts';

function read(parts: DocParts): Block[] {
  return [...readDoc(openDoc(docFile(parts))).blocks];
}

const sprm = (code: number, ...operand: readonly number[]): number[] => [code & 255, code >> 8, ...operand];
const BOLD = sprm(0x0835, 1);
const HIDDEN = sprm(0x083c, 1);
const DELETED = sprm(0x0800, 1);
const IN_TABLE = sprm(0x2416, 1);
const ROW_END = sprm(0x2417, 1);
const depth = (tables: number): number[] => sprm(0x6649, tables, 0, 0, 0);
const texts = (blocks: readonly Block[]): string[] => blocks.map((block) => textOf(inlinesOf(block)));

/** The end of a row of cells with these right edges and flags. */
function row(...cells: readonly (readonly [right: number, flags?: number])[]): number[] {
  const edges = [0, ...cells.map(([right]) => right)].flatMap((edge) => [edge & 255, edge >> 8]);
  const flags = cells.flatMap(([, flag = 0]) => [flag, ...Array.from({ length: 19 }, () => 0)]);
  const operand = [cells.length, ...edges, ...flags];
  const size = operand.length + 1;
  return [...IN_TABLE, ...ROW_END, ...sprm(0xd608, size & 255, size >> 8, ...operand)];
}

function record(type: number, content: Uint8Array, instance = 0): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt16LE(instance << 4, 0);
  header.writeUInt16LE(type, 2);
  header.writeUInt32LE(content.byteLength, 4);
  return Buffer.concat([header, content]);
}

const png = (content: string, sums = 1): Buffer =>
  record(0xf01e, Buffer.concat([Buffer.alloc(16 * sums + 1), Buffer.from(content)]), 0x6df + sums);

describe('a document of Word 97 in the model', () => {
  it('keeps hidden and deleted text, marked, and what is bold', () => {
    const [block] = read({
      runs: [
        { text: 'a' },
        { text: 'gone', modifiers: DELETED },
        { text: 'secret', modifiers: HIDDEN },
        { text: 'b\r', modifiers: BOLD },
      ],
    });
    expect(inlinesOf(block!)).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'gone', unshown: 'deleted' },
      { kind: 'text', text: 'secret', unshown: 'hidden' },
      { kind: 'text', text: 'b', style: { bold: true } },
    ]);
  });

  it('has headings by outline levels, outside of tables', () => {
    const level = sprm(0x2640, 1);
    const blocks = read({
      runs: [{ text: 'One\rTwo\rcell\x07\x07' }],
      paragraphs: [{ modifiers: level }, {}, { modifiers: [...level, ...IN_TABLE] }, { modifiers: row([900]) }],
    });
    expect(blocks).toMatchObject([{ kind: 'heading', level: 2 }, { kind: 'paragraph' }, { kind: 'table' }]);
    expect([...walk([blocks[2]!])].map(({ kind }) => kind)).toEqual(['table', 'paragraph']);
  });

  it('has tables with their rows, cells that cover others, and tables in cells', () => {
    const cell = { modifiers: IN_TABLE };
    const begins = 0x60;
    const goesOn = 0x20;
    const blocks = read({
      runs: [{ text: 'tall\x07b\x07c\x07\x07\x07wide\x07\x07x\x07y\x07\x07\x07after\r' }],
      paragraphs: [
        ...[cell, cell, cell, { modifiers: row([1000, begins], [2000], [3000]) }],
        ...[cell, cell, { modifiers: row([1000, goesOn], [3000]) }],
        ...[cell, cell, cell, { modifiers: row([1000], [2000, 2], [3000, 1]) }],
      ],
    });
    const [table, after] = blocks;
    const rows = [...(table as Table).rows];
    expect(rows.map((cells) => cells.map(({ blocks: own }) => texts(own).join()))).toEqual([
      ['tall', 'b', 'c'],
      ['wide'],
      ['x', 'y'],
    ]);
    expect(rows[0]![0]).toMatchObject({ rows: 2 });
    expect(rows[1]![0]).toMatchObject({ columns: 2 });
    expect(rows[2]![1]).toMatchObject({ columns: 2 });
    expect(texts([after!])).toEqual(['after']);
  });

  it('has tables in cells, whose cells and rows end as paragraphs do', () => {
    const inner = [...IN_TABLE, ...depth(2)];
    const [table] = read({
      runs: [{ text: 'in\r\rout\x07\x07' }],
      paragraphs: [
        { modifiers: [...inner, ...sprm(0x244b, 1)] },
        { modifiers: [...inner, ...sprm(0x244c, 1)] },
        { modifiers: IN_TABLE },
        { modifiers: row([900]) },
      ],
    });
    const [[cell]] = [...(table as Table).rows] as [[{ blocks: Block[] }]];
    expect(cell.blocks.map(({ kind }) => kind)).toEqual(['table', 'paragraph']);
  });

  it('counts the items of lists as their tables say', () => {
    const level = (format: number, label: string): Buffer => {
      const bytes = Buffer.alloc(30 + 2 * label.length);
      bytes.writeInt32LE(3, 0);
      bytes[4] = format;
      bytes.writeUInt16LE(label.length, 28);
      bytes.write(label, 30, 'utf16le');
      return bytes;
    };
    const lists = Buffer.alloc(2 + 2 * 28);
    lists.writeUInt16LE(2, 0);
    lists.writeInt32LE(77, 2);
    lists.writeInt32LE(88, 30);
    lists[2 + 26] = 1;
    lists[30 + 26] = 1;
    const uses = Buffer.alloc(4 + 2 * 16 + 2 * 4);
    uses.writeUInt32LE(2, 0);
    uses.writeInt32LE(77, 4);
    uses.writeInt32LE(88, 20);
    const item = (list: number): { modifiers: number[] } => ({ modifiers: sprm(0x460b, list, 0) });
    const blocks = read({
      runs: [{ text: 'one\rtwo\rdot\rnone\r' }],
      paragraphs: [item(1), item(1), item(2), item(0)],
      tables: { listUses: uses, lists, drawings: Buffer.concat([level(4, '(\0)'), level(23, '\u00b7')]) },
    });
    expect(blocks.map(({ list }) => list)).toEqual([
      { level: 0, isOrdered: true, number: 3, label: '(c)' },
      { level: 0, isOrdered: true, number: 4, label: '(d)' },
      { level: 0, isOrdered: false },
      undefined,
    ]);
  });

  it('has links with their targets, shows results of fields and hides their codes', () => {
    const [block] = read({
      runs: [{ text: 'see \x13HYPERLINK "https://example.org/"\x14here\x15, \x13PAGE\x14 7\x15\r' }],
    });
    expect(inlinesOf(block!)).toMatchObject([
      { text: 'see ' },
      { text: 'here', link: { href: 'https://example.org/' } },
      { text: ', ' },
      { text: ' 7', field: { field: 'page-number', isComputed: true } },
    ]);
  });

  it('ties notes to their marks, those that number themselves and those that do not', () => {
    const blocks = read({
      runs: [{ text: 'a\x02b*c\r' }, { text: '\x02 foot\r* star\r\r' }],
      footnoteChars: 15,
      tables: {
        footnoteMarks: Buffer.concat([words(1, 3, 6), Buffer.from([1, 0, 0, 0])]),
        footnotes: words(0, 7, 14, 15),
      },
    });
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'note', 'note']);
    expect(inlinesOf(blocks[0]!).map((inline) => (inline.kind === 'note-mark' ? inline.id : textOf([inline])))).toEqual(
      [...['a', 'footnote-1', 'b', 'footnote-2', '*c']],
    );
    expect(blocks.slice(1).map((note) => texts([...childrenOf(note)])[0])).toEqual([' foot', '* star']);
  });

  it('has images in the text with their bytes and what they show', () => {
    const description = Buffer.from('A lamp\0', 'utf16le');
    const table = Buffer.alloc(6);
    table.writeUInt16LE(0x8000 | 0x0381, 0);
    table.writeUInt32LE(description.byteLength, 2);
    const shape = record(0xf004, record(0xf00b, Buffer.concat([table, description]), 1));
    const image = (...shown: readonly Buffer[]): Buffer => {
      const content = Buffer.concat([shape, ...shown]);
      const header = Buffer.alloc(68);
      header.writeUInt32LE(68 + content.byteLength, 0);
      header.writeUInt16LE(68, 4);
      header.writeUInt16LE(0x64, 6);
      return Buffer.concat([header, content]);
    };
    const first = image(record(0xf007, Buffer.concat([Buffer.alloc(36), png('one')])));
    const data = Buffer.concat([first, image(png('two', 2)), image()]);
    const at = (place: number): number[] => sprm(0x6a03, place & 255, place >> 8, 0, 0);
    const [block] = read({
      runs: [
        { text: '\x01', modifiers: at(0) },
        { text: '\x01', modifiers: at(first.byteLength) },
        { text: '\x01', modifiers: at(data.byteLength - image().byteLength) },
        { text: '\x01', modifiers: [...at(0), ...sprm(0x0806, 1)] },
        { text: '\r' },
      ],
      streams: { Data: data },
    });
    const images = inlinesOf(block!).filter((inline) => inline.kind === 'image');
    expect(images.map(({ read: bytes, alternative }) => [Buffer.from(bytes!()).toString(), alternative])).toEqual([
      ['one', 'A lamp'],
      ['two', 'A lamp'],
    ]);
  });

  it('has equations, whose letters count for little where an image shows them', () => {
    const line = (...characters: readonly number[]): number[] => [1, ...characters, 0];
    const native = Buffer.from([2, 0, 3, 1, 1, 3, 0, 0x0a, ...line(2, 0x83, 120, 0), 0]);
    const image = record(0xf007, Buffer.concat([Buffer.alloc(36), png('drawn')]));
    const header = Buffer.alloc(68);
    header.writeUInt32LE(68 + 8 + image.byteLength, 0);
    header.writeUInt16LE(68, 4);
    header.writeUInt16LE(0x64, 6);
    const object = [...sprm(0x6a03, 7, 0, 0, 0), ...sprm(0x080a, 1)];
    const field = (...result: DocParts['runs'][number][]): DocParts['runs'] => [
      { text: '\x13 EMBED Equation.3 ' },
      { text: '\x14', modifiers: object },
      ...result,
      { text: '\x15' },
    ];
    const [block] = read({
      runs: [...field(), ...field({ text: '\x01', modifiers: sprm(0x6a03, 0, 0, 0, 0) }), { text: '\r' }],
      streams: {
        Data: Buffer.concat([header, record(0xf004, Buffer.alloc(0)), image]),
        'ObjectPool/_7/Equation Native': native,
      },
    });
    expect(inlinesOf(block!)).toMatchObject([
      { kind: 'formula', text: 'x' },
      { kind: 'formula', text: 'x', unshown: 'uncertain' },
      { kind: 'image' },
    ]);
  });

  it('has images beside the text where these are anchored', () => {
    const entry = record(0xf007, Buffer.concat([Buffer.alloc(36), png('floats')]));
    const property = Buffer.from([0x04, 0x01, 1, 0, 0, 0]);
    const shape = record(0xf004, Buffer.concat([record(0xf00a, words(1026, 0)), record(0xf00b, property, 1)]));
    const drawing = record(0xf002, record(0xf003, shape));
    const [block] = read({
      runs: [{ text: 'a\x08b\r' }],
      tables: {
        anchors: Buffer.concat([words(1, 4, 1026), Buffer.alloc(22)]),
        drawings: Buffer.concat([record(0xf000, record(0xf001, entry)), Buffer.alloc(1), drawing]),
      },
    });
    expect(inlinesOf(block!).map(({ kind }) => kind)).toEqual(['text', 'image', 'text']);
  });

  it('is read as far as it goes where tables are truncated or say what cannot be', () => {
    const runs = [{ text: 'still here\r' }];
    const noise = Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 151) & 255));
    for (const part of ['lists', 'listUses', 'styles', 'drawings', 'bookmarkNames', 'sections', 'headers'] as const) {
      expect(texts(read({ runs, tables: { [part]: noise } }))).toContain('still here');
    }
    const piece = Buffer.alloc(5 + 4 + 12 * 1000);
    piece[0] = 2;
    piece.writeUInt32LE(piece.byteLength - 5, 1);
    for (let index = 1; index <= 1000; index++) piece.writeUInt32LE(index * 500, 5 + 4 * index);
    expect(texts(read({ runs, tables: { pieces: piece } })).join('').length).toBeLessThan(3000);
  });
});
