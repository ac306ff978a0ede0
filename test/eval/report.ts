import type { Judgement } from './judge.ts';

/** One line of the table: where the judge says it, what is aimed at, and what others reach on the same documents. */
interface Measure {
  readonly path: string;
  readonly name: string;
  readonly target?: number;
  readonly atMost?: true;
  readonly libreOffice?: number | undefined;
  readonly pdf2docx?: number | undefined;
}

/** The others' figures are LibreOffice 7.4 and pdf2docx 0.5.8 with this judge on these lists. */
const LIST: readonly Measure[] = [
  { path: 'score', name: 'score', target: 80, libreOffice: 39.5, pdf2docx: 62.6 },
  { path: 'text.recall', name: 'text recall', target: 0.985, libreOffice: 0.989, pdf2docx: 0.896 },
  { path: 'text.f1', name: 'text F1', target: 0.98, libreOffice: 0.982, pdf2docx: 0.913 },
  { path: 'text.order', name: 'order', target: 0.9, libreOffice: 0.836, pdf2docx: 0.854 },
  { path: 'visual.digits_recall', name: 'words with digits: recall', target: 0.995 },
  { path: 'visual.digits_precision', name: 'words with digits: precision', target: 0.995 },
  { path: 'visual.page_match', name: 'page match', target: 0.95, libreOffice: 0.85, pdf2docx: 0.899 },
  { path: 'visual.w_within_12pt', name: 'words within 12 pt', target: 0.6, libreOffice: 0.003, pdf2docx: 0.235 },
  { path: 'visual.ssim_ink', name: 'ink-SSIM', target: 0.35, libreOffice: 0.076, pdf2docx: 0.244 },
  { path: 'edit.frame_share', name: 'words in frames', target: 0.03, atMost: true, libreOffice: 1, pdf2docx: 0 },
  {
    path: 'edit.breaks_per_line',
    name: 'breaks per line',
    target: 0.5,
    atMost: true,
    libreOffice: 1.345,
    pdf2docx: 0.661,
  },
  { path: 'structure_checks.headings', name: 'tagged: headings', target: 0.9, libreOffice: 0, pdf2docx: 0 },
  { path: 'structure_checks.tables', name: 'tagged: tables', target: 0.9, libreOffice: 0, pdf2docx: 0.598 },
  { path: 'structure_checks.list_items', name: 'tagged: lists', target: 0.8, libreOffice: 0, pdf2docx: 0 },
  { path: 'structure_checks.links', name: 'links', libreOffice: 0, pdf2docx: 1 },
  { path: 'structure_checks.images', name: 'images', libreOffice: 1, pdf2docx: 1 },
  { path: 'parts.text', name: 'part text', libreOffice: 92.4, pdf2docx: 87.7 },
  { path: 'parts.layout', name: 'part layout', libreOffice: 15, pdf2docx: 34.7 },
  { path: 'parts.structure', name: 'part structure', libreOffice: 47.2, pdf2docx: 73.7 },
  { path: 'parts.edit', name: 'part editability', libreOffice: 5, pdf2docx: 86.9 },
];

const ROUND_TRIP: readonly Measure[] = [
  { path: 'score', name: 'score', libreOffice: 56.2, pdf2docx: 80.2 },
  { path: 'text.recall', name: 'text recall', libreOffice: 0.996, pdf2docx: 0.992 },
  { path: 'ref.heading_f1', name: 'headings', target: 0.85, libreOffice: 0, pdf2docx: 0 },
  { path: 'ref.heading_level_f1', name: 'headings with their levels' },
  { path: 'ref.list_item_f1', name: 'lists', target: 0.85, libreOffice: 0, pdf2docx: 0 },
  { path: 'ref.paragraph_f1', name: 'paragraphs', target: 0.85, libreOffice: 0.71, pdf2docx: 0.45 },
  { path: 'ref.tables.teds', name: 'tables (TEDS)', target: 0.85, libreOffice: 0, pdf2docx: 0.72 },
  { path: 'ref.link_f1', name: 'links', target: 0.95, libreOffice: 0, pdf2docx: 0.806 },
  { path: 'ref.headerfooter_f1', name: 'headers and footers', target: 0.7, libreOffice: 0, pdf2docx: 0 },
  { path: 'ref.bold_f1', name: 'bold', libreOffice: 0.912, pdf2docx: 0.912 },
  { path: 'ref.italic_f1', name: 'italic', libreOffice: 0.983, pdf2docx: 0.992 },
];

