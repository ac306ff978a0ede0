import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeZip } from '../../engine/io/zip.ts';
import { float, ref, writeArchive, type ArchivedObject, type Fields } from './iwork-archive.ts';

/**
 * Makes documents of Pages, Keynote and Numbers as their programs wrote them until 2009 (XML) and since 2013 (archives
 * of objects), from what is known of both formats.
 * Usage: node corpus/make/iwork.ts corpus/sources
 */
const out = process.argv[2];
if (!out) throw new Error('Expected the target directory.');

const image = readFileSync(join(out, 'png', 'flat-shapes-and-letters.png'));
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function write(path: string, files: Readonly<Record<string, Uint8Array>>): void {
  const target = join(out!, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, writeZip(Object.entries(files).map(([name, bytes]) => ({ name, bytes }))));
}

const WINDS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];
/** As long as such a log is: what stands beside it is little in comparison. */
const LOG = Array.from(
  { length: 24 },
  (_, hour) =>
    `Hour ${hour + 1}: wind ${WINDS[hour % 8]}, the sea ${hour % 3 ? 'calm' : 'rough'}, glass clean, lamp ${hour % 12 > 5 ? 'burning' : 'out'}, oil enough.`,
).join(' ');

const SPACES =
  'xmlns:sfa="http://developer.apple.com/namespaces/sfa" xmlns:sf="http://developer.apple.com/namespaces/sf" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const number = (name: string, value: number): string =>
  `<sf:${name}><sf:number sfa:number="${value}" sfa:type="f"/></sf:${name}>`;
const text = (name: string, value: string): string => `<sf:${name}><sf:string sfa:string="${value}"/></sf:${name}>`;
const colour = (name: string, [red, green, blue]: readonly number[]): string =>
  `<sf:${name}><sf:color xsi:type="sfa:calibrated-rgb-color-type" sfa:r="${red}" sfa:g="${green}" sfa:b="${blue}" sfa:a="1"/></sf:${name}>`;
const style = (kind: string, attributes: string, properties: string): string =>
  `<sf:${kind} ${attributes}><sf:property-map>${properties}</sf:property-map></sf:${kind}>`;
const geometry = (x: number, y: number, width: number, height: number, angle = 0): string =>
  `<sf:geometry${angle ? ` sfa:angle="${angle}"` : ''}><sf:naturalSize sfa:w="${width}" sfa:h="${height}"/><sf:size sfa:w="${width}" sfa:h="${height}"/><sf:position sfa:x="${x}" sfa:y="${y}"/></sf:geometry>`;

const labels = (first: string): string =>
  `<sf:listLabelTypes><sf:array>${`<sf:list-label-typeinfo sf:type="text">${first}</sf:list-label-typeinfo>`.repeat(2)}</sf:array></sf:listLabelTypes><sf:listLabelIndents><sf:array><sf:number sfa:number="0"/><sf:number sfa:number="18"/></sf:array></sf:listLabelIndents><sf:listTextIndents><sf:array><sf:number sfa:number="14"/><sf:number sfa:number="14"/></sf:array></sf:listTextIndents>`;

const STYLES = [
  style('liststyle', 'sf:ident="bullets" sfa:ID="list-1"', labels('<sf:text-label sf:type="bullet" sf:format="•"/>')),
  style(
    'liststyle',
    'sf:ident="letters" sfa:ID="list-2"',
    labels('<sf:text-label sf:type="lower-alpha" sf:format="%L)"/>'),
  ),
  style(
    'paragraphstyle',
    'sf:name="Body" sf:ident="body"',
    text('fontName', 'Helvetica') + number('fontSize', 12) + number('spaceAfter', 6),
  ),
  style(
    'paragraphstyle',
    'sf:name="Title" sf:ident="title" sf:parent-ident="body"',
    text('fontName', 'Helvetica-Bold') + number('fontSize', 24) + number('alignment', 2),
  ),
  style(
    'paragraphstyle',
    'sf:name="Heading 1" sf:ident="heading" sf:parent-ident="body"',
    number('bold', 1) + number('fontSize', 16),
  ),
  style(
    'paragraphstyle',
    'sfa:ID="anon-1" sf:parent-ident="body"',
    number('alignment', 3) + number('firstLineIndent', 18),
  ),
  style('characterstyle', 'sf:ident="strong"', number('bold', 1)),
  style(
    'characterstyle',
    'sf:ident="tinted"',
    number('italic', 1) + number('underline', 1) + colour('fontColor', [0.8, 0, 0.1]),
  ),
  style('cell-style', 'sfa:ID="head-cell"', colour('fill', [0.7, 0.8, 0.9])),
  style(
    'graphic-style',
    'sfa:ID="boxed"',
    `${colour('fill', [1, 0.95, 0.7])}<sf:stroke><sf:stroke sf:width="1"><sf:color xsi:type="sfa:calibrated-white-color-type" sfa:w="0" sfa:a="1"/><sf:pattern sf:type="solid"/></sf:stroke></sf:stroke>`,
  ),
].join('');

