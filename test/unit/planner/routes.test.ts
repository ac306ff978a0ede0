import { describe, expect, it } from 'vitest';
import type { Codec } from '../../../engine/contract/codec.ts';
import { FORMATS } from '../../../engine/formats/index.ts';
import type { MeasuredCosts } from '../../../engine/planner/cost-model.ts';
import { Graph } from '../../../engine/planner/graph.ts';
import { Planner, type PlanRequest } from '../../../engine/planner/planner.ts';
import { codecOf, edgeOf, takingMs } from '../../support/declarations.ts';

function plannerOf(codecs: readonly Codec[], measured: MeasuredCosts['edges'] = {}): Planner {
  return new Planner(new Graph(codecs, FORMATS, { machine: '', date: '', edges: measured }));
}

function routeOf(planner: Planner, request: PlanRequest): string {
  return planner
    .plan(request)
    .steps.map(({ codec, to }) => `${codec}>${to}`)
    .join(' ');
}

describe('the path', () => {
  it('never rasterises text when a text-keeping path exists, however slow', () => {
    const planner = plannerOf([
      codecOf('shot', [edgeOf('docx', 'png', ['look'], { operation: 'render', ...takingMs(1) })]),
      codecOf('picture', [edgeOf('png', 'pdf', ['look'], { operation: 'wrap', ...takingMs(1) })]),
      codecOf('writer', [edgeOf('docx', 'html', ['text', 'structure', 'look', 'figures'], takingMs(5_000))]),
      codecOf('printer', [edgeOf('html', 'pdf', ['text', 'structure', 'look', 'figures'], takingMs(9_000))]),
    ]);
    expect(routeOf(planner, { from: 'docx', to: 'pdf' })).toBe('writer>html printer>pdf');
  });

  it('prefers the faster of two that lose the same, and the first by name when times are alike', () => {
    const edge = (ms: number) => edgeOf('png', 'webp', ['look', 'alpha', 'metadata'], takingMs(ms));
    expect(
      routeOf(plannerOf([codecOf('a', [edge(300)]), codecOf('b', [edge(100)])]), { from: 'png', to: 'webp' }),
    ).toBe('b>webp');
    expect(routeOf(plannerOf([codecOf('b', [edge(95)]), codecOf('a', [edge(105)])]), { from: 'png', to: 'webp' })).toBe(
      'a>webp',
    );
  });

  it('prefers less quality penalty to less time', () => {
    const edge = (name: string, ms: number) => ({
      ...edgeOf('docx', 'html', ['text', 'structure']),
      name,
      ...takingMs(ms),
    });
    const codecs = [codecOf('quick', [edge('e', 10)]), codecOf('careful', [edge('e', 900)])];
    const cost = { base: 10, perMB: 0 };
    const planner = plannerOf(codecs, {
      'quick/e': { ms: cost, qualityPenalty: 20 },
      'careful/e': { ms: cost, qualityPenalty: 10 },
    });
    expect(routeOf(planner, { from: 'docx', to: 'html' })).toBe('careful>html');
    expect(planner.plan({ from: 'docx', to: 'html' }).qualityPenalty).toBe(10);
  });

  it('takes measured times over declared ones', () => {
    const edge = edgeOf('png', 'webp', ['look', 'alpha', 'metadata'], { name: 'e', ...takingMs(10) });
    const measured = { 'a/e': { ms: { base: 500, perMB: 0 }, qualityPenalty: 0 } };
    expect(
      routeOf(plannerOf([codecOf('a', [edge]), codecOf('b', [edge])], measured), { from: 'png', to: 'webp' }),
    ).toBe('b>webp');
  });

  it('avoids a lossy middle, and counts the generation when there is no other', () => {
    const all = ['look', 'alpha', 'depth', 'metadata'] as const;
    const viaJpg = [codecOf('a', [edgeOf('heic', 'jpg', all)]), codecOf('b', [edgeOf('jpg', 'tiff', all)])];
    const viaBmp = [codecOf('y', [edgeOf('heic', 'bmp', all)]), codecOf('z', [edgeOf('bmp', 'tiff', all)])];
    expect(plannerOf(viaJpg).plan({ from: 'heic', to: 'tiff' })).toMatchObject({ generations: 1 });
    const plan = plannerOf([...viaJpg, ...viaBmp]).plan({ from: 'heic', to: 'tiff' });
    expect(plan).toMatchObject({ generations: 0, steps: [{ codec: 'y' }, { codec: 'z' }] });
  });

  it('does not charge the one generation that a lossy target costs anyway', () => {
    const plan = plannerOf([codecOf('a', [edgeOf('png', 'jpg', ['look', 'metadata'])])]).plan({
      from: 'png',
      to: 'jpg',
    });
    expect(plan).toMatchObject({ generations: 1, loss: 0 });
  });

  it('predicts time and memory by the size that reaches each step', () => {
    const cost = { ms: { base: 10, perMB: 100 }, memoryMB: { base: 20, perMB: 3 }, cpuSlots: 1 };
    const planner = plannerOf([
      codecOf('a', [edgeOf('svg', 'png', ['look', 'alpha'], { operation: 'render', cost: { ...cost, growth: 2 } })]),
      codecOf('b', [edgeOf('png', 'ico', ['look', 'alpha'], { cost })]),
    ]);
    const bytes = 2 ** 20;
    const { steps, ms } = planner.plan({ from: 'svg', to: 'ico', bytes });
    expect(steps[0]!.ms).toBeCloseTo(10 + 100 * 1.048576);
    expect(steps[1]!.ms).toBeCloseTo(10 + 200 * 1.048576);
    expect(steps[1]!.memoryMB).toBeCloseTo(20 + 6 * 1.048576);
    expect(ms).toBeCloseTo(steps[0]!.ms + steps[1]!.ms);
  });

  it('predicts time by the sizes that were measured, and memory by those that are declared', () => {
    const cost = { ms: { base: 10, perMB: 100 }, memoryMB: { base: 20, perMB: 3 }, cpuSlots: 1 };
    const codecs = [
      codecOf('a', [edgeOf('svg', 'png', ['look', 'alpha'], { operation: 'render', cost })]),
      codecOf('b', [edgeOf('png', 'ico', ['look', 'alpha'], { cost })]),
    ];
    const drawn = { ms: cost.ms, sizeMB: { base: 4, perMB: 0 }, qualityPenalty: 0 };
    const planner = new Planner(
      new Graph(codecs, FORMATS, { machine: '', date: '', edges: { 'a/svg-to-png': drawn } }),
    );
    const { steps } = planner.plan({ from: 'svg', to: 'ico', bytes: 2 ** 20 });
    expect(steps.map(({ ms }) => ms)).toEqual([10 + 100 * 1.048576, 10 + 100 * 4]);
    expect(steps[1]!.memoryMB).toBeCloseTo(20 + 3 * 1.048576);
  });

  it('predicts the time of reading both ends for verification', () => {
    const cost = { ms: { base: 10, perMB: 0 }, memoryMB: { base: 20, perMB: 3 }, cpuSlots: 1, growth: 2 };
    const codecs = [codecOf('a', [edgeOf('svg', 'png', ['look', 'alpha'], { operation: 'render', cost })])];
    const inspections = { svg: { base: 3, perMB: 10 }, png: { base: 7, perMB: 100 }, pdf: { base: 1_000, perMB: 0 } };
    const planner = new Planner(new Graph(codecs, FORMATS, { machine: '', date: '', edges: {}, inspections }));
    const { steps, ms } = planner.plan({ from: 'svg', to: 'png', bytes: 2 ** 20 });
    expect(steps[0]!.ms).toBe(10);
    expect(ms).toBeCloseTo(10 + 3 + 10 * 1.048576 + 7 + 200 * 1.048576);
  });
});

