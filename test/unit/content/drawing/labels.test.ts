import { describe, expect, it } from 'vitest';
import { showsAllLabels } from '../../../../engine/content/drawing/labels.ts';
import type { Facts } from '../../../../engine/contract/facts.ts';
import type { FormatId } from '../../../../engine/formats/index.ts';

function facts(format: FormatId, text: string, pages?: number): Facts {
  const document = { text, figures: 0, links: 0, ...(pages !== undefined && { pages }) };
  return { format, sizeBytes: 1, reader: 'test', depth: 'content', features: ['text'], document };
}

describe('labels of graphs and charts', () => {
  const graph = facts('gv', 'Start here\nyes\nno\nEnd');

  it('are all there in any order of a drawing', () => {
    expect(showsAllLabels(graph, [facts('svg', 'no End yes Start here')])).toBe(true);
    expect(showsAllLabels(graph, [facts('svg', 'no End Start here')])).toBe(false);
    expect(showsAllLabels(graph, [facts('svg', 'no End yesStart here')])).toBe(false);
  });

  it('are all there by their letters on pages', () => {
    expect(showsAllLabels(graph, [facts('pdf', 'Sta\nrt hereno yes\nE\nn\nd', 1)])).toBe(true);
    expect(showsAllLabels(graph, [facts('pdf', 'Sta\nrt hereno yes\nE\nn', 1)])).toBe(false);
  });

  it('are those of what is laid out alone', () => {
    expect(showsAllLabels(facts('code', 'let a'), [facts('svg', 'let a')])).toBe(false);
    expect(showsAllLabels(facts('md', 'one two'), [facts('pdf', 'one two', 1)])).toBe(false);
    expect(showsAllLabels(graph, [facts('html', 'Start here yes no End')])).toBe(false);
  });
});
