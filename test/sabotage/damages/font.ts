import type { FormatId } from '../../../engine/index.ts';
import { packEot } from '../../../engine/content/font/eot.ts';
import { writeSfnt, type Sfnt } from '../../../engine/content/font/sfnt.ts';
import { writeTtx } from '../../../engine/content/font/ttx/write.ts';
import { unpackFonts, type PackedFormat } from '../../../engine/content/font/unpack.ts';
import { writeWoff } from '../../../engine/content/font/woff.ts';
import { packWoff2 } from '../../../engine/content/font/woff2.ts';
import type { Damage, Harm, Scenario } from '../scenario.ts';
import { BYTE_DAMAGES } from './bytes.ts';

type Tables = Map<string, Uint8Array>;
/** Changes tables in place; false where there is nothing to change. */
type Change = (tables: Tables, view: (tag: string) => DataView) => boolean | void;

async function changeFont(bytes: Uint8Array, format: FormatId, change: Change): Promise<Uint8Array | undefined> {
  const [font] = await unpackFonts(bytes, format as PackedFormat, { signal: new AbortController().signal });
  const tables: Tables = new Map([...font!.tables].map(([tag, table]) => [tag, table.slice()]));
  const view = (tag: string): DataView => new DataView(tables.get(tag)!.buffer, tables.get(tag)!.byteOffset);
  if (change(tables, view) === false) return undefined;
  return pack({ ...font!, tables }, format);
}

function pack(font: Sfnt, format: FormatId): Uint8Array | Promise<Uint8Array> {
  switch (format) {
    case 'woff':
      return writeWoff(font);
    case 'woff2':
      return packWoff2(writeSfnt(font));
    case 'eot':
      return packEot(font);
    case 'ttx':
      return writeTtx(font, { signal: new AbortController().signal, warn: () => {} });
    default:
      return writeSfnt(font);
  }
}

const without =
  (...tags: readonly string[]): Change =>
  (tables) =>
    tags.some((tag) => tables.delete(tag));

const number =
  (tag: string, at: number, change: (value: number) => number): Change =>
  (tables, view) => {
    if (!tables.has(tag)) return false;
    view(tag).setInt16(at, change(view(tag).getInt16(at)));
    return true;
  };

/** Every advance of `hmtx`; the bearing beside it stays. */
function advances(change: (advance: number, glyph: number) => number): Change {
  return (_tables, view) => {
    const count = view('hhea').getUint16(34);
    for (let glyph = 0; glyph < count; glyph++)
      view('hmtx').setUint16(glyph * 4, change(view('hmtx').getUint16(glyph * 4), glyph) & 0xffff);
  };
}

/** The subtables of `cmap` of format 4, by where they begin. */
function segmentTables(view: DataView): number[] {
  const starts = Array.from({ length: view.getUint16(2) }, (_, index) => view.getUint32(8 + index * 8));
  return [...new Set(starts)].filter((at) => view.getUint16(at) === 4);
}

/** Each segment of format 4: what is added to its characters. */
function shiftCharacters(by: number, isMeant: (segment: number) => boolean = () => true): Change {
  return (_tables, view) => {
    let changed = false;
    for (const at of segmentTables(view('cmap'))) {
      const doubled = view('cmap').getUint16(at + 6);
      for (let segment = 0; segment < doubled - 2; segment += 2) {
        const delta = at + 16 + doubled * 2 + segment;
        const range = view('cmap').getUint16(at + 16 + doubled * 3 + segment);
        if (range !== 0 || !isMeant(segment / 2)) continue;
        view('cmap').setUint16(delta, (view('cmap').getUint16(delta) + by) & 0xffff);
        changed = true;
      }
    }
    return changed;
  };
}

/** The outlines of the glyphs of `glyf`, which `loca` finds. */
function outlines(change: (glyph: Uint8Array, index: number) => void): Change {
  return (tables, view) => {
    const glyf = tables.get('glyf');
    if (!glyf || !tables.has('loca')) return false;
    const isLong = view('head').getInt16(50) === 1;
    const count = view('maxp').getUint16(4);
    const at = (glyph: number): number =>
      isLong ? view('loca').getUint32(glyph * 4) : view('loca').getUint16(glyph * 2) * 2;
    for (let glyph = 0; glyph < count; glyph++)
      if (at(glyph + 1) > at(glyph)) change(glyf.subarray(at(glyph), at(glyph + 1)), glyph);
    return true;
  };
}