const p = (name: string, inner: string, attributes = ''): string =>
  `<sf:p sf:style="${name}"${attributes}>${inner}<sf:br/></sf:p>`;
const storage = (kind: string, body: string, before = ''): string =>
  `<sf:text-storage sf:kind="${kind}"><sf:stylesheet-ref sfa:IDREF="sheet"/>${before}<sf:text-body>${body}</sf:text-body></sf:text-storage>`;

const cell = (value: string, attributes = ''): string => `<sf:t${attributes}><sf:ct sfa:s="${value}"/></sf:t>`;
const table = (name: string, cells: string, columns: number, rows: number): string =>
  `<sf:tabular-info>${geometry(0, 0, columns * 100, rows * 20)}<sf:tabular-model sf:name="${name}" sf:num-header-rows="1"><sf:grid sf:numcols="${columns}" sf:numrows="${rows}"><sf:columns sf:count="${columns}">${'<sf:grid-column sf:width="100"/>'.repeat(columns)}</sf:columns><sf:rows sf:count="${rows}">${'<sf:grid-row sf:height="20"/>'.repeat(rows)}</sf:rows><sf:datasource>${cells}</sf:datasource></sf:grid></sf:tabular-model></sf:tabular-info>`;

const LAMPS = table(
  'Lamps',
  [
    cell('Lamp', ' sf:s="head-cell" sf:ct="0"'),
    cell('Oil', ' sf:s="head-cell"'),
    cell('Hours', ' sf:s="head-cell"'),
    cell('North', ' sf:ct="254"'),
    '<sf:n sf:v="12.5"/><sf:n sf:v="9"/>',
    cell('Both lamps rested', ' sf:ct="254" sf:col-span="3"'),
    '<sf:o/><sf:o/>',
  ].join(''),
  3,
  3,
);
const media = (at: string): string =>
  `<sf:media>${at}<sf:content><sf:image-media><sf:filtered-image><sf:unfiltered><sf:size sfa:w="120" sfa:h="80"/><sf:data sf:path="shapes.png" sf:displayname="shapes.png"/></sf:unfiltered></sf:filtered-image></sf:image-media></sf:content></sf:media>`;
const box = (at: string, inner: string, path: string): string =>
  `<sf:drawable-shape>${at}<sf:style><sf:graphic-style-ref sfa:IDREF="boxed"/></sf:style><sf:path><sf:bezier-path><sf:bezier sfa:path="${path}"/></sf:bezier-path></sf:path><sf:text>${storage('textbox', inner)}</sf:text></sf:drawable-shape>`;

