import { buildDamages } from '../documents/build-damages.ts';
import { changeEntries } from '../documents/result-text.ts';
import { detailDamages } from '../documents/detail-damages.ts';
import { textDamages } from '../documents/text-damages.ts';
import type { Damage, Scenario } from '../scenario.ts';

const LIGHTHOUSE = 'lighthouse-parts-notes-links-cover';
const CHAPTER = /(?:chapter|section|part|text|ch)[-_]?\d+\.x?html$/i;

const CHAPTERS: readonly Damage[] = [
  {
    name: 'the last two chapters exchanged',
    harm: 'order',
    apply: (bytes) =>
      changeEntries(bytes, (entries) => {
        const [a, b] = Object.keys(entries)
          .filter((name) => CHAPTER.test(name))
          .slice(-2);
        if (a === undefined || b === undefined) return false;
        [entries[a], entries[b]] = [entries[b]!, entries[a]!];
        return true;
      }),
  },
  {
    name: 'a chapter is the one before again',
    harm: 'block',
    apply: (bytes) =>
      changeEntries(bytes, (entries) => {
        const [a, b] = Object.keys(entries)
          .filter((name) => CHAPTER.test(name))
          .slice(-2);
        if (a === undefined || b === undefined) return false;
        entries[b] = entries[a]!;
        return true;
      }),
  },
];

const conversion = (source: string, to: Scenario['to']): Scenario => ({
  family: 'ebook',
  source,
  to,
  damages: [...textDamages(to), ...buildDamages(to), ...detailDamages(to), ...(to === 'epub' ? CHAPTERS : [])],
});

export const SCENARIOS: readonly Scenario[] = [
  conversion(`corpus/sources/fb2/${LIGHTHOUSE}.fb2`, 'epub'),
  conversion(`corpus/sources/epub/${LIGHTHOUSE}.epub`, 'html'),
  conversion(`corpus/sources/epub/${LIGHTHOUSE}.epub`, 'txt'),
  conversion('corpus/sources/epub/report-table-note-picture.epub', 'html'),
  conversion('corpus/sources/fb2/report-table-note-picture.fb2', 'epub'),
];