/** Empties glyphs: what is there is no contour any more. */
const emptied = (isMeant: (glyph: number) => boolean): Change =>
  outlines((glyph, index) => void (isMeant(index) && glyph.fill(0, 0, 10)));

function sharedOutlines(tables: Tables, view: (tag: string) => DataView): boolean {
  if (!tables.has('loca')) return false;
  const isLong = view('head').getInt16(50) === 1;
  const size = isLong ? 4 : 2;
  const loca = tables.get('loca')!;
  const count = view('maxp').getUint16(4);
  const middle = count >> 1;
  if (middle + 2 > count) return false;
  // The offsets of two neighbours that begin where the one before ends: the glyphs slide by one.
  const slid = loca.slice(0, (count + 1) * size);
  slid.copyWithin(size * 5, size * 6, size * count);
  tables.set('loca', slid);
  return true;
}

const DAMAGES: readonly (readonly [string, Harm, Change])[] = [
  ['all characters shifted by one glyph', 'text', shiftCharacters(1)],
  ['characters of one segment shifted', 'text', shiftCharacters(1, (segment) => segment === 1)],
  ['characters show the glyph before', 'text', shiftCharacters(-1)],
  [
    'no character has a glyph',
    'text',
    (tables, view) =>
      segmentTables(view('cmap')).every((at) => {
        view('cmap').setUint16(at + 14, 0xffff);
        return true;
      }),
  ],
  ['cmap lost', 'text', without('cmap')],
  ['advances doubled', 'style', advances((advance) => advance * 2)],
  ['advances of one unit less', 'style', advances((advance) => Math.max(0, advance - 4))],
  ['all advances alike', 'style', advances(() => 500)],
  [
    'advances shifted by one glyph',
    'style',
    (tables, view) => {
      tables.get('hmtx')!.copyWithin(0, 4, view('hhea').getUint16(34) * 4);
    },
  ],
  ['one advance changed', 'style', advances((advance, glyph) => (glyph === 20 ? advance + 200 : advance))],
  ['kerning lost', 'style', without('GPOS', 'kern')],
  ['ligatures lost', 'style', without('GSUB')],
  ['classes of glyphs lost', 'style', without('GDEF')],
  ['names lost', 'metadata', without('name')],
  [
    'names in the wrong encoding',
    'metadata',
    (tables, view) => {
      const start = view('name').getUint16(4);
      tables.get('name')!.subarray(start).reverse();
    },
  ],
  ['half of the names lost', 'metadata', number('name', 2, (count) => count >> 1)],
  ['weight changed', 'metadata', number('OS/2', 4, () => 900)],
  ['style bits changed', 'metadata', number('OS/2', 62, (bits) => bits ^ 0x61)],
  ['embedding forbidden', 'metadata', number('OS/2', 8, () => 2)],
  ['OS/2 lost', 'metadata', without('OS/2')],
  ['line height doubled', 'style', number('hhea', 4, (value) => value * 2)],
  ['descender lost', 'style', number('hhea', 6, () => 0)],
  ['units of the em halved', 'style', number('head', 18, (value) => value >> 1)],
  ['units of the em 1000 for 2048', 'style', number('head', 18, (value) => (value === 1000 ? 2048 : 1000))],
  ['one glyph emptied', 'visibility', emptied((glyph) => glyph === 30)],
  ['all glyphs emptied', 'visibility', emptied(() => true)],
  ['every tenth glyph emptied', 'visibility', emptied((glyph) => glyph % 10 === 5)],
  ['glyphs slide by one', 'order', (tables, view) => sharedOutlines(tables, view)],
  ['last glyphs lost', 'block', number('maxp', 4, (count) => count - 3)],
  ['hinting lost', 'style', without('fpgm', 'prep', 'cvt ')],
  ['variations lost', 'style', without('fvar', 'gvar')],
  ['table of underlines changed', 'metadata', number('post', 8, (value) => value - 300)],
  ['outlines random', 'image', outlines((glyph) => void (glyph.length > 24 && glyph.fill(0x2a, 20, glyph.length - 2)))],
];