describe('operations', () => {
  const look = ['look', 'alpha', 'metadata'] as const;

  it('are at most one: a rendered image is not read back as text', () => {
    const planner = plannerOf([
      codecOf('render', [edgeOf('docx', 'png', ['look'], { operation: 'render' })]),
      codecOf('ocr', [edgeOf('png', 'txt', [], { operation: 'infer', derives: [{ from: 'look', to: 'text' }] })]),
    ]);
    expect(() => planner.plan({ from: 'docx', to: 'txt', allowLoss: 'any' })).toThrow(/No path from docx to txt/);
    expect(routeOf(planner, { from: 'png', to: 'txt', allowLoss: 'any' })).toBe('ocr>txt');
  });

  it('of wrapping come last: an image in a PDF is not the way to a Word document', () => {
    const planner = plannerOf([
      codecOf('wrap', [edgeOf('png', 'pdf', look, { operation: 'wrap' })]),
      codecOf('flow', [edgeOf('pdf', 'docx', ['text', 'look'])]),
      codecOf('vips', [edgeOf('heic', 'png', look)]),
    ]);
    expect(() => planner.plan({ from: 'png', to: 'docx' })).toThrow(/No path/);
    expect(routeOf(planner, { from: 'heic', to: 'pdf' })).toBe('vips>png wrap>pdf');
  });

  it('are named in the plan', () => {
    const planner = plannerOf([codecOf('resvg', [edgeOf('svg', 'png', look, { operation: 'render' })])]);
    expect(planner.plan({ from: 'svg', to: 'png' }).operations).toEqual(['render']);
  });
});

describe('derived features', () => {
  const typesetting = codecOf('writer', [
    edgeOf(['txt', 'png'], 'pdf', ['text', 'look'], { derives: [{ from: 'text', to: 'look' }] }),
  ]);

  it('make what the target is about out of what is still kept', () => {
    const rendering = codecOf('pdfium', [edgeOf('pdf', 'png', ['look'], { operation: 'render' })]);
    const planner = plannerOf([typesetting, rendering]);
    expect(routeOf(planner, { from: 'txt', to: 'png', allowLoss: 'any' })).toBe('writer>pdf pdfium>png');
  });

  it('make nothing of what is gone', () => {
    const planner = plannerOf([
      codecOf('frames', [edgeOf('gif', 'webp', ['look', 'animation'])]),
      codecOf('film', [edgeOf(['gif', 'webp'], 'mp4', [], { derives: [{ from: 'animation', to: 'video' }] })]),
      codecOf('first', [edgeOf('apng', 'gif', ['look'])]),
    ]);
    expect(routeOf(planner, { from: 'webp', to: 'mp4' })).toBe('film>mp4');
    expect(() => planner.plan({ from: 'apng', to: 'mp4' })).toThrow(/No path/);
  });
});

