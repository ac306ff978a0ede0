import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { registryPlanner } from '../../support/golden-plans.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const SQLITE = join(SOURCES, 'sqlite/two-tables-blobs-long-integers-view.sqlite');
const ACCESS = join(SOURCES, 'mdb/three-tables-jet3.mdb');

describe('one table of a database', () => {
  it.each([
    [SQLITE, '1', 'csv'],
    [SQLITE, '2', 'parquet'],
    [SQLITE, '1,2', 'ndjson'],
    [ACCESS, '2', 'tsv'],
  ] as const)('is verified by its content: %s, %s → %s', async (path, pages, to) => {
    const { report, artifacts } = await sharedEngine().convert(path, { to, options: { pages }, pack: 'list' });
    expect(report.verified).toBe('content');
    expect(artifacts).toHaveLength(pages.split(',').length);
  });

  it('is verified where it has no rows', async () => {
    const { report } = await sharedEngine().convert(SQLITE, { to: 'csv', options: { pages: '3' } });
    expect(report.verdict).toBe('accepted');
  });
});

describe('a fax, whose pixels are not square', () => {
  it.each([{}, { pageSize: 'a4' }, { dpi: 200 }] as const)('becomes a page: %o', async (options) => {
    const { report } = await sharedEngine().convert(join(SOURCES, 'tiff/fax-lying.tiff'), { to: 'pdf', options });
    expect(report.checks.find(({ name }) => name === 'size')).toMatchObject({ ok: true });
  });
});

it('no plan takes a comic apart that it has bound', () => {
  const planner = registryPlanner();
  const features = ['look', 'colour'] as const;
  for (const from of ['webp', 'gif', 'jpg', 'png'] as const) {
    const facts = { format: from, sizeBytes: 50_000, reader: '', depth: 'signature', features } as const;
    const { steps } = planner.plan({ from, to: 'pdf', facts });
    expect(steps.map(({ to }) => to).filter((to) => to.startsWith('cb'))).toEqual([]);
  }
});

it('a video becomes a drawing of its first frame, larger than an animation would be', async () => {
  const { plan, report } = await sharedEngine().convert(join(SOURCES, 'gxf/mpeg2-pcm.gxf'), { to: 'svg' });
  expect(plan.steps.map(({ to }) => to)).toEqual(['png', 'svg']);
  expect(report.checks.find(({ name }) => name === 'size')).toMatchObject({ ok: true, expected: '720 × 576' });
});