const PAGES_09 = `<?xml version="1.0"?><sl:document xmlns:sl="http://developer.apple.com/namespaces/sl" ${SPACES} sl:version="92008102400"><sl:metadata><sl:title><sl:string sfa:string="The keeper’s week"/></sl:title><sl:authors><sl:string sfa:string="Ida Lund"/></sl:authors></sl:metadata><sl:slprint-info sl:page-width="420" sl:page-height="595"><sl:page-margins sl:top="60" sl:left="50" sl:bottom="60" sl:right="50" sl:header="30" sl:footer="30"/></sl:slprint-info><sl:stylesheet sfa:ID="sheet"><sf:styles>${STYLES}</sf:styles></sl:stylesheet><sl:drawables><sl:page-group sl:page="1">${box(geometry(250, 430, 120, 50), p('body', 'Beside the text'), 'M 0 0 L 120 0 L 120 50 L 0 50 Z')}${box(geometry(60, 430, 60, 60, 20), '<sf:p sf:style="body"/>', 'M 30 0 L 60 60 L 0 60 Z')}</sl:page-group></sl:drawables><sf:headers><sf:header sf:name="SFWPDefaultOddHeaderIdentifier">${storage('header', '<sf:p sf:style="body">Rock station</sf:p>')}</sf:header></sf:headers><sf:footers><sf:footer sf:name="SFWPDefaultOddFooterIdentifier">${storage('header', '<sf:p sf:style="body">Page <sf:page-number sf:value="1"/></sf:p>')}</sf:footer></sf:footers>${storage(
  'body',
  `<sf:section><sf:layout>${[
    p('title', 'The keeper’s week'),
    p('heading', 'Monday'),
    p(
      'anon-1',
      'The <sf:span sf:style="strong">north lamp</sf:span> was lit at dusk<sf:footnote/> and burned <sf:span sf:style="tinted">without a flicker</sf:span>; see <sf:link href="https://example.com/log">the log</sf:link>.',
    ),
    p('body', 'Trim the wick', ' sf:list-style="bullets" sf:list-level="1"'),
    p('body', 'Wind the clock', ' sf:list-style="bullets" sf:list-level="1"'),
    p('body', 'both weights', ' sf:list-style="letters" sf:list-level="2"'),
    p('heading', 'Tuesday'),
    p('body', '<sf:attachment-ref sfa:IDREF="attachment-1"/>'),
    p('body', 'Drawn from the gallery:<sf:lnbr/><sf:attachment-ref sfa:IDREF="attachment-2"/>'),
    p('body', LOG),
  ].join('')}</sf:layout></sf:section>`,
  `<sf:footnotes>${storage('footnote', '<sf:p sf:style="body"><sf:footnote-mark/> By the almanac.<sf:footnotebr/></sf:p>')}</sf:footnotes><sf:attachments><sf:attachment sfa:ID="attachment-1">${LAMPS}</sf:attachment><sf:attachment sfa:ID="attachment-2">${media(geometry(0, 0, 120, 80))}</sf:attachment></sf:attachments>`,
)}</sl:document>`;
write('pages/keeper-list-table-note-box-2009.pages', { 'index.xml': encode(PAGES_09), 'shapes.png': image });

const layer = (kind: string, drawables: string): string =>
  `<sf:layer><sf:type><sf:string sfa:string="${kind}"/></sf:type><sf:drawables>${drawables}</sf:drawables></sf:layer>`;
const placeholder = (name: string, at: string, inner: string): string =>
  `<key:${name}-placeholder><key:style><key:placeholder-style sfa:ID="${name}-style-${at.length}"><sf:property-map><sf:geometry>${at}</sf:geometry></sf:property-map></key:placeholder-style></key:style><sf:text>${storage('textbox', inner)}</sf:text></key:${name}-placeholder>`;
const slide = (title: string, points: readonly string[], drawables: string, notes: string, attributes = ''): string =>
  `<key:slide${attributes}><key:master-ref sfa:IDREF="master"/>${placeholder('title', geometry(40, 20, 560, 60), p('title', title))}${placeholder('body', geometry(40, 100, 300, 240), points.map((point) => p('body', point, ' sf:list-style="bullets" sf:list-level="1"')).join(''))}<key:page><sf:layers>${layer('BGSlideForegroundLayer', drawables)}</sf:layers></key:page><key:notes>${storage('note', p('body', notes))}</key:notes></key:slide>`;
