import { buildDamages } from '../documents/build-damages.ts';
import { textDamages } from '../documents/text-damages.ts';
import type { Scenario } from '../scenario.ts';

const REPORT = 'report-table-note-picture';

const conversion = (source: string, to: Scenario['to']): Scenario => ({
  family: 'markup',
  source,
  to,
  damages: [...textDamages(to), ...buildDamages(to)],
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
];
