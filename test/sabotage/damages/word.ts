import { buildDamages } from '../documents/build-damages.ts';
import { detailDamages } from '../documents/detail-damages.ts';
import { textDamages } from '../documents/text-damages.ts';
import type { Scenario } from '../scenario.ts';

const CORPORA = '../shared/corpora/word';
const KEEPER = 'keeper-list-table-note-box';
const FURNACE = 'furnace-headings-table-footnote-picture';

const conversion = (source: string, to: Scenario['to']): Scenario => ({
  family: 'document',
  source,
  to,
  damages: [...textDamages(to), ...buildDamages(to), ...detailDamages(to)],
});

const sampled = conversion(`corpus/sources/docx/${FURNACE}.docx`, 'html');
/** Details that the furnace has, of each class one. */
const IN_SAMPLE: ReadonlySet<string> = new Set([
  ...['punctuation lost', 'words glued', 'bold lost', 'all text white', 'all text 1 px', 'jumps lead elsewhere'],
  'two columns exchanged',
]);
const isDetail = new Set(detailDamages('html').map(({ name }) => name));
/** It has one image and no list of dots; the first number is the mark of a note, the last one that of a page. */
const NOT_IN_FURNACE: ReadonlySet<string> = new Set([
  'images exchanged',
  'ul becomes ol',
  'last digit of the document changed',
  'a number lost',
]);

export const SCENARIOS: readonly Scenario[] = [
  {
    ...sampled,
    isInSample: true,
    damages: sampled.damages.filter(({ name }) =>
      isDetail.has(name) ? IN_SAMPLE.has(name) : !NOT_IN_FURNACE.has(name),
    ),
  },
  conversion(`corpus/sources/docx/${FURNACE}.docx`, 'odt'),
  conversion(`corpus/sources/docx/${FURNACE}.docx`, 'md'),
  conversion(`corpus/sources/docx/${FURNACE}.docx`, 'txt'),
  conversion(`corpus/sources/odt/${FURNACE}.odt`, 'docx'),
  conversion(`corpus/sources/doc/${FURNACE}.doc`, 'docx'),
  conversion(`corpus/sources/rtf/${FURNACE}.rtf`, 'html'),
  conversion(`corpus/sources/rtf/${FURNACE}.rtf`, 'docx'),
  conversion('corpus/sources/docx/report-notes-merged-cells-repeated-picture.docx', 'html'),
  conversion('corpus/sources/docx/report-notes-merged-cells-repeated-picture.docx', 'odt'),
  conversion('corpus/sources/docx/report-notes-merged-cells-repeated-picture.docx', 'epub'),
  conversion(`${CORPORA}/docling/word_sample.docx`, 'html'),
  conversion(`${CORPORA}/docling/word_sample.docx`, 'odt'),
  conversion(`${CORPORA}/docling/text_document_01.odt`, 'docx'),
  conversion(`${CORPORA}/markitdown/docx_multiple_images.docx`, 'html'),
  conversion(`${CORPORA}/poi/drawing.docx`, 'md'),
  conversion(`${CORPORA}/docx4j/sample-docxv2.docx`, 'html'),
  conversion(`corpus/sources/pages/${KEEPER}-2009.pages`, 'odt'),
  conversion(`corpus/sources/pages/${KEEPER}-2013.pages`, 'html'),
  conversion(`${CORPORA}/docling/pages_2013.pages`, 'odt'),
  conversion(`${CORPORA}/tika/testPagesHeadersFootersFootnotes.pages`, 'docx'),
  conversion('corpus/sources/wps/stoker-note-colours-version-8.wps', 'odt'),
  conversion('corpus/sources/wps/stoker-fonts-indents-version-4.wps', 'html'),
];
