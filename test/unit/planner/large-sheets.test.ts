import { describe, expect, it } from 'vitest';
import { CODECS } from '../../../engine/codecs/index.ts';
import { FORMATS, type FormatId } from '../../../engine/formats/index.ts';
import { Graph } from '../../../engine/planner/graph.ts';
import { Planner } from '../../../engine/planner/planner.ts';
import type { Plan } from '../../../engine/planner/plan.ts';
import type { Facts } from '../../../engine/contract/facts.ts';

const planner = new Planner(new Graph(CODECS, FORMATS));

function planOf(from: FormatId, to: FormatId, facts: Pick<Facts, 'features' | 'plainSheets'>): Plan {
  const sizeBytes = 9_000_000;
  return planner.plan({
    from,
    to,
    bytes: sizeBytes,
    facts: { format: from, sizeBytes, reader: 'test', depth: 'content', ...facts },
  });
}

const VALUES = ['records', 'structure', 'pages', 'metadata'] as const;
const codecsOf = ({ steps }: Plan): string[] => steps.map(({ codec }) => codec);

describe('a large workbook that shows nothing but its values', () => {
  const plain = { features: VALUES, plainSheets: true } as const;

  it.each([
    ['xlsx', 'ods'],
    ['ods', 'xlsx'],
    ['xlsm', 'fods'],
  ] as const)('goes from %s to %s row by row, and loses nothing', (from, to) => {
    const plan = planOf(from, to, plain);
    expect(codecsOf(plan)).toEqual(['sheetjs']);
    expect(plan.lost).toEqual([]);
  });

  it('is written by LibreOffice where nothing else does', () => {
    expect(codecsOf(planOf('xlsx', 'xls', plain))).toEqual(['libreoffice']);
  });

  it('is laid out on pages by LibreOffice', () => {
    expect(codecsOf(planOf('xlsx', 'pdf', plain))).toEqual(['libreoffice']);
  });
});

it('keeps the look of a workbook that has one, however large it is', () => {
  const plan = planOf('xlsx', 'ods', { features: [...VALUES, 'look'] });
  expect(codecsOf(plan)).toEqual(['libreoffice']);
  expect(plan.lost).toEqual([]);
});
