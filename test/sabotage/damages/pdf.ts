import { PDFName } from '@cantoo/pdf-lib';
import {
  before,
  changeCharacters,
  changeContent,
  changeFields,
  crop,
  dropAnnotations,
  dropFromCatalog,
  editPdf,
  exchangeImages,
  greyImages,
  misleadJumps,
  mojibake,
  movePages,
  nextDigit,
  retargetLinks,
  rotateAll,
} from '../pdf-editing.ts';
import type { Damage, Harm, Scenario } from '../scenario.ts';

type Edit = Parameters<typeof editPdf>[1];

function damage(name: string, harm: Harm, edit: Edit): Damage {
  return { name, harm, apply: (bytes) => editPdf(bytes, edit) };
}

const TEXT = /\bBT\b[\s\S]*?\bET\b/g;
const SHOWN = /(?:<[0-9a-fA-F\s]*>|\((?:[^()\\]|\\[\s\S])*\)|\[(?:[^\]\\]|\\[\s\S])*\])\s*T[jJ]/g;
const PAINT = /(?<=[\d\s])(?:re\s+f\*?|[lch]\s+f\*?|[lch]\s+S|[lch]\s+B\*?)(?=\s)/g;

const inTexts = (change: (text: string) => string): Edit => changeContent((content) => content.replace(TEXT, change));
const invisible = (text: string): string => text.replace(/^BT/, 'BT 3 Tr ').replace(/[0-2] Tr\b/g, '3 Tr');
const withColour = (colour: string): Edit =>
  changeContent(
    (content) =>
      `${colour}\n${content
        .replace(/(?:[\d.]+\s+){3}(?:rg|scn|sc)\b/g, colour)
        .replace(/(?<![\d.]\s)[\d.]+\s+(?:g|scn|sc)(?=\s)/g, colour)}`,
  );

/** Every n-th piece of text is not drawn. */
const dropTexts = (share: number): Edit => {
  return changeContent((content) => {
    let at = 0;
    return content.replace(SHOWN, (shown) => (at++ % share === share - 1 ? '' : shown));
  });
};

const reverseTexts: Edit = changeContent((content) => {
  const shown = content.match(SHOWN) ?? [];
  let at = shown.length;
  return content.replace(SHOWN, () => shown[--at]!);
});

const TEXTS: readonly Damage[] = [
  damage('all text invisible', 'visibility', inTexts(invisible)),
  damage('text of the last page invisible', 'visibility', (document) =>
    changeContent((content) => content.replace(TEXT, invisible), document.getPageCount() - 1)(document),
  ),
  damage('all text white', 'visibility', withColour('1 1 1 rg')),
  damage('all text transparent', 'visibility', (document) => {
    for (const page of document.getPages()) {
      const state = document.context.obj({ Type: 'ExtGState', ca: 0, CA: 0 });
      page.node.setExtGState(PDFName.of('Gone'), document.context.register(state));
    }
    return before('/Gone gs')(document);
  }),
  damage(
    'all text 1 pt',
    'visibility',
    changeContent((content) => content.replace(/(\/\S+)\s+[\d.]+\s+Tf/g, '$1 1 Tf')),
  ),
  damage('everything shrunk to a corner', 'visibility', before('0.1 0 0 0.1 0 0 cm')),
  damage('everything moved off the page', 'visibility', before('1 0 0 1 5000 0 cm')),
  damage(
    'everything half off the page',
    'visibility',
    before((page) => `1 0 0 1 ${page.getWidth() / 2} 0 cm`),
  ),
  damage('everything clipped away', 'visibility', before('0 0 1 1 re W n')),
  damage(
    'covered in white',
    'visibility',
    changeContent((content, page) => `q ${content}\nQ q 1 g 0 0 ${page.getWidth()} ${page.getHeight()} re f Q`),
  ),
  damage('turned by 180 degrees', 'visibility', rotateAll(180)),
  damage('first page turned by 180 degrees', 'visibility', rotateAll(180, 0)),
  damage('turned by 90 degrees', 'visibility', rotateAll(90)),
  damage(
    'mirrored',
    'visibility',
    before((page) => `-1 0 0 1 ${page.getWidth()} 0 cm`),
  ),
  damage(
    'upside down',
    'visibility',
    before((page) => `1 0 0 -1 0 ${page.getHeight()} cm`),
  ),
  damage('cropped to the upper half', 'visibility', crop),
  damage(
    'all pages blank',
    'block',
    changeContent(() => ' '),
  ),
  damage(
    'no text at all',
    'text',
    inTexts(() => ''),
  ),
  damage('every third piece of text lost', 'text', dropTexts(3)),
  damage('every tenth piece of text lost', 'text', dropTexts(10)),
  damage('pieces of text in reverse order', 'order', reverseTexts),
  damage('every digit changed', 'number', changeCharacters(nextDigit)),
  damage('letters as mojibake', 'text', changeCharacters(mojibake)),
  damage('random bytes', 'unreadable', () => false),
];