const CFF: readonly (readonly [string, Harm, Change])[] = [
  [
    'an outline of CFF damaged',
    'image',
    (tables) => {
      const cff = tables.get('CFF ');
      if (!cff) return false;
      cff.fill(139, cff.length - 200, cff.length - 100);
      return true;
    },
  ],
  ['CFF lost', 'visibility', without('CFF ')],
];

function scenarioOf(source: string, to: FormatId, options?: Scenario['options']): Scenario {
  const damages = [...DAMAGES, ...(to === 'otf' ? CFF : [])].map(([name, harm, change]): Damage => ({
    name,
    harm,
    apply: (bytes) => changeFont(bytes, to, change),
  }));
  const resave = async (bytes: Uint8Array): Promise<Uint8Array> => (await changeFont(bytes, to, () => true))!;
  return { family: 'font', source, to, ...(options && { options }), resave, damages: [...damages, ...BYTE_DAMAGES] };
}

/** Fonts in SVG are text. */
function svgScenario(source: string): Scenario {
  const text = (name: string, harm: Harm, change: (svg: string) => string): Damage => ({
    name,
    harm,
    apply: (bytes) => Buffer.from(change(Buffer.from(bytes).toString())),
  });
  return {
    family: 'font',
    source,
    to: 'svgfont',
    damages: [
      text('all outlines lost', 'visibility', (svg) => svg.replaceAll(/ d="[^"]*"/g, '')),
      text('one outline lost', 'visibility', (svg) => svg.replace(/(unicode="&#x41;"[^>]*?) d="[^"]*"/, '$1')),
      text('advances alike', 'style', (svg) => svg.replaceAll(/(<glyph [^>]*horiz-adv-x=)"\d+"/g, '$1"500"')),
      text('characters shifted', 'text', (svg) =>
        svg.replaceAll(
          /unicode="&#x([0-9A-F]+);"/g,
          (_, code: string) => `unicode="&#x${(Number.parseInt(code, 16) + 1).toString(16).toUpperCase()};"`,
        ),
      ),
      text('half of the glyphs lost', 'block', (svg) => {
        let glyph = 0;
        return svg.replaceAll(/<glyph [^>]*\/>\n/g, (tag) => (glyph++ % 2 === 0 ? tag : ''));
      }),
      text('units of the em halved', 'style', (svg) =>
        svg.replace(/units-per-em="(\d+)"/, (_, units: string) => `units-per-em="${Number(units) / 2}"`),
      ),
      text('upside down', 'visibility', (svg) =>
        svg.replaceAll(
          / d="([^"]*)"/g,
          (_, d: string) =>
            ` d="${d.replaceAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g, (__, x: string, y: string) => `${x} ${-Number(y)}`)}"`,
        ),
      ),
      ...BYTE_DAMAGES,
    ],
  };
}

const LATIN = 'corpus/sources/ttf/hinted-kerned-latin.ttf';
const REAL = '../shared/corpora/font';

/** What this font has nothing to damage for. */
const NOT_IN_LATIN: ReadonlySet<string> = new Set([
  'characters of one segment shifted',
  'variations lost',
  'outlines random',
]);
const woff2 = scenarioOf(LATIN, 'woff2');

export const SCENARIOS: readonly Scenario[] = [
  { ...woff2, isInSample: true, damages: woff2.damages.filter(({ name }) => !NOT_IN_LATIN.has(name)) },
  scenarioOf(LATIN, 'otf'),
  scenarioOf(LATIN, 'woff'),
  scenarioOf(LATIN, 'ttx'),
  scenarioOf(LATIN, 'ttf', { subset: 'U+0041-005A,U+0061-007A' }),
  scenarioOf('corpus/sources/otf/kerned-italic.otf', 'ttf'),
  scenarioOf(`${REAL}/pdf.js/LiberationSans-Regular.ttf`, 'woff2'),
  scenarioOf(`${REAL}/pdf.js/LiberationSans-Regular.ttf`, 'otf'),
  scenarioOf(`${REAL}/epub3-samples/OldStandard-Regular.otf`, 'ttf'),
  scenarioOf(`${REAL}/epub3-samples/UbuntuMono-RI.ttf`, 'eot'),
  scenarioOf(`${REAL}/pdf.js/FoxitSerif.pfb`, 'ttf'),
  scenarioOf(`${REAL}/file-type/fixture.woff`, 'ttf'),
  scenarioOf(`${REAL}/file-type/fixture.otf`, 'woff2'),
  svgScenario(LATIN),
];