const KEY_09 = `<?xml version="1.0"?><key:presentation xmlns:key="http://developer.apple.com/namespaces/keynote2" ${SPACES} key:version="92008102400"><key:size sfa:w="640" sfa:h="480"/><key:theme-list><key:theme><sf:stylesheet sfa:ID="sheet"><sf:styles>${STYLES}</sf:styles></sf:stylesheet><key:master-slides><key:master-slide sfa:ID="master"><key:page><sf:layers>${layer('BGMasterSlideLayer', `<sf:shape>${geometry(0, 460, 640, 20)}<sf:style><sf:graphic-style-ref sfa:IDREF="boxed"/></sf:style><sf:path><sf:bezier-path><sf:bezier sfa:path="M 0 0 L 640 0 L 640 20 L 0 20 Z"/></sf:bezier-path></sf:path></sf:shape>`)}</sf:layers></key:page></key:master-slide></key:master-slides></key:theme></key:theme-list><key:slide-list>${[
  slide(
    'Three lamps',
    ['North, with a red glass', 'South, with a green one'],
    media(geometry(400, 120, 120, 80)),
    'Speak slowly here',
  ),
  slide(
    'What they burn',
    ['Colza oil'],
    LAMPS.replace(geometry(0, 0, 300, 60), geometry(300, 200, 300, 60)),
    'Count the barrels',
  ),
].join('')}</key:slide-list></key:presentation>`;
write('key/lamps-picture-table-notes-2009.key', { 'index.apxl': encode(KEY_09), 'shapes.png': image });

const amounts = table(
  'Stores',
  [
    cell('Goods', ' sf:ct="0"'),
    cell('Price'),
    cell('Bought'),
    cell('Paid'),
    cell('Oil & wicks', ' sf:ct="253"'),
    '<sf:n sf:v="12.25"/><sf:d sf:cell-date="2009-03-14T00:00:00+0000"/><sf:cb sf:v="true"/>',
    cell('Glass', ' sf:ct="253"'),
    '<sf:n sf:v="-3"/><sf:d sf:cell-date="2009-03-15T18:30:00+0000"/><sf:cb sf:v="false"/>',
    cell('Sum', ' sf:ct="253"'),
    '<sf:f><sf:fo sf:fs="=SUM(Price)"/><sf:r><sf:rn sf:v="9.25"/></sf:r></sf:f><sf:du sf:du="5400"/>',
  ].join(''),
  4,
  4,
);
const NUMBERS_09 = `<?xml version="1.0"?><ls:document xmlns:ls="http://developer.apple.com/namespaces/ls" ${SPACES}><ls:workspace-array>${[
  ['Winter', amounts + table('Names', `${cell('Keeper', ' sf:ct="0"')}${cell('Ida', ' sf:ct="256"')}`, 1, 2)],
  ['Summer', table('Ships', `${cell('Ship', ' sf:ct="0"')}${cell('Aurora', ' sf:ct="256"')}`, 1, 2)],
]
  .map(
    ([name, tables]) =>
      `<ls:workspace ls:workspace-name="${name}"><sf:page-info><sf:layers>${layer('LSWorkspaceForegroundLayer', tables!)}</sf:layers></sf:page-info></ls:workspace>`,
  )
  .join('')}</ls:workspace-array></ls:document>`;
write('numbers/stores-two-sheets-2009.numbers', { 'index.xml': encode(NUMBERS_09) });

// The same report and slides as objects.
const rgb = (red: number, green: number, blue: number): Fields => ({
  1: 1,
  3: float(red),
  4: float(green),
  5: float(blue),
  6: float(1),
});
const named = (name: string): Fields => ({ 1: name, 2: name });
const frame = (x: number, y: number, width: number, height: number): Fields => ({
  1: { 1: { 1: float(x), 2: float(y) }, 2: { 1: float(width), 2: float(height) }, 3: 3, 4: float(0) },
});
const runs = (...entries: readonly (readonly [start: number, id?: number])[]): Fields => ({
  1: entries.map(([start, id]): Fields => (id === undefined ? { 1: start } : { 1: start, 2: ref(id) })),
});
const rectangle = (width: number, height: number): Fields => ({
  5: {
    2: { 1: float(width), 2: float(height) },
    3: {
      1: [
        ...(
          [
            [0, 0],
            [width, 0],
            [width, height],
            [0, height],
          ] as const
        ).map(([x, y], index) => ({ 1: index === 0 ? 1 : 2, 2: { 1: float(x), 2: float(y) } })),
        { 1: 5 },
      ],
    },
  },
});