const PAGES: readonly Damage[] = [
  damage(
    'two pages exchanged',
    'order',
    movePages((count) => [1, 0, ...Array.from({ length: count - 2 }, (_, index) => index + 2)]),
  ),
  damage(
    'first page lost',
    'block',
    movePages((count) => Array.from({ length: count - 1 }, (_, index) => index + 1)),
  ),
  damage(
    'last page lost',
    'block',
    movePages((count) => Array.from({ length: count - 1 }, (_, index) => index)),
  ),
  damage(
    'one page doubled',
    'block',
    movePages((count) => [0, ...Array.from({ length: count }, (_, index) => index)]),
  ),
  damage(
    'last page replaced by the first',
    'block',
    movePages((count) => [...Array.from({ length: count - 1 }, (_, index) => index), 0]),
  ),
  damage(
    'last page blank',
    'block',
    (document) => document.getPageCount() > 1 && changeContent(() => ' ', document.getPageCount() - 1)(document),
  ),
];

const PARTS: readonly Damage[] = [
  damage(
    'pictures lost',
    'image',
    changeContent((content) => content.replace(/\/\S+\s+Do\b/g, '')),
  ),
  damage('pictures replaced by grey', 'image', greyImages),
  damage('pictures exchanged', 'image', exchangeImages),
  damage('links lost', 'link', dropAnnotations),
  damage('links lead elsewhere', 'link', retargetLinks),
  damage('jumps lead to another page', 'link', misleadJumps),
  damage('outline lost', 'structure', dropFromCatalog('Outlines')),
  damage('tags lost', 'structure', dropFromCatalog('StructTreeRoot', 'MarkInfo')),
  damage(
    'lines and areas lost',
    'style',
    changeContent((content) => content.replace(PAINT, 'n')),
  ),
];

const UNREADABLE: readonly Damage[] = [
  {
    name: 'random bytes',
    harm: 'unreadable',
    apply: (bytes) => bytes.map((_, index) => (index * 7919 + (index >> 3)) & 255),
  },
  { name: 'truncated', harm: 'unreadable', apply: (bytes) => bytes.slice(0, bytes.length >> 1) },
];

const WRITTEN = [...TEXTS.slice(0, -1), ...PAGES, ...PARTS, ...UNREADABLE];
const FORM = [damage('values of the form changed', 'text', changeFields)];
const resave = async (bytes: Uint8Array): Promise<Uint8Array> => (await editPdf(bytes, () => undefined))!;

function scenario(source: string, more: Partial<Scenario> = {}): Scenario {
  return { family: 'pdf', source, to: 'pdf', resave, damages: WRITTEN, ...more };
}

const SAMPLED =
  /^(?:all text invisible|turned by 180 degrees|mirrored|two pages exchanged|last page lost|every tenth|every digit|jumps lead|outline lost|truncated)/;
const SAMPLE = WRITTEN.filter(({ name }) => SAMPLED.test(name));

/** Of a drawing: what has no text has none to lose. */
const LOOKS = [
  ...TEXTS.filter(({ name }) =>
    /shrunk|moved|off the page|clipped|covered|turned|mirrored|upside|cropped|blank/.test(name),
  ),
  ...PAGES,
  ...PARTS.slice(0, 3),
  ...UNREADABLE,
];

export const SCENARIOS: readonly Scenario[] = [
  scenario('corpus/sources/docx/furnace-headings-table-footnote-picture.docx'),
  scenario('corpus/sources/docx/report-notes-merged-cells-repeated-picture.docx'),
  scenario('corpus/sources/html/report-table-note-picture.html'),
  scenario('corpus/sources/md/report-table-code-footnote-formula-picture.md'),
  scenario('corpus/sources/pptx/three-slides-picture-table-notes.pptx'),
  scenario('corpus/sources/xlsx/purchases-formulas-dates-two-sheets.xlsx', {
    // Nothing is in the lower half of its pages.
    damages: WRITTEN.filter(({ name }) => name !== 'cropped to the upper half'),
  }),
  scenario('../shared/corpora/pdf/pdf.js/basicapi.pdf', { options: { pages: '1-3' } }),
  scenario('corpus/sources/pdf/outline-links-tagged.pdf', {
    options: { strip: true },
    isInSample: true,
    damages: SAMPLE,
  }),
  scenario('corpus/sources/pdf/drawing-between-text.pdf', { options: { strip: true } }),
  scenario('corpus/sources/pdf/form-filled-in-without-appearances.pdf', {
    options: { strip: true },
    damages: [...WRITTEN, ...FORM],
  }),
  scenario('corpus/sources/pdf/tables-over-pages.pdf', { options: { rotate: '90' } }),
  scenario('../shared/corpora/pdf/markitdown/MEDRPT-2024-PAT-3847_medical_report_scan.pdf', {
    options: { quality: 50 },
    damages: LOOKS,
  }),
];