describe('exceptions of an edge', () => {
  const keeps = ['look', 'alpha', 'depth', 'metadata'] as const;
  const edge = edgeOf(['png', 'tiff'], ['webp', 'bmp', 'ico'], keeps, {
    except: { 'png>ico': 'absent', 'tiff>bmp': { drops: ['alpha'] } },
  });
  const planner = plannerOf([codecOf('magick', [edge])]);

  it('make a pair absent', () => {
    expect(() => planner.plan({ from: 'png', to: 'ico' })).toThrow(/No path/);
    expect(routeOf(planner, { from: 'tiff', to: 'ico' })).toBe('magick>ico');
    expect(planner.targets('png')).toEqual(['webp', 'bmp']);
  });

  it('make a pair keep less', () => {
    expect(planner.plan({ from: 'png', to: 'bmp' }).lost).toEqual([]);
    expect(planner.plan({ from: 'tiff', to: 'bmp' }).lost).toEqual(['alpha']);
  });
});

describe('an edge that reads pages back', () => {
  const keeps = ['text', 'structure', 'look'] as const;
  const planner = plannerOf([
    codecOf('printer', [edgeOf(['html'], ['pdf'], keeps)]),
    codecOf('reader', [edgeOf(['pdf'], ['docx'], keeps, { sourceOnly: true })]),
    codecOf('writer', [edgeOf(['html'], ['docx'], ['text', 'structure'])]),
  ]);

  it('is planned where the file itself is such pages', () => {
    expect(routeOf(planner, { from: 'pdf', to: 'docx' })).toBe('reader>docx');
  });

  it('is not planned for pages that another codec would only set for it, even if less were lost', () => {
    expect(routeOf(planner, { from: 'html', to: 'docx' })).toBe('writer>docx');
  });
});

describe('an edge from a format to itself', () => {
  const keeps = ['look', 'alpha', 'depth', 'metadata'] as const;

  it('is planned where source and target are the same', () => {
    const planner = plannerOf([codecOf('vips', [edgeOf(['png', 'jpg'], ['png', 'jpg'], keeps, { selfEdges: true })])]);
    expect(routeOf(planner, { from: 'png', to: 'png' })).toBe('vips>png');
    expect(routeOf(planner, { from: 'png', to: 'jpg' })).toBe('vips>jpg');
    expect(planner.targets('jpg')).toEqual(['png', 'jpg']);
  });

  it('does not exist where the codec does not declare it', () => {
    const planner = plannerOf([codecOf('vips', [edgeOf(['png', 'jpg'], ['png', 'jpg'], keeps)])]);
    expect(() => planner.plan({ from: 'png', to: 'png' })).toThrow('No codec converts png to itself.');
  });
});

describe('an edge that takes only the first page', () => {
  const first = edgeOf(['pdf', 'docx'], ['png', 'jpg'], ['look', 'metadata'], { operation: 'render', takes: 'first' });

  it('loses the pages, whatever the target holds', () => {
    const plan = plannerOf([codecOf('first', [first])]).plan({ from: 'pdf', to: 'png' });
    expect(plan).toMatchObject({ lost: ['pages'], loss: 300 });
  });

  it('comes after one that takes all', () => {
    const all = edgeOf('pdf', 'png', ['look'], {
      operation: 'render',
      takes: 'all',
      gives: 'many',
      ...takingMs(9_000),
    });
    expect(routeOf(plannerOf([codecOf('first', [first]), codecOf('z', [all])]), { from: 'pdf', to: 'png' })).toBe(
      'z>png',
    );
  });

  it('loses the pages that typesetting made on the way', () => {
    const planner = plannerOf([
      codecOf('writer', [
        edgeOf('md', 'pdf', ['text', 'structure', 'metadata'], { derives: [{ from: 'text', to: 'look' }] }),
      ]),
      codecOf('first', [first]),
    ]);
    expect(planner.plan({ from: 'md', to: 'png', allowLoss: 'any' }).lost).toEqual(['pages']);
  });

  it('loses nothing of an image that is one page on the way', () => {
    const planner = plannerOf([
      codecOf('draw', [edgeOf('svg', 'pdf', ['look', 'vector', 'text'])]),
      codecOf('first', [first]),
    ]);
    expect(planner.plan({ from: 'svg', to: 'png' }).lost).not.toContain('pages');
  });
});

it('an edge that joins several inputs is for merging, never part of a plan', () => {
  const joining = edgeOf(['png', 'jpg'], 'pdf', ['look'], { operation: 'wrap', merges: 'pages' });
  expect(() => plannerOf([codecOf('binder', [joining])]).plan({ from: 'png', to: 'pdf' })).toThrow(
    'No codec converts from png.',
  );
});