const ID = {
  body: 100,
  title: 101,
  heading: 102,
  justified: 103,
  strong: 110,
  tinted: 111,
  bullets: 120,
  plain: 121,
  boxed: 130,
  headCell: 140,
  file: 900,
} as const;
const NINE = Array.from({ length: 9 }, (_, level) => level);
const SHARED: readonly ArchivedObject[] = [
  {
    id: ID.body,
    type: 2022,
    fields: { 1: named('Body'), 11: { 3: float(12), 5: 'Helvetica' }, 12: { 1: 0, 20: float(6) } },
  },
  {
    id: ID.title,
    type: 2022,
    fields: { 1: { ...named('Title'), 3: ref(ID.body) }, 11: { 3: float(24), 5: 'Helvetica-Bold' }, 12: { 1: 2 } },
  },
  {
    id: ID.heading,
    type: 2022,
    fields: { 1: { ...named('Heading'), 3: ref(ID.body) }, 11: { 1: true, 3: float(16) } },
  },
  { id: ID.justified, type: 2022, fields: { 1: { 3: ref(ID.body) }, 12: { 1: 3, 7: float(18) } } },
  { id: ID.strong, type: 2021, fields: { 1: named('Strong'), 11: { 1: true } } },
  { id: ID.tinted, type: 2021, fields: { 1: named('Tinted'), 11: { 2: true, 7: rgb(0.8, 0, 0.1), 11: 1 } } },
  {
    id: ID.bullets,
    type: 2023,
    fields: {
      1: named('Bullet'),
      11: NINE.map(() => 2),
      12: NINE.map(() => float(14)),
      13: NINE.map((level) => float(18 * level)),
      16: NINE.map(() => '•'),
    },
  },
  { id: ID.plain, type: 2023, fields: { 1: named('None'), 11: NINE.map(() => 0) } },
  {
    id: ID.boxed,
    type: 2025,
    fields: {
      1: { 1: named('box'), 11: { 1: { 1: rgb(1, 0.95, 0.7) }, 2: { 1: rgb(0, 0, 0), 2: float(1), 6: { 1: 1 } } } },
    },
  },
  { id: ID.headCell, type: 6004, fields: { 1: named('head'), 11: { 1: { 1: rgb(0.7, 0.8, 0.9) } } } },
];

/** A table of texts and numbers: its strings, one tile, and the model that names both. */
function tableObjects(
  first: number,
  columns: number,
  rows: readonly (readonly (string | number)[])[],
): ArchivedObject[] {
  const strings: string[] = [];
  const tile = rows.map((row, index) => {
    const offsets = Buffer.alloc(2 * 255, 0xff);
    const cells = row.map((value, column) => {
      const cell = Buffer.alloc(typeof value === 'string' ? 16 : 20);
      cell.set([4, typeof value === 'string' ? 3 : 2]);
      cell.writeUInt16LE(typeof value === 'string' ? 0x10 : 0x20, 4);
      if (typeof value === 'string') cell.writeUInt32LE(strings.push(value), 12);
      else cell.writeDoubleLE(value, 12);
      return { column, cell };
    });
    let at = 0;
    for (const { column, cell } of cells) {
      offsets.writeUInt16LE(at, 2 * column);
      at += cell.byteLength;
    }
    return { 1: index, 2: row.length, 3: Buffer.concat(cells.map(({ cell }) => cell)), 4: offsets, 5: 4 };
  });
  const [info, model, tileId, list, widths] = [first, first + 1, first + 2, first + 3, first + 4] as const;
  return [
    { id: info, type: 6000, fields: { 1: frame(0, 0, columns * 100, rows.length * 20), 2: ref(model) } },
    {
      id: model,
      type: 6001,
      fields: {
        1: `table-${first}`,
        4: { 1: { 1: 1 }, 2: ref(widths), 3: { 1: { 1: 0, 2: ref(tileId) } }, 4: ref(list), 9: { 1: { 1: 0, 2: 0 } } },
        6: rows.length,
        7: columns,
        8: 'Lamps',
        9: 1,
        19: ref(ID.headCell),
        24: ref(ID.body),
        25: ref(ID.body),
      },
    },
    {
      id: tileId,
      type: 6002,
      fields: { 1: columns, 2: rows.length, 3: columns * rows.length, 4: rows.length, 5: tile },
    },
    {
      id: list,
      type: 6005,
      fields: { 1: 1, 2: strings.length + 1, 3: strings.map((value, index) => ({ 1: index + 1, 2: 1, 3: value })) },
    },
    {
      id: widths,
      type: 6006,
      fields: { 1: 0, 2: Array.from({ length: columns }, (_, column) => ({ 1: column, 2: float(100) })) },
    },
  ];
}

