import { mkdirSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

/* Documents of Hangul, in OWPML and in records: a heading, looks, a table with a cell over two columns, a footnote. */

const folder = new URL('../sources/', import.meta.url);
const mtime = new Date(Date.UTC(2026, 0, 1));

const NAMESPACES =
  'xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph" xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section" xmlns:hh="http://www.hancom.co.kr/hwpml/2011/head" xmlns:hc="http://www.hancom.co.kr/hwpml/2011/core"';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>';

const header = `${XML}<hh:head ${NAMESPACES} version="1.4"><hh:refList><hh:fontfaces><hh:fontface lang="HANGUL"><hh:font id="0" face="Noto Sans KR" type="TTF"/></hh:fontface></hh:fontfaces><hh:charProperties><hh:charPr id="0" height="1000" textColor="#000000"><hh:fontRef hangul="0"/></hh:charPr><hh:charPr id="1" height="1600" textColor="#2E74B5"><hh:fontRef hangul="0"/><hh:bold/></hh:charPr></hh:charProperties><hh:paraProperties><hh:paraPr id="0"><hh:align horizontal="JUSTIFY"/><hh:heading type="NONE" idRef="0" level="0"/></hh:paraPr><hh:paraPr id="1"><hh:align horizontal="CENTER"/><hh:heading type="OUTLINE" idRef="0" level="0"/></hh:paraPr></hh:paraProperties></hh:refList></hh:head>`;
const paragraph = (inside: string, style = '0'): string =>
  `<hp:p id="0" paraPrIDRef="${style}" styleIDRef="0">${inside}</hp:p>`;
const run = (inside: string, look = '0'): string => `<hp:run charPrIDRef="${look}">${inside}</hp:run>`;
const plain = (text: string): string => paragraph(run(`<hp:t>${text}</hp:t>`));
const cell = (text: string, column: number, row: number, span = 1): string =>
  `<hp:tc><hp:subList>${plain(text)}</hp:subList><hp:cellAddr colAddr="${column}" rowAddr="${row}"/><hp:cellSpan colSpan="${span}" rowSpan="1"/><hp:cellSz width="${9000 * span}" height="1000"/></hp:tc>`;
const page =
  '<hp:secPr><hp:pagePr landscape="WIDELY" width="59528" height="84188"><hp:margin header="4252" footer="4252" left="8504" right="8504" top="5668" bottom="4252"/></hp:pagePr></hp:secPr>';
const note = `<hp:ctrl><hp:footNote number="1"><hp:subList>${plain('철은 1,538 °C에서 녹는다.')}</hp:subList></hp:footNote></hp:ctrl>`;
const section = `${XML}<hs:sec ${NAMESPACES}>${[
  paragraph(run(`${page}<hp:t>아타노르</hp:t>`, '1'), '1'),
  paragraph(
    run(`<hp:t>용광로는 따뜻하다.<hp:lineBreak/>The furnace is </hp:t>`) +
      run('<hp:t>warm</hp:t>', '1') +
      run(`<hp:t>.</hp:t>${note}`),
  ),
  paragraph(
    run(
      `<hp:tbl rowCnt="2" colCnt="2"><hp:tr>${cell('온도', 0, 0, 2)}</hp:tr><hp:tr>${cell('낮', 0, 1)}${cell('1,200', 1, 1)}</hp:tr></hp:tbl>`,
    ),
  ),
].join('')}</hs:sec>`;
const content = `${XML}<opf:package xmlns:opf="http://www.idpf.org/2007/opf/"><opf:manifest><opf:item id="header" href="Contents/header.xml" media-type="application/xml"/><opf:item id="section0" href="Contents/section0.xml" media-type="application/xml"/></opf:manifest></opf:package>`;

mkdirSync(new URL('hwpx/', folder), { recursive: true });
writeFileSync(
  new URL('hwpx/heading-table-note.hwpx', folder),
  zipSync(
    {
      mimetype: [strToU8('application/hwp+zip'), { level: 0 }],
      'Contents/content.hpf': strToU8(content),
      'Contents/header.xml': strToU8(header),
      'Contents/section0.xml': strToU8(section),
    },
    { mtime },
  ),
);

/** A record: tag, level and size in one word, and what it says. */
function record(tag: number, level: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(((tag + 0x10) | (level << 10) | (data.byteLength << 20)) >>> 0);
  return Buffer.concat([head, data]);
}
const u16 = (...values: readonly number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const u32 = (...values: readonly number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
/** A control in the text: its number, eight characters long. */
const control = (number: number): string => String.fromCharCode(number, 0, 0, 0, 0, 0, 0, number);
const END = '\r';

function words(
  level: number,
  text: string,
  { style = 0, runs = [0, 0] }: { readonly style?: number; readonly runs?: readonly number[] } = {},
): Uint8Array[] {
  return [
    record(50, level, u32(text.length + 1, 0), u16(style), Buffer.alloc(14)),
    record(51, level + 1, wide(text + END)),
    record(52, level + 1, u32(...runs)),
  ];
}
const named = (name: string): Buffer => Buffer.from([...name].reverse().join(''), 'latin1');
function tableCell(text: string, column: number, row: number, span: number): Uint8Array[] {
  return [
    record(56, 2, u16(1, 0), u32(0), u16(column, row, span, 1), u32(9000 * span, 1000), Buffer.alloc(8)),
    ...words(2, text),
  ];
}

const characterShape = (size: number, bits: number, colour: number): Uint8Array =>
  record(5, 1, Buffer.alloc(42), u32(size, bits), Buffer.alloc(2), u32(colour), Buffer.alloc(16));
const paragraphShape = (bits: number): Uint8Array => record(9, 1, u32(bits), Buffer.alloc(50));
const documentInfo = Buffer.concat([
  record(1, 0, Buffer.alloc(72)),
  record(3, 1, Buffer.from([0]), u16(12), wide('Noto Sans KR')),
  characterShape(1000, 0, 0),
  characterShape(1600, 2, 0xb5742e),
  paragraphShape(0),
  paragraphShape((3 << 2) | (1 << 23)),
]);
const warm = `용광로는 따뜻하다.\nThe furnace is warm.${control(17)}`;
const at = warm.indexOf('warm');
const body = Buffer.concat([
  ...words(0, `${control(2)}아타노르`, { style: 1, runs: [0, 1] }),
  record(55, 1, named('secd'), Buffer.alloc(20)),
  record(57, 2, u32(59528, 84188, 8504, 8504, 5668, 4252, 4252, 4252, 0, 0)),
  ...words(0, warm, { runs: [0, 0, at, 1, at + 4, 0] }),
  record(55, 1, named('fn  '), Buffer.alloc(8)),
  record(56, 2, u16(1, 0), u32(0)),
  ...words(2, '철은 1,538 °C에서 녹는다.'),
  ...words(0, control(11)),
  record(55, 1, named('tbl '), Buffer.alloc(40)),
  record(61, 2, u32(0), u16(2, 2), Buffer.alloc(14)),
  ...tableCell('온도', 0, 0, 2),
  ...tableCell('낮', 0, 1, 1),
  ...tableCell('1,200', 1, 1, 1),
]);
const fileHeader = Buffer.alloc(256);
fileHeader.write('HWP Document File', 'latin1');
fileHeader.writeUInt32LE(0x05_00_03_00, 32);
fileHeader.writeUInt32LE(1, 36);

const [SECTOR, NONE, CHAIN_END, TABLE] = [512, 0xffffffff, 0xfffffffe, 0xfffffffd];
/** Smaller streams share sectors, which is more to write: zeros make them larger. */
const LARGE = 4096;

/** An entry of the directory: siblings follow each other to the right, ordered as [MS-CFB] has it. */
function directoryEntry(
  name: string,
  kind: number,
  [right, child, start, size]: readonly [number, number, number, number],
): Buffer {
  const text = Buffer.alloc(64);
  text.write(name, 'utf16le');
  return Buffer.concat([
    text,
    u16(2 * name.length + 2),
    Buffer.from([kind, 1]),
    u32(NONE, right, child),
    Buffer.alloc(36),
    u32(start, size, 0),
  ]);
}

/** A compound file (version 3) with one table, two sectors of directory, and the streams behind them. */
function compound(document: Uint8Array, text: Uint8Array, header: Uint8Array): Buffer {
  const streams = [document, text, header, Buffer.alloc(48)].map((stream) =>
    Buffer.concat([
      stream,
      Buffer.alloc(Math.max(LARGE, Math.ceil(stream.byteLength / SECTOR) * SECTOR) - stream.byteLength),
    ]),
  );
  const table = [TABLE, 2, CHAIN_END];
  const starts = streams.map(({ byteLength }) => {
    const start = table.length;
    const sectors = byteLength / SECTOR;
    for (let index = 1; index <= sectors; index++) table.push(index < sectors ? start + index : CHAIN_END);
    return start;
  });
  const place = (index: number): [number, number] => [starts[index]!, streams[index]!.byteLength];
  const directory = Buffer.concat([
    directoryEntry('Root Entry', 5, [NONE, 1, CHAIN_END, 0]),
    directoryEntry('DocInfo', 2, [2, NONE, ...place(0)]),
    directoryEntry('BodyText', 1, [4, 3, 0, 0]),
    directoryEntry('Section0', 2, [NONE, NONE, ...place(1)]),
    directoryEntry('FileHeader', 2, [5, NONE, ...place(2)]),
    directoryEntry('\u0005HwpSummaryInformation', 2, [NONE, NONE, ...place(3)]),
    Buffer.alloc(2 * 128),
  ]);
  const head = Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(16),
    u16(0x3e, 3, 0xfffe, 9, 6),
    Buffer.alloc(6),
    u32(0, 1, 1, 0, LARGE, CHAIN_END, 0, CHAIN_END, 0, 0),
    u32(...Array.from({ length: 108 }, () => NONE)),
  ]);
  const filled = u32(...table, ...Array.from({ length: 128 - table.length }, () => NONE));
  return Buffer.concat([head, filled, directory, ...streams]);
}

const packed = [documentInfo, body].map((bytes) => deflateRawSync(bytes, { level: 9 })) as [Buffer, Buffer];
mkdirSync(new URL('hwp/', folder), { recursive: true });
writeFileSync(new URL('hwp/heading-table-note.hwp', folder), compound(...packed, fileHeader));
