import type { Operation, Codec, EdgeSpec } from '../../engine/contract/codec.ts';
import { maskOf, type Feature, type FeatureSet } from '../../engine/formats/features.ts';
import type { Family } from '../../engine/formats/format.ts';
import type { Format, FormatId } from '../../engine/formats/index.ts';
import type { MeasuredCosts } from '../../engine/planner/cost-model.ts';
import { codecOf } from './declarations.ts';

/**
 * A graph of 52 formats as the finished catalogue may look, with estimated times and quality penalty: what the planner finds on
 * it is checked against plans that somebody judged, whatever codecs the real registry has.
 */
export interface SampleGraph {
  readonly formats: ReadonlyMap<FormatId, Format>;
  readonly codecs: readonly Codec[];
  readonly costs: MeasuredCosts;
}

interface SampleFormat {
  readonly carries: string;
  readonly lossy?: true;
  readonly many?: Format['many'];
}

const DOCUMENT = 'text structure look vector pages figures metadata';
const TABLE = 'records formulas structure look figures metadata';
const FILM = 'video audio subtitles animation metadata';

const FORMATS: Readonly<Partial<Record<Family, Readonly<Record<string, SampleFormat>>>>> = {
  image: {
    png: { carries: 'look alpha depth metadata' },
    jpg: { carries: 'look metadata', lossy: true },
    gif: { carries: 'look alpha animation', lossy: true, many: 'frames' },
    webp: { carries: 'look alpha animation metadata', lossy: true, many: 'frames' },
    tiff: { carries: 'look alpha depth pages metadata', many: 'pages' },
    heic: { carries: 'look alpha depth metadata', lossy: true },
    ico: { carries: 'look alpha' },
    psd: { carries: 'look alpha depth metadata' },
    svg: { carries: 'vector text look figures alpha metadata' },
    dwg: { carries: 'vector text look metadata' },
    dxf: { carries: 'vector text look metadata' },
    dot: { carries: 'structure text' },
  },
  document: {
    pdf: { carries: DOCUMENT, many: 'pages' },
    docx: { carries: DOCUMENT },
    doc: { carries: DOCUMENT },
    odt: { carries: DOCUMENT },
    rtf: { carries: 'text structure look pages figures metadata' },
    pptx: { carries: `${DOCUMENT} animation` },
  },
  markup: {
    html: { carries: 'text structure look vector figures metadata' },
    md: { carries: 'text structure figures metadata' },
    txt: { carries: 'text' },
    typ: { carries: 'text structure figures metadata' },
  },
  ebook: {
    epub: { carries: 'text structure look figures metadata' },
    mobi: { carries: 'text structure figures metadata' },
    cbz: { carries: 'entries pages look metadata', many: 'pages' },
  },
  sheet: { xlsx: { carries: TABLE }, xls: { carries: TABLE } },
  data: {
    csv: { carries: 'records' },
    json: { carries: 'records structure' },
    yaml: { carries: 'records structure' },
    xml: { carries: 'records structure metadata' },
  },
  video: {
    mp4: { carries: FILM, lossy: true },
    mov: { carries: FILM, lossy: true },
    mkv: { carries: FILM, lossy: true },
    webm: { carries: FILM, lossy: true },
    avi: { carries: 'video audio animation metadata', lossy: true },
  },
  audio: {
    mp3: { carries: 'audio metadata', lossy: true },
    wav: { carries: 'audio metadata' },
    flac: { carries: 'audio depth metadata' },
    m4a: { carries: 'audio metadata', lossy: true },
  },
  subtitle: {
    srt: { carries: 'subtitles text' },
    vtt: { carries: 'subtitles text' },
    ass: { carries: 'subtitles text' },
  },
  archive: {
    zip: { carries: 'entries metadata', many: 'entries' },
    rar: { carries: 'entries metadata', many: 'entries' },
    '7z': { carries: 'entries metadata', many: 'entries' },
    tar: { carries: 'entries metadata', many: 'entries' },
  },
  font: {
    ttf: { carries: 'glyphs metadata' },
    otf: { carries: 'glyphs metadata' },
    woff2: { carries: 'glyphs metadata' },
  },
  mail: {
    eml: { carries: 'text structure figures entries metadata' },
    msg: { carries: 'text structure figures entries metadata' },
  },
};

