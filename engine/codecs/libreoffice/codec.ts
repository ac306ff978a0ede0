import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const TEXTS = ['doc', 'dot', 'docx', 'docm', 'dotx', 'dotm', 'odt', 'ott', 'fodt', 'rtf'] as const;
const SHEETS = ['xls', 'xlt', 'xlsx', 'xlsm', 'xltx', 'xltm', 'xlsb', 'ods', 'ots', 'fods'] as const;
const SLIDES = [
  ...['ppt', 'pps', 'pptx', 'pptm', 'potx', 'potm', 'ppsx', 'ppsm', 'odp', 'otp', 'fodp'],
] as const satisfies readonly string[];
const DRAWINGS = ['odg', 'otg', 'fodg'] as const;
const METAFILES = ['emf', 'wmf'] as const;

const COST = { ms: { base: 150, perMB: 900 }, memoryMB: { base: 900, perMB: 60 }, cpuSlots: 1 } as const;
const shared = {
  operation: 'recode',
  takes: 'all',
  gives: 'one',
  needs: ['decrypted'],
  options: ['password'],
  cost: COST,
} satisfies Partial<EdgeSpec>;
const PDF = {
  ...shared,
  to: ['pdf'],
  // Formulas that others wrote into an office file come out with question marks in them.
  needs: ['decrypted', 'officeFormulas'],
  options: ['pages', 'pdfStandard', 'password'],
} as const satisfies Partial<EdgeSpec>;

/** LibreOffice: lays office files out on pages, and writes old and new office formats. */
export default defineCodec({
  id: 'libreoffice',
  lane: 'office',
  packages: [
    '@matbee/libreoffice-converter',
    '@expo-google-fonts/chocolate-classical-sans',
    '@expo-google-fonts/nanum-gothic',
    '@expo-google-fonts/noto-emoji',
    '@expo-google-fonts/noto-sans-devanagari',
    '@expo-google-fonts/noto-sans-thai',
  ],
  licence: 'MPL-2.0 AND OFL-1.1',
  wasm: {
    soffice: {
      file: '@matbee/libreoffice-converter/wasm/soffice.wasm',
      // 2 GiB: the memory has 1 GiB at first, and files that need more are refused.
      maxPages: 32_768,
      sha256: 'ea3d8f3b69bd1e586a8ea973e0dfa61c758612fcc529dc94ac2e30519f8b4f7b',
    },
  },
  startsUnsealed: true,
  inspects: [],
  edges: [
    {
      ...PDF,
      name: 'text-pdf',
      from: TEXTS,
      keeps: ['text', 'structure', 'look', 'vector', 'pages', 'figures', 'metadata'],
    },
    {
      ...PDF,
      name: 'sheet-pdf',
      from: [...SHEETS],
      keeps: ['text', 'records', 'structure', 'look', 'vector', 'figures', 'pages', 'metadata'],
      derives: [{ from: 'records', to: 'text' }],
    },
    {
      ...PDF,
      name: 'slides-pdf',
      from: SLIDES,
      keeps: ['text', 'structure', 'look', 'vector', 'pages', 'figures', 'metadata'],
    },
    {
      ...PDF,
      name: 'drawing-pdf',
      from: [...DRAWINGS, ...METAFILES],
      keeps: ['text', 'look', 'vector', 'pages', 'figures', 'metadata'],
    },
    {
      ...shared,
      name: 'text',
      from: TEXTS,
      to: ['doc', 'docx', 'odt', 'fodt', 'rtf'],
      keeps: ['text', 'structure', 'look', 'vector', 'pages', 'figures', 'metadata'],
    },
    {
      ...shared,
      name: 'sheet',
      from: SHEETS,
      to: ['xlsx', 'ods', 'fods'],
      keeps: ['records', 'structure', 'formulas', 'look', 'figures', 'pages', 'metadata'],
      // A hundred thousand rows take more than two gigabytes here.
      needs: ['decrypted', 'styledSheets'],
    },
    {
      ...shared,
      name: 'sheet-xls',
      from: SHEETS.filter((format) => format !== 'xls'),
      to: ['xls'],
      keeps: ['records', 'structure', 'formulas', 'look', 'figures', 'pages', 'metadata'],
    },
    {
      ...shared,
      name: 'slides',
      from: SLIDES,
      to: ['ppt', 'pptx', 'odp', 'fodp'],
      keeps: ['text', 'structure', 'look', 'vector', 'pages', 'figures', 'metadata'],
    },
    {
      ...shared,
      name: 'drawing',
      from: ['otg', 'fodg', ...METAFILES],
      to: ['odg'],
      keeps: ['text', 'look', 'vector', 'pages', 'figures', 'metadata'],
    },
    {
      ...shared,
      name: 'drawing-svg',
      from: [...METAFILES],
      to: ['svg'],
      keeps: ['text', 'look', 'vector', 'figures'],
    },
  ],
  load: () => import('./run.ts'),
});
