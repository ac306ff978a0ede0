import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openZip, writeZip } from '../../engine/io/zip.ts';
import { DEFAULT_LIMITS } from '../../engine/contract/limits.ts';

/**
 * Makes the kinds of office files that LibreOffice does not write: shows, and templates with macros, which differ from
 * others in the type of their main part, and a binary workbook, by hand ([MS-XLSB]).
 * Usage: node corpus/make/office-kinds.ts corpus/sources
 */
const out = process.argv[2];
if (!out) throw new Error('Expected the target directory.');

const KINDS = [
  ['dotx', 'dotm', 'wordprocessingml.template', 'ms-word.template.macroEnabledTemplate'],
  ['xltx', 'xltm', 'spreadsheetml.template', 'ms-excel.template.macroEnabled'],
  ['potx', 'potm', 'presentationml.template', 'ms-powerpoint.template.macroEnabled'],
  ['pptx', 'ppsx', 'presentationml.presentation', 'openxmlformats-officedocument.presentationml.slideshow'],
  ['pptx', 'ppsm', 'presentationml.presentation', 'ms-powerpoint.slideshow.macroEnabled'],
] as const;
const NAMES = {
  dotx: 'furnace-headings-table-footnote-picture',
  xltx: 'purchases-formulas-dates-two-sheets',
  potx: 'three-slides-picture-table-notes',
  pptx: 'three-slides-picture-table-notes',
} as const;

for (const [from, to, fromType, toType] of KINDS) {
  const source = readFileSync(join(out, from, `${NAMES[from]}.${from}`));
  const zip = openZip(source, DEFAULT_LIMITS);
  const files = zip.entries.map((entry) => {
    const bytes = zip.read(entry);
    if (entry.name !== '[Content_Types].xml') return { name: entry.name, bytes };
    const types = new TextDecoder().decode(bytes);
    const changed = types.replace(`vnd.openxmlformats-officedocument.${fromType}.main+xml`, `vnd.${toType}.main+xml`);
    if (changed === types) throw new Error(`${from} has no main part of the type that is expected.`);
    return { name: entry.name, bytes: new TextEncoder().encode(changed) };
  });
  write(to, NAMES[from], files);
}

interface Part {
  readonly name: string;
  readonly bytes: Uint8Array;
}

function write(format: string, name: string, parts: readonly Part[]): void {
  const path = join(out!, format, `${name}.${format}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, writeZip(parts));
}

const u8 = (value: number): Buffer => Buffer.of(value);
const u16 = (value: number): Buffer => Buffer.from(Uint16Array.of(value).buffer);
const u32 = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer);
const double = (value: number): Buffer => Buffer.from(Float64Array.of(value).buffer);
const wide = (text: string): Buffer => Buffer.concat([u32(text.length), Buffer.from(text, 'utf16le')]);

/** A record of BIFF12: its type and size in groups of seven bits. */
function record(type: number, ...fields: readonly Buffer[]): Buffer {
  const body = Buffer.concat(fields);
  const groups = (value: number): number[] =>
    value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...groups(value >>> 7)];
  return Buffer.concat([Buffer.from(groups(type)), Buffer.from(groups(body.length)), body]);
}

type Cell = string | number | { readonly value: number; readonly formula: Buffer };
const reference = (row: number, column: number): Buffer => Buffer.concat([u8(0x44), u32(row), u16(column | 0xc000)]);
const area = (first: number, last: number, column: number): Buffer =>
  Buffer.concat([u8(0x25), u32(first), u32(last), u16(column | 0xc000), u16(column | 0xc000)]);
const MULTIPLY = u8(0x05);
const SUM_OF_ONE = Buffer.concat([u8(0x42), u8(1), u16(4)]);

function cell(content: Cell, column: number): Buffer {
  const head = Buffer.concat([u32(column), u32(0)]);
  if (typeof content === 'string') return record(6, head, wide(content));
  if (typeof content === 'number') return record(5, head, double(content));
  const { value, formula } = content;
  return record(9, head, double(value), u16(0), u32(formula.length), formula, u32(0));
}

function sheet(rows: readonly (readonly Cell[])[]): Buffer {
  const data = rows.flatMap((cells, row) => [
    record(0, u32(row), u32(0), u16(300), u8(0), u8(0), u8(0), u32(0)),
    ...cells.map(cell),
  ]);
  return Buffer.concat([record(129), record(145), ...data, record(146), record(130)]);
}

const purchases: readonly (readonly Cell[])[] = [
  ['What', 'Count', 'Price', 'Sum'],
  ...(
    [
      ['Charcoal, 20 kg', 3, 14.5],
      ['Käse & Brot', 1, 7.25],
      ['Größe Ω', 2, 0.5],
    ] as const
  ).map(([what, count, price], index): Cell[] => [
    what,
    count,
    price,
    { value: count * price, formula: Buffer.concat([reference(index + 1, 1), reference(index + 1, 2), MULTIPLY]) },
  ]),
  ['Total', 6, '', { value: 51.75, formula: Buffer.concat([area(1, 3, 3), SUM_OF_ONE]) }],
];
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const BINARY = 'application/vnd.ms-excel';
const xml = (text: string): Uint8Array => new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`);
const related = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

write('xlsb', 'purchases-formulas-two-sheets', [
  {
    name: '[Content_Types].xml',
    bytes: xml(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="bin" ContentType="${BINARY}.worksheet"/><Override PartName="/xl/workbook.bin" ContentType="${BINARY}.sheet.binary.macroEnabled.main"/></Types>`,
    ),
  },
  {
    name: '_rels/.rels',
    bytes: xml(
      `<Relationships xmlns="${RELATIONSHIPS}">${related('rId1', 'officeDocument', 'xl/workbook.bin')}</Relationships>`,
    ),
  },
  {
    name: 'xl/_rels/workbook.bin.rels',
    bytes: xml(
      `<Relationships xmlns="${RELATIONSHIPS}">${related('rId1', 'worksheet', 'worksheets/sheet1.bin')}${related('rId2', 'worksheet', 'worksheets/sheet2.bin')}</Relationships>`,
    ),
  },
  {
    name: 'xl/workbook.bin',
    bytes: Buffer.concat([
      record(131),
      record(143),
      record(156, u32(0), u32(1), wide('rId1'), wide('Purchases')),
      record(156, u32(0), u32(2), wide('rId2'), wide('Heat')),
      record(144),
      record(132),
    ]),
  },
  { name: 'xl/worksheets/sheet1.bin', bytes: sheet(purchases) },
  {
    name: 'xl/worksheets/sheet2.bin',
    bytes: sheet([
      ['Hour', '°C'],
      [1, 410],
      [24, 635],
    ]),
  },
]);
