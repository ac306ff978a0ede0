import { expect, it } from 'vitest';
import { findEdgeOrigin, lineOfEdge } from '../../../engine/cli/edge-origin.ts';
import { alignColumns, conversionLines, detectionLines, formatLines, planLines } from '../../../engine/cli/lines.ts';
import { renderBar } from '../../../engine/cli/progress-bar.ts';
import { UsageError } from '../../../engine/cli/usage-error.ts';
import { conversionView, errorView, planView } from '../../../engine/cli/views.ts';
import { CODECS } from '../../../engine/codecs/index.ts';
import { ConversionError, type ConversionResult } from '../../../engine/index.ts';
import { publicPlan } from '../../../engine/planner/plan.ts';
import { ACCEPTED } from '../../support/report.ts';

const plan = publicPlan({
  from: 'png',
  to: 'pdf',
  steps: [
    {
      ...{ codec: 'vips', edge: 'raster', from: 'png', to: 'jpg', options: {}, lane: 'image', operation: 'recode' },
      ...{ takes: 'one', gives: 'one', ms: 12.4, memoryMB: 30, cpuSlots: 1 },
    },
    {
      ...{ codec: 'pdf', edge: 'wrap', from: 'jpg', to: 'pdf', options: {}, lane: 'light', operation: 'wrap' },
      ...{ takes: 'all', gives: 'one', ms: 3, memoryMB: 10, cpuSlots: 1 },
    },
  ],
  kept: ['look'],
  lost: ['alpha'],
  gone: [],
  operations: ['wrap'],
  generations: 1,
  loss: 90,
  qualityPenalty: 0,
  ms: 15.4,
  why: 'It loses least.',
  rejected: [{ route: 'png → (magick) → pdf', reason: 'It is slower.', code: 'slower' }],
});

const result: ConversionResult = {
  artifacts: [],
  sourceFormat: 'png',
  targetFormat: 'pdf',
  plan,
  report: {
    ...ACCEPTED,
    score: 96,
    checks: [{ name: 'pages', ok: true, expected: 1, found: 1 }],
    lost: ['alpha'],
  },
  warnings: [{ code: 'depth_reduced', message: 'Sixteen bits became eight.' }],
  timings: { total: 1234.5, queued: 1, converted: 1000, verified: 200 },
};

it('prints the documented fields of a conversion', () => {
  expect(conversionView(result, ['out.pdf'])).toEqual({
    output: 'out.pdf',
    sourceFormat: 'png',
    targetFormat: 'pdf',
    durationMs: 1235,
    route: [
      { codec: 'vips', from: 'png', to: 'jpg' },
      { codec: 'pdf', from: 'jpg', to: 'pdf' },
    ],
    report: result.report,
    warnings: result.warnings,
  });
  expect(conversionView(result, ['out-1.png', 'out-2.png'])).toMatchObject({
    output: 'out-1.png',
    outputs: ['out-1.png', 'out-2.png'],
  });
});

it('prints the documented fields of a plan, with null for a consent that is not needed', () => {
  const { route, lost, gone, ms, consent, why, rejected } = planView(plan);
  expect({ lost, gone, ms, consent, why, rejected }).toEqual({
    ...{ lost: ['alpha'], gone: [], ms: 15, consent: null, why: 'It loses least.' },
    rejected: plan.rejected,
  });
  expect(route).toHaveLength(2);
  expect(planView({ ...plan, consent: 'It would lose the text.' }).consent).toBe('It would lose the text.');
});

it('sums a conversion up in one line, and its losses in others', () => {
  expect(conversionLines(result, ['out.pdf'])).toEqual([
    'out.pdf: png → (vips) → jpg → (pdf) → pdf, 1.23 s, verified by content, score 96',
    '  lost: alpha',
  ]);
  expect(conversionLines(result, ['o-1.png', 'o-2.png', 'o-3.png'])[0]).toMatch(/^o-1\.png … o-3\.png \(3 files\): /);
});

it('explains a plan with its costs, its steps and what was rejected', () => {
  const text = planLines({ ...plan, consent: 'It would lose the alpha.' }, [
    { file: 'a/codec.ts', line: 7 },
    { file: 'b/codec.ts', line: 9 },
  ]).join('\n');
  for (const piece of [
    'It loses least.',
    'needs consent: It would lose the alpha.',
    'lost   alpha',
    'gone   nothing',
    'loss 90',
    'about 15 ms',
  ])
    expect(text).toContain(piece);
  expect(text).toContain('png → jpg  vips/raster, recode');
  expect(text).toContain('a/codec.ts:7');
  expect(text).toContain('b/codec.ts:9');
  expect(text).toContain('png → (magick) → pdf  It is slower. (slower)');
});

it('tells failures in one form', () => {
  const refused = new ConversionError({ code: 'input_corrupt', message: 'Broken.', details: { at: 5 } });
  expect(errorView(refused)).toEqual({ error: { code: 'input_corrupt', message: 'Broken.', details: { at: 5 } } });
  expect(errorView(new UsageError('Wrong.'))).toEqual({
    error: { code: 'invalid_arguments', message: 'Wrong.', details: {} },
  });
  expect(errorView(new TypeError('Odd.')).error.code).toBe('internal');
  const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'write' });
  expect(errorView(full).error.code).toBe('ENOSPC');
});

it('says how sure a detection is and what told', () => {
  const detection = { format: 'csv', confidence: 0.855, via: 'name', also: [], warnings: [] } as const;
  expect(detectionLines('a.csv', detection)).toEqual(['a.csv: csv (Comma-separated values), 86 % sure by its name']);
});

it('lists formats in columns with their counts', () => {
  const png = {
    id: 'png',
    name: 'PNG',
    family: 'image',
    extensions: ['png'],
    mimeTypes: [],
    read: true,
    write: false,
  } as const;
  expect(formatLines([png, { ...png, id: 'apng', experimental: true }])).toEqual([
    'png   r-  image  .png  PNG',
    'apng  r-  image  .png  PNG (experimental)',
    '',
    '2 formats: 2 are read, 0 are written.',
  ]);
});

it('aligns all columns but the last', () => {
  expect(
    alignColumns([
      ['a', 'bb', 'c'],
      ['aaa', 'b', 'cc'],
    ]),
  ).toEqual(['a    bb  c', 'aaa  b   cc']);
  expect(alignColumns([])).toEqual([]);
});

it('draws a bar that fits the terminal', () => {
  expect(renderBar('a.png', 0.5, 80)).toBe(`a.png [${'='.repeat(15)}${' '.repeat(15)}]  50 %`);
  expect(renderBar('a.png', 7, 80)).toContain('] 100 %');
  expect(renderBar(`${'long'.repeat(30)}.png`, 0, 60).length).toBeLessThanOrEqual(60);
  expect(renderBar(`${'long'.repeat(30)}.png`, 0, 60)).toContain('….png'.slice(1));
});

it('finds the line of every edge in its declaration', () => {
  for (const codec of CODECS) {
    for (const { name } of codec.edges) {
      const origin = findEdgeOrigin({ codec: codec.id, edge: name });
      expect(origin?.file, codec.id).toBe(`engine/codecs/${codec.id}/codec.ts`);
      expect(origin?.line, `${codec.id}/${name}`).toBeGreaterThan(1);
    }
  }
  expect(findEdgeOrigin({ codec: 'no-such-codec', edge: 'x' })).toBeUndefined();
  expect(lineOfEdge("a\nedges: [\n{ name: 'b' },\n{ name: `c` }]", 'c')).toBe(4);
  expect(lineOfEdge('a\nedges: pairs.map(edge)', 'put-together')).toBe(2);
});
