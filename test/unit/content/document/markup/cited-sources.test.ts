import { describe, expect, it } from 'vitest';
import type { FormatId } from '../../../../../engine/formats/index.ts';
import { citedSources } from '../../../../../engine/content/document/markup/cited-sources.ts';

function sourcesOf(
  text: string,
  files: Readonly<Record<string, string>>,
  format: FormatId = 'md',
  to: FormatId = 'docx',
) {
  const beside = new Map(Object.entries(files).map(([path, content]) => [path, new TextEncoder().encode(content)]));
  return citedSources(text, { format, to }, beside);
}

describe('the sources that a text cites by', () => {
  it.each([
    ['md', 'As [@quay] says.'],
    ['md', '@quay says.'],
    ['latex', 'As \\citep[5]{quay} says.'],
    ['org', 'As [cite:@quay] says.'],
    ['rst', 'As :cite:p:`quay` says.'],
    ['typst', 'As @quay says.'],
  ] as const)('are taken for a text in %s', (format, text) => {
    expect(sourcesOf(text, { 'refs.bib': 'bib', 'apa.csl': 'csl' }, format)).toEqual({
      bibliography: 'bib',
      citationStyle: 'csl',
    });
  });

  it('are not taken for a text that cites nothing, or that its own typesetter finds them for', () => {
    expect(sourcesOf('Write to ada@example.org.', { 'refs.bib': 'bib' })).toEqual({});
    expect(sourcesOf('As @quay says.', { 'refs.bib': 'bib' }, 'typst', 'pdf')).toEqual({});
  });

  it('are those that the text names, or all', () => {
    const files = { 'a.bib': 'A', 'b.bib': 'B', 'c.ris': 'C' };
    expect(sourcesOf('bibliography: b.bib\n\n@x', files)).toEqual({ bibliography: 'B' });
    expect(sourcesOf('\\bibliography{b} \\cite{x}', files, 'latex')).toEqual({ bibliography: 'B' });
    expect(sourcesOf('@x', files)).toEqual({ bibliography: 'A\nB' });
  });

  it('are data only where the text names it', () => {
    expect(sourcesOf('@x', { 'package.json': '{}' })).toEqual({});
    expect(sourcesOf('bibliography: refs.json\n\n@x', { 'refs.json': '[]' })).toEqual({ bibliography: '[]' });
  });
});
