import type { BookFacts } from '../../../contract/facts.ts';
import { difference } from '../../../contract/differences.ts';
import type { Check, Comparison } from '../../../contract/report.ts';

/** Compares what a book is beside its text: contents, cover, images byte by byte, inner links, and what it says of itself. */
export const compareBook: Comparison = ({ book: source, document }, outputs, { kept }) => {
  const [output, ...others] = outputs;
  const found = output?.book;
  if (!found || others.length > 0) return [];
  // Every book says what is in it.
  if (kept.includes('structure') && found.contents === 0 && source?.contents !== 0)
    return [difference('outline_changed', {}, { found: 0, ...(!document?.headings && { severity: 'tell' }) })];
  if (!source) return [];
  return [
    ...(kept.includes('structure') ? [...checkContents(source, found), ...checkLinks(source, found)] : []),
    ...(kept.includes('figures') ? [...checkImages(source, found), ...checkCover(source, found)] : []),
    ...(kept.includes('metadata') ? checkMetadata(source, found) : []),
  ];
};

function checkContents({ contents: expected = 0 }: BookFacts, { contents: found }: BookFacts): Check[] {
  if (found === undefined || expected === 0) return [];
  return [{ name: 'contents', feature: 'structure', ok: found >= expected, expected, found }];
}

/** Links that led nowhere before may still do so; no others may. */
function checkLinks({ brokenLinks: before = 0 }: BookFacts, { brokenLinks: found }: BookFacts): Check[] {
  if (found === undefined) return [];
  return [{ name: 'broken links', feature: 'structure', ok: found <= before, expected: before, found }];
}

function checkImages({ images: source }: BookFacts, { images }: BookFacts): Check[] {
  if (!source || !images) return [];
  const held = new Set(images);
  const expected = new Set(source).size;
  const found = [...new Set(source)].filter((digest) => held.has(digest)).length;
  return [{ name: 'images', feature: 'figures', ok: found === expected, expected, found }];
}

function checkCover(source: BookFacts, output: BookFacts): Check[] {
  if (!source.hasCover || output.hasCover === undefined) return [];
  return [
    {
      name: 'cover',
      feature: 'figures',
      ok: output.hasCover,
      expected: 'a cover',
      found: output.hasCover ? 'a cover' : 'none',
    },
  ];
}

function checkMetadata(source: BookFacts, output: BookFacts): Check[] {
  const check = (name: string, expected: string, found: string): Check[] =>
    expected === '' ? [] : [{ name, feature: 'metadata', ok: expected === found, expected, found }];
  const primary = (language = ''): string => (/^[a-z]{2,3}(?![a-z])/i.exec(language)?.[0] ?? '').toLowerCase();
  return [
    ...check('title', textOf(source.title), textOf(output.title)),
    ...check('authors', source.authors.map(textOf).sort().join('; '), output.authors.map(textOf).sort().join('; ')),
    ...(primary(source.language) === 'und'
      ? []
      : check('language', primary(source.language), primary(output.language))),
  ];
}

function textOf(text = ''): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
