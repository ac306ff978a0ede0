import { expect, it } from 'vitest';
import type { Codec } from '../../../engine/contract/codec.ts';
import { FORMATS } from '../../../engine/formats/index.ts';
import { Graph } from '../../../engine/planner/graph.ts';
import { Planner } from '../../../engine/planner/planner.ts';
import type { Facts } from '../../../engine/contract/facts.ts';
import { codecOf, edgeOf, takingMs } from '../../support/declarations.ts';

function plannerOf(...codecs: readonly Codec[]): Planner {
  return new Planner(new Graph(codecs, FORMATS, { machine: '', date: '', edges: {} }));
}

const pixels = ['look', 'alpha', 'depth', 'metadata'] as const;

it('says that there was no choice', () => {
  const plan = plannerOf(codecOf('a', [edgeOf('png', 'tiff', pixels)])).plan({ from: 'png', to: 'tiff' });
  expect(plan.why).toBe('There is no other path.');
  expect(plan.rejected).toEqual([]);
});

it('says what the next path would lose', () => {
  const planner = plannerOf(
    codecOf('a', [edgeOf('png', 'tiff', pixels, takingMs(500))]),
    codecOf('b', [edgeOf('png', 'tiff', ['look', 'metadata'])]),
  );
  const { why, rejected } = planner.plan({ from: 'png', to: 'tiff' });
  expect(rejected).toEqual([{ route: 'png → (b) → tiff', code: 'more_loss', reason: 'It loses alpha and depth.' }]);
  expect(why).toBe('It loses least. Next best: png → (b) → tiff. It loses alpha and depth.');
});

it('says everything that a longer path costs', () => {
  const planner = plannerOf(
    codecOf('a', [edgeOf('png', 'tiff', pixels)]),
    codecOf('b', [edgeOf('png', 'jpg', pixels)]),
    codecOf('c', [edgeOf('jpg', 'tiff', pixels)]),
  );
  expect(planner.plan({ from: 'png', to: 'tiff' }).rejected).toEqual([
    {
      route: 'png → (b) → jpg → (c) → tiff',
      code: 'more_loss',
      reason: 'It loses alpha and depth, encodes with loss once more and takes one step more.',
    },
  ]);
});

it('says how much slower the next path is', () => {
  const planner = plannerOf(
    codecOf('a', [edgeOf('png', 'tiff', pixels, takingMs(500))]),
    codecOf('b', [edgeOf('png', 'tiff', pixels, takingMs(20))]),
  );
  expect(planner.plan({ from: 'png', to: 'tiff' })).toMatchObject({
    why:
      'It is the fastest of the paths that lose least. ' +
      'Next best: png → (a) → tiff. It keeps as much, but takes 500 ms instead of 20 ms.',
    rejected: [{ code: 'slower' }],
  });
});

it('says that a path is made to write smaller files, however long it takes', () => {
  const self = { selfEdges: true } as const;
  const planner = plannerOf(
    codecOf('a', [edgeOf('png', 'png', pixels, { ...self, ...takingMs(20) })]),
    codecOf('b', [edgeOf('png', 'png', pixels, { ...self, ...takingMs(500), shrinks: true })]),
  );
  expect(planner.plan({ from: 'png', to: 'png' })).toMatchObject({
    steps: [{ codec: 'b' }],
    why:
      'It optimises for small files and loses as little as any other. ' +
      'Next best: png → (a) → png. It keeps as much, but does not optimise for small files.',
    rejected: [{ code: 'larger' }],
  });
});

it('says that only the name decided', () => {
  const planner = plannerOf(
    codecOf('b', [edgeOf('png', 'tiff', pixels)]),
    codecOf('a', [edgeOf('png', 'tiff', pixels)]),
  );
  expect(planner.plan({ from: 'png', to: 'tiff' })).toMatchObject({
    why: 'It is as good as png → (b) → tiff and comes first by name.',
    rejected: [{ route: 'png → (b) → tiff', code: 'equal' }],
  });
});

it('tells of a better path whose need this file does not meet', () => {
  const planner = plannerOf(
    codecOf('copy', [
      edgeOf('mkv', 'mp4', ['video', 'audio', 'subtitles', 'animation', 'metadata'], { needs: ['audio'] }),
    ]),
    codecOf('plain', [edgeOf('mkv', 'mp4', ['video', 'animation'])]),
  );
  const facts: Facts = {
    format: 'mkv',
    sizeBytes: 1,
    reader: 'test',
    depth: 'structure',
    features: ['video', 'metadata'],
    media: { durationMs: 1, tags: {}, tracks: [{ kind: 'video', codec: 'avc' }] },
  };
  expect(planner.plan({ from: 'mkv', to: 'mp4', facts }).rejected).toEqual([
    { route: 'mkv → (copy) → mp4', code: 'needs_unmet', reason: 'The file has no audio track.' },
  ]);
});

it('never lists more than five, and none twice', () => {
  const steps = ['png', 'tiff', 'bmp', 'ico', 'webp'] as const;
  const codecs = steps.slice(1).flatMap((to, index) => {
    const from = steps[index]!;
    return ['x', 'y', 'z'].map((id) => codecOf(`${id}${index}`, [edgeOf(from, to, pixels)]));
  });
  const { rejected } = plannerOf(...codecs).plan({ from: 'png', to: 'webp' });
  expect(rejected.length).toBeGreaterThan(2);
  expect(rejected.length).toBeLessThanOrEqual(5);
  expect(new Set(rejected.map(({ route }) => route)).size).toBe(rejected.length);
});