const OBJECT = '\ufffc';
const LINES = [
  'The keeper’s week',
  'Monday',
  `The north lamp was lit at dusk${OBJECT} and burned without a flicker; see the log.`,
  'Trim the wick',
  'Wind the clock',
  'Tuesday',
  OBJECT,
  `Drawn from the gallery:\u2028${OBJECT}`,
  LOG,
];
const BODY = `${LINES.join('\n')}\n`;
const startOf = (line: number): number => LINES.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);
const placeOf = (words: string, after = 0): number => BODY.indexOf(words, after);
const span = (words: string, id: number): (readonly [number, number?])[] => [
  [placeOf(words), id],
  [placeOf(words) + words.length],
];

const plainText = (id: number, value: string, style: number = ID.body, list: number = ID.plain): ArchivedObject => ({
  id,
  type: 2001,
  fields: { 3: value, 5: runs([0, style]), 6: { 1: { 1: 0, 2: 0, 3: 0 } }, 7: runs([0, list]), 8: runs([0]) },
});

const PAGES_13: readonly ArchivedObject[] = [
  ...SHARED,
  {
    id: 1,
    type: 10000,
    fields: {
      3: ref(20),
      4: ref(10),
      30: float(420),
      31: float(595),
      32: float(50),
      33: float(50),
      34: float(60),
      35: float(60),
      36: float(30),
      37: float(30),
    },
  },
  {
    id: 10,
    type: 2001,
    fields: {
      1: 0,
      3: BODY,
      5: runs(
        [0, ID.title],
        [startOf(1), ID.heading],
        [startOf(2), ID.justified],
        [startOf(3), ID.body],
        [startOf(5), ID.heading],
        [startOf(6), ID.body],
      ),
      6: { 1: { 1: 0, 2: 0, 3: 0 } },
      7: runs([0, ID.plain], [startOf(3), ID.bullets], [startOf(5), ID.plain]),
      8: runs([0], ...span('north lamp', ID.strong), ...span('without a flicker', ID.tinted)),
      9: runs([startOf(6), 30], [placeOf(OBJECT, startOf(7)), 31]),
      11: runs([0], ...span('the log', 40)),
      16: runs([placeOf(OBJECT), 41]),
      17: runs([0, 50]),
    },
  },
  { id: 20, type: 10010, fields: { 1: { 1: 0, 4: { 1: ref(21) } } } },
  {
    id: 21,
    type: 2011,
    fields: { 1: { 1: frame(250, 430, 120, 50), 2: ref(ID.boxed), 3: rectangle(120, 50) }, 2: ref(22) },
  },
  plainText(22, 'Beside the text'),
  { id: 30, type: 2003, fields: { 1: ref(200) } },
  { id: 31, type: 2003, fields: { 1: ref(32) } },
  { id: 32, type: 3005, fields: { 1: frame(0, 0, 120, 80), 11: ref(ID.file) } },
  { id: 40, type: 2032, fields: { 1: {}, 2: 'https://example.com/log' } },
  { id: 41, type: 2008, fields: { 1: {}, 2: ref(42) } },
  plainText(42, 'By the almanac.'),
  { id: 50, type: 10011, fields: { 17: true, 23: ref(51), 24: ref(51), 25: ref(51) } },
  { id: 51, type: 10143, fields: { 1: [ref(52)], 2: [ref(53)] } },
  plainText(52, 'Rock station'),
  {
    id: 53,
    type: 2001,
    fields: { 3: `Page ${OBJECT}`, 5: runs([0, ID.body]), 7: runs([0, ID.plain]), 8: runs([0]), 9: runs([5, 54]) },
  },
  { id: 54, type: 2043, fields: { 1: { 2: 0 } } },
  ...tableObjects(200, 3, [
    ['Lamp', 'Oil', 'Hours'],
    ['North', 12.5, 9],
    ['South', 3, 1.25],
  ]),
];

