import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../engine/contract/codec.ts';
import { ConversionError } from '../../engine/contract/errors.ts';
import { isNaturalPair } from '../../engine/formats/natural.ts';
import type { OptionId } from '../../engine/formats/options.ts';
import { Graph } from '../../engine/planner/graph.ts';
import type { Plan } from '../../engine/planner/plan.ts';
import { Planner, type PlanRequest } from '../../engine/planner/planner.ts';
import { everyPath, inOrder, type Candidate } from '../support/every-path.ts';
import { withTwins, world, type World } from '../support/planner-worlds.ts';
import { assertProperty } from '../support/property.ts';

const describeCandidate = ({ steps, loss, lost }: Candidate): object => ({
  route: steps.map(({ codec, edge, to }) => `${codec}/${edge.name}>${to}`).join(' '),
  loss,
  lost,
});

const describePlan = ({ steps, loss, lost }: Plan): object => ({
  route: steps.map(({ codec, edge, to }) => `${codec}/${edge}>${to}`).join(' '),
  loss,
  lost,
});

function plannerOf({ formats, codecs, costs }: World): Planner {
  return new Planner(new Graph(codecs, formats, costs));
}

function planOrNothing(planner: Planner, request: PlanRequest): Plan | undefined {
  try {
    return planner.plan(request);
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

describe('planner', () => {
  it('equals a brute force over every path', () => {
    let planned = 0;
    assertProperty(
      fc.property(world, (world) => {
        const plan = planOrNothing(plannerOf(world), world.request);
        const [best] = inOrder(everyPath(world));
        if (plan) planned++;
        expect(plan && describePlan(plan)).toEqual(best && describeCandidate(best));
      }),
      { numRuns: 4000 },
    );
    expect(planned).toBeGreaterThan(400);
  });

  it('gives every option to the last step that takes it, and a password to the first', () => {
    assertProperty(
      fc.property(world, (world) => {
        const planner = plannerOf(world);
        const plan = planOrNothing(planner, world.request);
        if (!plan) return;
        for (const id of Object.keys(world.request.options!) as OptionId[]) {
          const takers = plan.steps.filter((step) => planner.edgeOf(step).options!.includes(id));
          const expected = id === 'password' ? plan.steps[0] : takers.at(-1);
          expect(plan.steps.filter(({ options }) => Object.hasOwn(options, id))).toEqual([expected]);
          expect(expected!.options[id]).toBe(world.request.options![id]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('never gets worse by a new edge', () => {
    assertProperty(
      fc.property(world, (world) => {
        const [first, ...others] = world.codecs;
        const smaller = [{ ...first!, edges: first!.edges.slice(1) }, ...others];
        const before = planOrNothing(plannerOf({ ...world, codecs: smaller }), world.request);
        if (!before) return;
        const after = planOrNothing(plannerOf(world), world.request);
        expect(after!.loss).toBeLessThanOrEqual(before.loss);
      }),
      { numRuns: 1000 },
    );
  });

  it('plans a chain from source to target without a loop, of at most four steps', () => {
    assertProperty(
      fc.property(world, (world) => {
        const plan = planOrNothing(plannerOf(world), world.request);
        if (!plan) return;
        expect(plan.steps.length).toBeLessThanOrEqual(4);
        const visited = [world.request.from, ...plan.steps.map(({ to }) => to)];
        expect(plan.steps.map(({ from }) => from)).toEqual(visited.slice(0, -1));
        expect(visited.at(-1)).toBe(world.request.to);
        if (world.request.from !== world.request.to) expect(new Set(visited).size).toBe(visited.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('does not depend on the order of codecs and edges, nor on what was planned before', () => {
    assertProperty(
      fc.property(world, (world) => {
        const planner = plannerOf(world);
        const plan = planOrNothing(planner, world.request);
        const turned = world.codecs.map((codec) => ({ ...codec, edges: codec.edges.toReversed() })).toReversed();
        expect(planOrNothing(plannerOf({ ...world, codecs: turned }), world.request)).toEqual(plan);
        expect(planOrNothing(planner, world.request)).toEqual(plan);
      }),
      { numRuns: 1000 },
    );
  });

  it('advertises the pairs that it plans without consent, of formats that differ by their names alone too', () => {
    let advertised = 0;
    assertProperty(
      fc.property(world, (world) => {
        const { formats, codecs, costs } = withTwins(world);
        const graph = new Graph(codecs, formats, costs);
        const pairs = new Planner(graph).pairs().map((pair) => pair.join('>'));
        advertised += pairs.length;
        const planner = new Planner(graph);
        const planned = [...formats.values()].flatMap((from) =>
          [...formats.values()]
            .filter((to) => isNaturalPair(from, to) && planOrNothing(planner, { from: from.id, to: to.id }))
            .map((to) => `${from.id}>${to.id}`),
        );
        expect(pairs.toSorted()).toEqual(planned.toSorted());
      }),
      { numRuns: 200 },
    );
    expect(advertised).toBeGreaterThan(2000);
  });

  it('falls back only to a path that loses nothing more, by the same operations, with little more quality penalty', () => {
    let stoodIn = 0;
    assertProperty(
      fc.property(world, (world) => {
        const planner = plannerOf(world);
        const plan = planOrNothing(planner, world.request);
        if (!plan) return;
        const failed = new Set([...world.request.exclude!, plan.steps[0]!.codec]);
        const request = { ...world.request, exclude: failed };
        const operationsOf = ({ steps }: Candidate): Operation[] =>
          steps.map(({ edge }) => edge.operation).filter((operation) => operation !== 'recode');
        const [best] = inOrder(
          everyPath({ ...world, request }).filter(
            (candidate) =>
              candidate.lost.every(
                (feature) => plan.lost.includes(feature === 'colour' ? 'look' : feature) || plan.lost.includes(feature),
              ) &&
              candidate.qualityPenalty <= plan.qualityPenalty + 20 &&
              operationsOf(candidate).join() === plan.operations.join(),
          ),
        );
        const fallback = planner.fallbacks(plan, request);
        if (fallback) stoodIn++;
        expect(fallback && describePlan(fallback)).toEqual(best && describeCandidate(best));
      }),
      { numRuns: 3000 },
    );
    expect(stoodIn).toBeGreaterThan(50);
  });
});
