import { buildDamages } from '../documents/build-damages.ts';
import { textDamages } from '../documents/text-damages.ts';
import type { Scenario } from '../scenario.ts';

const REPORT = 'report-table-note-picture';
/** One document in many languages. */
const CORPORA = '../shared/corpora/markup/pandoc';
const WRITERS = ['rst', 'org', 'asciidoc', 'textile', 'djot', 'haddock', 'tei', 'docbook5', 'typst'] as const;
const LANGUAGES = [
  `org/${REPORT}.org`,
  `asciidoc/${REPORT}.adoc`,
  `latex/${REPORT}.tex`,
  `mediawiki/${REPORT}.mediawiki`,
  `docbook/${REPORT}.dbk`,
  `jats/${REPORT}.jats`,
  `typst/${REPORT}.typ`,
  `man/${REPORT}.man`,
  `textile/${REPORT}.textile`,
  `dokuwiki/${REPORT}.dokuwiki`,
  `jira/${REPORT}.jira`,
  `muse/${REPORT}.muse`,
  'creole/head-lists-table-picture.creole',
  't2t/head-lists-table.t2t',
  'twiki/head-lists-table.twiki',
  'tikiwiki/head-lists-table.tikiwiki',
  'vimwiki/head-lists-table-picture.vimwiki',
] as const;

/** The tables of these are those of their titles: the names of their authors. */
const HAS_TITLE_TABLE = /writer\.typst$/;
/** A title that is beside the text of these, and that is written above it. */
const HAS_TITLE_BESIDE = /\.(?:html|typ)$/;

const conversion = (source: string, to: Scenario['to']): Scenario => ({
  family: 'markup',
  source,
  to,
  damages: [...textDamages(to), ...buildDamages(to)].filter(
    ({ name }) =>
      // No markup has headers and footers: those of a result are of the writer's template.
      name !== 'headers and footers lost' &&
      !(name === 'the first paragraph lost' && HAS_TITLE_BESIDE.test(source)) &&
      !(name === 'a table flattened to paragraphs' && HAS_TITLE_TABLE.test(source)),
  ),
});

const sampled = conversion(`corpus/sources/md/${REPORT}.md`, 'html');

/** It has one image, and its last digit is that of a note, which is computed. */
const NOT_IN_REPORT: ReadonlySet<string> = new Set(['images exchanged', 'last digit of the document changed']);

export const SCENARIOS: readonly Scenario[] = [
  { ...sampled, isInSample: true, damages: sampled.damages.filter(({ name }) => !NOT_IN_REPORT.has(name)) },
  conversion(`corpus/sources/md/${REPORT}.md`, 'docx'),
  conversion(`corpus/sources/html/${REPORT}.html`, 'docx'),
  conversion(`corpus/sources/html/${REPORT}.html`, 'md'),
  conversion('corpus/sources/html/wide-table-long-words-nested-lists.html', 'docx'),
  conversion(`corpus/sources/rst/${REPORT}.rst`, 'html'),
  conversion('corpus/sources/md/report-table-code-footnote-formula-picture.md', 'odt'),
  ...LANGUAGES.map((path) => conversion(`corpus/sources/${path}`, 'html')),
  ...['org/report-table-note-picture.org', 'latex/report-table-note-picture.tex'].map((path) =>
    conversion(`corpus/sources/${path}`, 'docx'),
  ),
  ...WRITERS.map((format) => conversion(`${CORPORA}/writer.${format}`, 'html')),
  ...['rst', 'docbook5'].map((format) => conversion(`${CORPORA}/writer.${format}`, 'docx')),
];