const METADATA: readonly ArchivedObject[] = [
  { id: 2, type: 11006, fields: { 4: { 1: ID.file, 3: 'shapes.png', 4: 'shapes-900.png' } } },
];
const withFiles = (objects: readonly ArchivedObject[]): Record<string, Uint8Array> => ({
  'Index/Document.iwa': writeArchive([...objects].sort((one, other) => one.id - other.id)),
  'Index/Metadata.iwa': writeArchive(METADATA),
  'Data/shapes-900.png': image,
});
write('pages/keeper-list-table-note-box-2013.pages', withFiles(PAGES_13));

function slideObjects(first: number, title: string, points: string, drawable: number, notes: string): ArchivedObject[] {
  const shape = (kind: number, at: Fields, storageId: number): Fields => ({
    1: { 1: { 1: at }, 2: ref(storageId) },
    2: kind,
  });
  return [
    { id: first, type: 4, fields: { 2: ref(first + 1), 4: false, 7: false } },
    {
      id: first + 1,
      type: 5,
      fields: {
        1: ref(70),
        5: ref(first + 2),
        6: ref(first + 3),
        7: [ref(drawable)],
        17: ref(60),
        19: true,
        27: ref(first + 6),
      },
    },
    { id: first + 2, type: 7, fields: shape(2, frame(40, 20, 560, 60), first + 4) },
    { id: first + 3, type: 7, fields: shape(3, frame(40, 100, 300, 240), first + 5) },
    plainText(first + 4, title, ID.title),
    plainText(first + 5, points, ID.body, ID.bullets),
    { id: first + 6, type: 15, fields: { 1: ref(first + 7) } },
    plainText(first + 7, notes),
  ];
}
const KEY_13: readonly ArchivedObject[] = [
  ...SHARED,
  { id: 1, type: 1, fields: { 2: ref(3) } },
  {
    id: 3,
    type: 2,
    fields: { 2: ref(4), 3: { 2: [ref(300), ref(320)] }, 4: { 1: float(640), 2: float(480) }, 5: ref(5) },
  },
  { id: 60, type: 6, fields: { 1: ref(70), 7: [ref(61)], 19: true } },
  { id: 61, type: 2011, fields: { 1: { 1: frame(0, 460, 640, 20), 2: ref(ID.boxed), 3: rectangle(640, 20) } } },
  { id: 70, type: 9, fields: { 1: named('slide'), 11: { 1: { 1: rgb(0.95, 0.97, 1) } } } },
  { id: 62, type: 3005, fields: { 1: frame(400, 120, 120, 80), 11: ref(ID.file) } },
  ...slideObjects(300, 'Three lamps', 'North, with a red glass\nSouth, with a green one', 62, 'Speak slowly here'),
  ...slideObjects(320, 'What they burn', 'Colza oil', 200, 'Count the barrels'),
  ...tableObjects(200, 3, [
    ['Lamp', 'Oil', 'Hours'],
    ['North', 12.5, 9],
    ['South', 3, 1.25],
  ]).map((object) =>
    object.id === 200 ? { ...object, fields: { ...object.fields, 1: frame(300, 200, 300, 60) } } : object,
  ),
];
write('key/lamps-picture-table-notes-2013.key', { ...withFiles(KEY_13), 'Index/Slide.iwa': writeArchive([]) });
