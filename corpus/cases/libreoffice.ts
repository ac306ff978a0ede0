import type { Case } from '../case.ts';

type Format = Case['from'];

const TEXT = 'furnace-headings-table-footnote-picture';
const SHEET = 'purchases-formulas-dates-two-sheets';
const SLIDES = 'three-slides-picture-table-notes';
const DRAWING = 'furnace-two-pages';

/** The stem of the source by the edge; the binary workbook is written by hand and holds less. */
const STEMS: Readonly<Record<string, string>> = {
  'text-pdf': TEXT,
  text: TEXT,
  'sheet-pdf': SHEET,
  sheet: SHEET,
  'sheet-xls': SHEET,
  'slides-pdf': SLIDES,
  slides: SLIDES,
  'drawing-pdf': DRAWING,
  drawing: DRAWING,
  'drawing-svg': DRAWING,
};

function office(edge: string, from: Format, to: Format, comparator: Case['comparator'] = 'document'): Case {
  const stem = from === 'xlsb' ? 'purchases-formulas-two-sheets' : STEMS[edge]!;
  return { codec: 'libreoffice', edge, from, to, source: `${stem}.${from}`, comparator };
}

const PRINTED: Readonly<Record<string, readonly Format[]>> = {
  'text-pdf': ['doc', 'dot', 'docx', 'docm', 'dotx', 'dotm', 'odt', 'ott', 'fodt', 'rtf'],
  'sheet-pdf': ['xls', 'xlt', 'xlsx', 'xlsm', 'xltx', 'xltm', 'xlsb', 'ods', 'ots', 'fods'],
  'slides-pdf': ['ppt', 'pps', 'pptx', 'pptm', 'potx', 'potm', 'ppsx', 'ppsm', 'odp', 'otp', 'fodp'],
  'drawing-pdf': ['odg', 'otg', 'fodg', 'emf', 'wmf'],
};

const REWRITTEN: readonly Case[] = [
  ...(['doc', 'odt', 'fodt', 'rtf'] as const).map((to) => office('text', 'docx', to)),
  ...(['doc', 'dot', 'docm', 'dotx', 'dotm', 'odt', 'ott', 'fodt', 'rtf'] as const).map((from) =>
    office('text', from, 'docx'),
  ),
  ...(['ods', 'fods'] as const).map((to) => office('sheet', 'xlsx', to)),
  ...(['xls', 'xlt', 'xlsm', 'xltx', 'xltm', 'xlsb', 'ods', 'ots', 'fods'] as const).map((from) =>
    office('sheet', from, 'xlsx'),
  ),
  ...(['xlsx', 'xlt', 'xlsm', 'xltx', 'xltm', 'xlsb', 'ods', 'ots', 'fods'] as const).map((from) =>
    office('sheet-xls', from, 'xls'),
  ),
  ...(['ppt', 'odp', 'fodp'] as const).map((to) => office('slides', 'pptx', to)),
  ...(['ppt', 'pps', 'pptm', 'potx', 'potm', 'ppsx', 'ppsm', 'odp', 'otp', 'fodp'] as const).map((from) =>
    office('slides', from, 'pptx'),
  ),
  ...(['otg', 'fodg', 'emf', 'wmf'] as const).map((from) => office('drawing', from, 'odg')),
  ...(['emf', 'wmf'] as const).map((from) => office('drawing-svg', from, 'svg', 'exact')),
];

export const cases: readonly Case[] = [
  ...Object.entries(PRINTED).flatMap(([edge, formats]) => formats.map((from) => office(edge, from, 'pdf'))),
  ...REWRITTEN,
  { ...office('text-pdf', 'fodt', 'pdf'), source: 'many-scripts-and-emoji.fodt' },
  { ...office('text-pdf', 'docx', 'pdf'), options: { pages: '2' } },
  { ...office('text-pdf', 'docx', 'pdf'), options: { pdfStandard: 'pdfa-2b' } },
  { ...office('slides-pdf', 'pptx', 'pdf'), options: { pages: '1,3' } },
];