interface SampleEdge {
  readonly codec: string;
  readonly from: string;
  readonly to: string;
  readonly keeps: string;
  /** Base and per MB. */
  readonly ms: readonly [number, number];
  readonly growth?: number;
  readonly operation?: Operation;
  readonly qualityPenalty?: number;
  /** `text>look`: pairs of features. */
  readonly derives?: string;
  readonly takes?: EdgeSpec['takes'];
  readonly gives?: EdgeSpec['gives'];
}

const RASTERS = 'png jpg gif webp tiff';
const FILMS = 'mp4 mov mkv webm avi';
const SOUNDS = 'mp3 wav flac m4a';
const WRITER = 'docx doc odt rtf';
const RASTER = 'look alpha depth animation pages metadata';
const MARKUP = 'text structure figures metadata';

const EDGES: readonly SampleEdge[] = [
  { codec: 'vips', from: RASTERS, to: RASTERS, keeps: RASTER, ms: [8, 80] },
  {
    codec: 'magick',
    from: `${RASTERS} heic ico psd`,
    to: `${RASTERS} ico psd`,
    keeps: 'look alpha animation pages metadata',
    ms: [40, 190],
  },
  { codec: 'resvg', from: 'svg', to: 'png', keeps: 'look alpha metadata', ms: [20, 110], operation: 'render' },
  {
    codec: 'trace',
    from: 'png jpg',
    to: 'svg',
    keeps: 'look alpha metadata',
    ms: [60, 400],
    growth: 2,
    operation: 'infer',
    qualityPenalty: 150,
    derives: 'look>vector',
  },
  { codec: 'pdf-lib', from: 'png jpg tiff', to: 'pdf', keeps: 'look pages metadata', ms: [6, 20], operation: 'wrap' },
  { codec: 'docx', from: 'png jpg', to: 'docx', keeps: 'look metadata', ms: [6, 20], operation: 'wrap' },
  { codec: 'ffmpeg', from: FILMS, to: FILMS, keeps: FILM, ms: [150, 900] },
  { codec: 'ffmpeg', from: `${FILMS} gif webp`, to: 'gif', keeps: 'animation metadata', ms: [150, 900] },
  {
    codec: 'ffmpeg',
    from: 'gif webp',
    to: FILMS,
    keeps: 'animation metadata',
    ms: [150, 900],
    derives: 'animation>video',
  },
  {
    codec: 'ffmpeg',
    from: FILMS,
    to: SOUNDS,
    keeps: 'audio metadata',
    ms: [60, 60],
    growth: 0.1,
    operation: 'extract',
  },
  { codec: 'ffmpeg', from: SOUNDS, to: SOUNDS, keeps: 'audio metadata', ms: [40, 100] },
  {
    codec: 'ffmpeg',
    from: FILMS,
    to: 'png jpg',
    keeps: 'metadata',
    ms: [60, 30],
    growth: 0.1,
    operation: 'extract',
    derives: 'video>look',
  },
  { codec: 'ffmpeg', from: SOUNDS, to: 'mp4 webm', keeps: 'audio metadata', ms: [60, 100], operation: 'wrap' },
  {
    codec: 'ffmpeg',
    from: 'mkv mp4',
    to: 'srt ass vtt',
    keeps: 'subtitles',
    ms: [30, 5],
    growth: 0.01,
    operation: 'extract',
    derives: 'subtitles>text',
  },
  {
    codec: 'pandoc',
    from: 'csv',
    to: 'docx odt html md',
    keeps: '',
    ms: [150, 2400],
    qualityPenalty: 4,
    derives: 'records>text',
  },
  {
    codec: 'pandoc',
    from: 'docx odt rtf html md epub',
    to: 'docx odt rtf html md epub txt typ',
    keeps: MARKUP,
    ms: [150, 2400],
    qualityPenalty: 4,
  },
  { codec: 'mammoth', from: 'docx', to: 'html', keeps: 'text structure figures', ms: [30, 400], qualityPenalty: 8 },
  {
    codec: 'lo-writer',
    from: `${WRITER} html txt`,
    to: `${WRITER} pdf txt`,
    keeps: DOCUMENT,
    ms: [280, 1000],
    qualityPenalty: 3,
    derives: 'text>look',
  },
  { codec: 'lo-writer', from: WRITER, to: 'png', keeps: 'look', ms: [250, 900], operation: 'render', gives: 'many' },
  { codec: 'lo-calc', from: 'xlsx xls csv', to: 'xlsx xls csv', keeps: TABLE, ms: [270, 1000], qualityPenalty: 2 },
  {
    codec: 'lo-calc',
    from: 'xlsx xls csv',
    to: 'html pdf',
    keeps: `${TABLE} pages`,
    ms: [270, 1000],
    qualityPenalty: 2,
    derives: 'records>text records>look',
  },
  { codec: 'lo-impress', from: 'pptx', to: 'pdf html svg png', keeps: DOCUMENT, ms: [300, 1000], qualityPenalty: 3 },
  {
    codec: 'lo-draw',
    from: 'pdf',
    to: 'svg png html',
    keeps: 'text look vector figures',
    ms: [300, 1000],
    qualityPenalty: 20,
    takes: 'first',
  },
  { codec: 'lo-draw', from: 'dxf', to: 'svg pdf png', keeps: 'vector text look', ms: [300, 1000], qualityPenalty: 5 },
  { codec: 'typst', from: 'typ', to: 'pdf', keeps: MARKUP, ms: [300, 900], qualityPenalty: 2, derives: 'text>look' },
  { codec: 'pdf-docx', from: 'pdf', to: 'docx', keeps: DOCUMENT, ms: [500, 4000], qualityPenalty: 30 },
  { codec: 'pdf-flow', from: 'pdf', to: 'html md', keeps: MARKUP, ms: [150, 900], qualityPenalty: 40 },
  {
    codec: 'pdfium',
    from: 'pdf',
    to: 'png jpg tiff',
    keeps: 'look pages',
    ms: [60, 600],
    growth: 2,
    operation: 'render',
    gives: 'many',
  },
  { codec: 'pdfium', from: 'pdf', to: 'txt', keeps: 'text', ms: [30, 120], growth: 0.1, qualityPenalty: 10 },
  {
    codec: 'pdf-tables',
    from: 'pdf',
    to: 'csv xlsx',
    keeps: '',
    ms: [200, 1500],
    growth: 0.2,
    operation: 'extract',
    qualityPenalty: 40,
    derives: 'look>records',
  },
  {
    codec: 'typeset',
    from: 'epub html docx',
    to: 'pdf',
    keeps: `${MARKUP} pages`,
    ms: [60, 90],
    qualityPenalty: 40,
    derives: 'text>look',
  },
  { codec: 'comics', from: 'cbz', to: 'pdf', keeps: 'look pages metadata', ms: [60, 90] },
  { codec: 'mobi', from: 'epub html', to: 'mobi', keeps: MARKUP, ms: [20, 60], qualityPenalty: 8 },
  { codec: 'mobi', from: 'mobi', to: 'html', keeps: MARKUP, ms: [20, 60], qualityPenalty: 8 },
  {
    codec: 'sheetjs',
    from: 'xlsx xls csv',
    to: 'xlsx csv',
    keeps: 'records formulas',
    ms: [15, 500],
    qualityPenalty: 2,
  },
  {
    codec: 'sheetjs',
    from: 'xlsx xls csv',
    to: 'html txt',
    keeps: '',
    ms: [15, 500],
    qualityPenalty: 6,
    derives: 'records>text',
  },
  {
    codec: 'sheetjs',
    from: 'html',
    to: 'xlsx csv',
    keeps: '',
    ms: [15, 500],
    operation: 'extract',
    qualityPenalty: 20,
    derives: 'structure>records',
  },
  { codec: 'data', from: 'json yaml xml csv', to: 'json yaml xml csv', keeps: 'records structure', ms: [3, 30] },
  { codec: '7z', from: 'zip rar 7z tar cbz', to: 'zip 7z tar', keeps: 'entries metadata', ms: [40, 200] },
  { codec: 'mail', from: 'eml msg', to: 'html txt', keeps: 'text structure figures', ms: [10, 30] },
  {
    codec: 'mail',
    from: 'eml msg',
    to: 'json',
    keeps: '',
    ms: [10, 30],
    operation: 'extract',
    derives: 'text>records',
  },
  { codec: 'mail', from: 'eml msg', to: 'zip', keeps: 'entries', ms: [10, 30], operation: 'extract' },
  {
    codec: 'ocr',
    from: 'png jpg tiff',
    to: 'txt',
    keeps: '',
    ms: [1500, 1500],
    growth: 0.01,
    operation: 'infer',
    qualityPenalty: 200,
    derives: 'look>text',
  },
  {
    codec: 'ocr',
    from: 'png jpg tiff',
    to: 'pdf docx',
    keeps: 'look pages',
    ms: [1500, 1500],
    operation: 'infer',
    qualityPenalty: 200,
    derives: 'look>text',
  },
  { codec: 'fonts', from: 'ttf otf woff2', to: 'ttf otf woff2', keeps: 'glyphs metadata', ms: [60, 1000] },
  {
    codec: 'glyphs',
    from: 'ttf otf',
    to: 'svg',
    keeps: 'metadata',
    ms: [40, 100],
    growth: 3,
    operation: 'render',
    derives: 'glyphs>look glyphs>vector',
  },
  { codec: 'cues', from: 'srt vtt ass', to: 'srt vtt ass', keeps: 'subtitles text', ms: [2, 10] },
  { codec: 'cues', from: 'srt vtt ass', to: 'txt', keeps: 'text', ms: [2, 10] },
  {
    codec: 'graphviz',
    from: 'dot',
    to: 'svg',
    keeps: 'text',
    ms: [20, 200],
    derives: 'text>look text>vector',
  },
  { codec: 'shiki', from: 'txt', to: 'html', keeps: 'text', ms: [20, 100] },
];

