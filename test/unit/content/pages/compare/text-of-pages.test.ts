import { describe, expect, it } from 'vitest';
import { compareText } from '../../../../../engine/content/document/compare/text.ts';
import { diffDocuments } from '../../../../../engine/content/document/diff.ts';
import type { DocumentFacts, Facts } from '../../../../../engine/contract/facts.ts';

const facts = (format: Facts['format'], document: Partial<DocumentFacts>, more: Partial<Facts> = {}): Facts => ({
  format,
  sizeBytes: 1,
  reader: 'test',
  depth: 'content',
  features: ['text'],
  document: { text: '', figures: 0, ...document },
  ...more,
});

function broken(source: Facts, output: Facts): string[] {
  const expectation = {
    from: source.format,
    to: output.format,
    kept: ['text'],
    lost: [],
    gone: [],
    operations: [],
  } as const;
  const whole = { ...expectation, takes: 'all', gives: 'one', options: {} } as const;
  const checks = compareText(source, [output], whole);
  expect(checks.length).toBeGreaterThan(0);
  const refused = [...diffDocuments(source, [output], whole)].filter(({ severity }) => severity === 'refuse');
  return [...checks.filter(({ ok }) => !ok).map(({ name }) => name), ...new Set(refused.map(({ kind }) => kind))];
}

const BODY =
  'The alchemist keeps his furnace warm for weeks, and nobody may open the tower before the new moon rises again.';

describe('text on pages', () => {
  it('may lack the headers of pages that the document may not have, but not those that it has', () => {
    const margins = 'Guild of the furnace\nEven page of the guild\nFirst page of the chapter';
    const blocks = margins.split('\n').map((text) => ({ kind: 'paragraph', place: 'margin', text }) as const);
    const source = facts('docx', { text: `${BODY}\v${margins}`, margins });
    const known = { ...source, document: { ...source.document!, blocks } };
    expect(broken(source, facts('pdf', { pages: 1, text: `Guild of the furnace\n${BODY}` }))).toEqual([]);
    expect(broken(known, facts('pdf', { pages: 1, text: BODY }))).toContain('header_missing');
    expect(broken(source, facts('pdf', { pages: 1, text: `${margins}\n${BODY.slice(0, 60)}` }))).toEqual([
      'text_changed',
    ]);
  });

  it('has the words of lines that come back on each page', () => {
    const pages = [1, 2, 3, 4].map((page) => `Section ${page} of the book\n${BODY}\nEnd of section ${page}`);
    const source = facts('docx', { text: pages.join('\n') });
    expect(broken(source, facts('pdf', { pages: 4, text: pages.join('\f') }))).toEqual([]);
  });

  it('may have the letters of short words one by one', () => {
    const source = facts('pptx', { pages: 1, text: `${BODY} L1 L2 L3` });
    expect(broken(source, facts('pdf', { pages: 1, text: `${BODY} L L L 1 2 3` }))).toEqual([]);
    expect(broken(source, facts('pdf', { pages: 1, text: BODY }))).toEqual(['number_missing']);
  });
});
