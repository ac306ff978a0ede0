import { expect, it } from 'vitest';
import type { Codec, EdgeSpec } from '../../../engine/contract/codec.ts';
import { FORMATS } from '../../../engine/formats/index.ts';
import { Graph } from '../../../engine/planner/graph.ts';
import type { Plan } from '../../../engine/planner/plan.ts';
import { Planner, type PlanRequest } from '../../../engine/planner/planner.ts';
import { codecOf, edgeOf } from '../../support/declarations.ts';

const all = ['text', 'structure', 'figures', 'metadata', 'look', 'vector'] as const;
const request: PlanRequest = { from: 'docx', to: 'html', options: { dpi: 90 } };

function edge(keeps: EdgeSpec['keeps'] = all, more: Partial<EdgeSpec> = {}): EdgeSpec {
  return { ...edgeOf('docx', 'html', keeps, { options: ['dpi'], ...more }), name: 'e' };
}

function plannerOf(qualityPenalty: Readonly<Record<string, number>>, ...codecs: readonly Codec[]): Planner {
  const ms = { base: 10, perMB: 0 };
  const edges = Object.entries(qualityPenalty).map(
    ([id, qualityPenalty]) => [`${id}/e`, { ms, qualityPenalty }] as const,
  );
  return new Planner(new Graph(codecs, FORMATS, { machine: '', date: '', edges: Object.fromEntries(edges) }));
}

function fallbackCodecs(planner: Planner, exclude: readonly string[]): string[] | undefined {
  const plan: Plan = planner.plan(request);
  return planner.fallbacks(plan, { ...request, exclude: new Set(exclude) })?.steps.map(({ codec }) => codec);
}

it('a fallback goes by other codecs, and keeps the options', () => {
  const planner = plannerOf({}, codecOf('a', [edge()]), codecOf('b', [edge()]), codecOf('c', [edge()]));
  expect(planner.plan(request).steps[0]!.codec).toBe('a');
  expect(fallbackCodecs(planner, ['a'])).toEqual(['b']);
  expect(fallbackCodecs(planner, ['a', 'b'])).toEqual(['c']);
  expect(fallbackCodecs(planner, ['a', 'b', 'c'])).toBeUndefined();
  const fallback = planner.fallbacks(planner.plan(request), { ...request, exclude: new Set(['a']) })!;
  expect(fallback.steps[0]!.options).toEqual({ dpi: 90 });
  expect(fallback.why).toBe('It is the fallback for docx → (a) → html and loses nothing more.');
});

it('a fallback does without all codecs of the plan when none is named', () => {
  const planner = plannerOf({}, codecOf('a', [edge()]), codecOf('b', [edge()]));
  expect(planner.fallbacks(planner.plan(request), request)!.steps[0]!.codec).toBe('b');
});

it('the only reader of a source is not suspected while another codec may be at fault', () => {
  const chained = (id: string, from: 'docx' | 'odt', to: 'odt' | 'html') =>
    codecOf(id, [edgeOf(from, to, all, { options: ['dpi'] })]);
  const graph = new Graph(
    [chained('a', 'docx', 'odt'), chained('b', 'odt', 'html'), chained('c', 'odt', 'html')],
    FORMATS,
  );
  const planner = new Planner(graph);
  const plan = planner.plan(request);
  expect(plan.steps.map(({ codec }) => codec)).toEqual(['a', 'b']);
  expect(planner.suspectsOf(plan)).toEqual(['b']);
  expect(fallbackCodecs(planner, planner.suspectsOf(plan))).toEqual(['a', 'c']);
  const direct = plannerOf({}, codecOf('a', [edge()]));
  expect(direct.suspectsOf(direct.plan(request)), 'alone on its path').toEqual(['a']);
  const readTwice = plannerOf({}, codecOf('a', [edge()]), codecOf('b', [edge()]));
  expect(readTwice.suspectsOf(readTwice.plan(request)), 'another reads the source').toEqual(['a']);
});

it('a fallback never loses more', () => {
  const planner = plannerOf({}, codecOf('a', [edge()]), codecOf('b', [edge(['text', 'structure'])]));
  expect(fallbackCodecs(planner, ['a'])).toBeUndefined();
});

it('a fallback wears at most 20 more', () => {
  const codecs = [codecOf('a', [edge()]), codecOf('b', [edge()]), codecOf('c', [edge()])];
  expect(fallbackCodecs(plannerOf({ a: 10, b: 40, c: 30 }, ...codecs), ['a'])).toEqual(['c']);
  expect(fallbackCodecs(plannerOf({ a: 0, b: 40, c: 30 }, ...codecs), ['a'])).toBeUndefined();
});

it('a fallback has the same operations, even where another operation would lose as little', () => {
  const rendering = codecOf('b', [edge(all, { operation: 'render' })]);
  expect(fallbackCodecs(plannerOf({}, codecOf('a', [edge()]), rendering), ['a'])).toBeUndefined();
  const recoding = codecOf('c', [edge()]);
  expect(fallbackCodecs(plannerOf({ c: 10 }, codecOf('a', [edge()]), rendering, recoding), ['a'])).toEqual(['c']);
});

it('a fallback does not use a codec without its packages', () => {
  const graph = new Graph([codecOf('a', [edge()]), codecOf('b', [edge()])], FORMATS);
  const planner = new Planner(graph, { installed: ({ id }) => id !== 'b' });
  expect(fallbackCodecs(planner, ['a'])).toBeUndefined();
});

it('excluded codecs are on no plan, and are told among the rejected', () => {
  const planner = plannerOf({}, codecOf('a', [edge()]), codecOf('b', [edge(['text', 'structure'])]));
  const plan = planner.plan({ ...request, exclude: new Set(['a']) });
  expect(plan.steps[0]!.codec).toBe('b');
  expect(plan.rejected).toEqual([
    { route: 'docx → (a) → html', code: 'excluded', reason: 'It uses a, which was excluded.' },
  ]);
});