export function sampleGraph(): SampleGraph {
  const formats = new Map<FormatId, Format>();
  for (const [family, rows] of Object.entries(FORMATS))
    for (const [id, row] of Object.entries(rows))
      formats.set(id as FormatId, sampleFormat(id as FormatId, family as Family, row));
  const edges = EDGES.map((edge, index) => ({ ...edge, name: `${edge.from.split(' ')[0]}-${index}` }));
  const ids = [...new Set(edges.map(({ codec }) => codec))];
  const codecs = ids.map((id) => codecOf(id, edges.filter(({ codec }) => codec === id).map(sampleEdge)));
  const measured = edges.map(
    ({ codec, name, ms, qualityPenalty = 0 }) => [`${codec}/${name}`, { ms: costOf(ms), qualityPenalty }] as const,
  );
  return { formats, codecs, costs: { machine: '', date: '', edges: Object.fromEntries(measured) } };
}

function sampleFormat(id: FormatId, family: Family, { carries, lossy, many }: SampleFormat): Format {
  return {
    id,
    family,
    name: id,
    mime: ['application/octet-stream'],
    extensions: [id],
    carries: featuresIn(carries),
    ...(lossy && { lossy }),
    ...(many && { many }),
  };
}

function sampleEdge(edge: SampleEdge & { readonly name: string }): EdgeSpec {
  const { name, from, to, keeps, ms, growth, operation = 'recode', derives = '', takes = 'all', gives = 'one' } = edge;
  return {
    name,
    from: from.split(' ') as FormatId[],
    to: to.split(' ') as FormatId[],
    keeps: featuresIn(keeps),
    derives: wordsOf(derives).map((turn) => {
      const [before, after] = turn.split('>') as [Feature, Feature];
      return { from: before, to: after };
    }),
    operation,
    takes,
    gives,
    cost: { ms: costOf(ms), memoryMB: { base: 50, perMB: 4 }, cpuSlots: 1, growth },
  };
}

function costOf([base, perMB]: readonly [number, number]): { base: number; perMB: number } {
  return { base, perMB };
}

/** Throws for a name that is not a feature, so that a slip in the table does not pass as a loss. */
function featuresIn(names: string): FeatureSet {
  const features = wordsOf(names) as Feature[];
  if (maskOf(features) === 0 && features.length > 0) throw new Error(`There are no features ${names}.`);
  return features;
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