const TABLES: readonly Measure[] = [
  { path: 'table_truth.teds', name: 'TEDS', target: 0.9 },
  { path: 'table_truth.adj_f1', name: 'adjacency F1', target: 0.9 },
];

export const MEASURES = { list: LIST, 'round-trip': ROUND_TRIP, tables: TABLES } as const;

export type ListName = keyof typeof MEASURES;

const TITLES: Readonly<Record<ListName, string>> = {
  list: 'Documents',
  'round-trip': 'Round trip: DOCX → LibreOffice → PDF → DOCX',
  tables: 'Tables that are known',
};

const SHOWN_WORST = 10;
/** Of what a conversion tells of a document. */
const SHOWN_TOLD = 8;

/**
 * The means over the documents as a table, with what is aimed at, and the documents that fall short most. The others'
 * figures are of the whole list.
 */
export function reportOf(list: ListName, judgements: readonly Judgement[], isWhole: boolean): string {
  const failed = judgements.filter(({ error }) => error !== undefined);
  return [
    `## ${TITLES[list]}: ${judgements.length}, failed: ${failed.length}`,
    '',
    '| measure | LibreOffice | pdf2docx | Athanor | n | target | |',
    '|---|---|---|---|---|---|---|',
    ...MEASURES[list].map((measure) =>
      lineOf(isWhole ? measure : { ...measure, libreOffice: undefined, pdf2docx: undefined }, judgements),
    ),
    '',
    ...failed.map(({ pdf, error }) => `failed: ${pdf}: ${error}`),
    'worst:',
    ...worstOf(list, judgements).map((judgement) => describe(list, judgement)),
    '',
  ].join('\n');
}

function lineOf(measure: Measure, judgements: readonly Judgement[]): string {
  const { path, name, target, atMost, libreOffice, pdf2docx } = measure;
  const found = judgements.map((judgement) => valueAt(judgement, path)).filter((value) => value !== undefined);
  const mean = found.reduce((sum, value) => sum + value, 0) / found.length;
  const isMet = target === undefined ? undefined : atMost ? mean <= target : mean >= target;
  const aim = target === undefined ? '' : `${atMost ? '≤' : '≥'} ${target}`;
  const sign = isMet === undefined || found.length === 0 ? '' : isMet ? 'met' : '**missed**';
  const own = found.length === 0 ? '' : mean.toFixed(path === 'score' || path.startsWith('parts') ? 1 : 3);
  return `| ${[name, libreOffice ?? '', pdf2docx ?? '', own, found.length, aim, sign].join(' | ')} |`;
}

/** The first measure of a list is what its documents are ordered by. */
function worstOf(list: ListName, judgements: readonly Judgement[]): Judgement[] {
  const [{ path }] = MEASURES[list] as readonly [Measure, ...Measure[]];
  return judgements.toSorted((a, b) => (valueAt(a, path) ?? 0) - (valueAt(b, path) ?? 0)).slice(0, SHOWN_WORST);
}

function describe(list: ListName, judgement: Judgement): string {
  const values = MEASURES[list].flatMap(({ path, name }) => {
    const value = valueAt(judgement, path);
    return value === undefined ? [] : [`${name} ${value}`];
  });
  const { pdf, told = [] } = judgement;
  return [`  ${pdf}: ${values.join(', ')}`, ...told.slice(0, SHOWN_TOLD).map((message) => `    told: ${message}`)].join(
    '\n',
  );
}

function valueAt(judgement: Judgement, path: string): number | undefined {
  let value: unknown = judgement;
  for (const key of path.split('.')) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  return typeof value === 'number' ? value : undefined;
}
