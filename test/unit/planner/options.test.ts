import { describe, expect, it } from 'vitest';
import type { Codec } from '../../../engine/contract/codec.ts';
import { FORMATS } from '../../../engine/formats/index.ts';
import { Graph } from '../../../engine/planner/graph.ts';
import { Planner, type PlanRequest } from '../../../engine/planner/planner.ts';
import { codecOf, edgeOf, takingMs } from '../../support/declarations.ts';

function plannerOf(...codecs: readonly Codec[]): Planner {
  return new Planner(new Graph(codecs, FORMATS));
}

const pixels = ['look', 'alpha', 'depth', 'metadata'] as const;
const page = ['look', 'metadata', 'pages'] as const;

function optionsByStep(planner: Planner, request: PlanRequest): [string, object][] {
  return planner.plan(request).steps.map(({ codec, options }) => [codec, options]);
}

describe('options', () => {
  const pdfium = codecOf('pdfium', [
    edgeOf('pdf', ['png', 'tiff'], page, {
      operation: 'render',
      takes: 'all',
      gives: 'many',
      options: ['dpi', 'pages', 'width', 'password'],
    }),
  ]);
  const vips = codecOf('vips', [edgeOf(['png', 'jpg'], ['webp', 'avif'], pixels, { options: ['quality', 'width'] })]);

  it('let nothing be lost in what is only on the way, unless a quality is asked of it', () => {
    const animations = ['look', 'alpha', 'animation'] as const;
    const options = ['quality', 'lossless'] as const;
    const first = codecOf('vips', [edgeOf('apng', ['webp', 'jpg'], animations, { options })]);
    const second = codecOf('magick', [edgeOf('webp', ['mng'], animations)]);
    const planner = plannerOf(first, second);
    expect(optionsByStep(planner, { from: 'apng', to: 'mng' })).toEqual([
      ['vips', { lossless: true }],
      ['magick', {}],
    ]);
    expect(planner.plan({ from: 'apng', to: 'mng' }).generations).toBe(0);
    expect(optionsByStep(planner, { from: 'apng', to: 'mng', options: { quality: 60 } })[0]).toEqual([
      'vips',
      { quality: 60 },
    ]);
    expect(optionsByStep(planner, { from: 'apng', to: 'webp' })).toEqual([['vips', {}]]);
    expect(planner.plan({ from: 'apng', to: 'webp' }).generations).toBe(1);
  });

  it('go to the last step that takes them: dpi to the rendering, quality and width to what is written', () => {
    const options = { dpi: 200, quality: 80, width: 640 };
    expect(optionsByStep(plannerOf(pdfium, vips), { from: 'pdf', to: 'webp', options })).toEqual([
      ['pdfium', { dpi: 200 }],
      ['vips', { quality: 80, width: 640 }],
    ]);
  });

  it('of the source go to the step that opens it, and prune a path whose first step does not take them', () => {
    const late = codecOf('late', [edgeOf('png', 'webp', pixels, { options: ['password', 'quality'] })]);
    expect(optionsByStep(plannerOf(pdfium, late), { from: 'pdf', to: 'webp', options: { password: 'x' } })).toEqual([
      ['pdfium', { password: 'x' }],
      ['late', {}],
    ]);
    const early = codecOf('early', [
      edgeOf('pdf', ['png'], page, { operation: 'render', takes: 'all', gives: 'many' }),
    ]);
    expect(() => plannerOf(early, late).plan({ from: 'pdf', to: 'webp', options: { password: 'x' } })).toThrow(
      /^The option password is not available from pdf to webp/,
    );
  });

  it('about a format are taken only where that format is at an end of the path', () => {
    const text = ['text', 'structure'] as const;
    const write = codecOf('write', [edgeOf('epub', 'md', text, { options: ['dialect'] })]);
    const read = codecOf('read', [edgeOf('md', 'html', text, { options: ['dialect'] })]);
    const planner = plannerOf(write, read);
    const options = { dialect: 'strict' } as const;
    expect(optionsByStep(planner, { from: 'epub', to: 'md', options })).toEqual([['write', options]]);
    expect(optionsByStep(planner, { from: 'md', to: 'html', options })).toEqual([['read', options]]);
    expect(planner.optionsFor('epub', 'html')).toEqual([]);
    expect(() => planner.plan({ from: 'epub', to: 'html', options })).toThrow(/^The option dialect is not available/);
  });

  it('make a detour when only it takes what was asked for', () => {
    const direct = codecOf('direct', [
      edgeOf('pdf', 'webp', page, { operation: 'render', takes: 'all', gives: 'many', ...takingMs(1) }),
    ]);
    const planner = plannerOf(direct, pdfium, vips);
    expect(optionsByStep(planner, { from: 'pdf', to: 'webp' }).map(([codec]) => codec)).toEqual(['direct']);
    const plan = planner.plan({ from: 'pdf', to: 'webp', options: { quality: 50 } });
    expect(plan.steps.map(({ codec }) => codec)).toEqual(['pdfium', 'vips']);
    expect(plan.rejected).toContainEqual({
      route: 'pdf → (direct) → webp',
      code: 'option_not_taken',
      reason: 'It does not take quality.',
    });
  });

  it('that are undefined are not requested', () => {
    const plan = plannerOf(vips).plan({ from: 'png', to: 'webp', options: { quality: undefined, dpi: undefined } });
    expect(plan.steps[0]!.options).toEqual({});
  });

  it('keep their own values, though plans are remembered by their names', () => {
    const planner = plannerOf(vips);
    const qualityFor = (quality: number) =>
      planner.plan({ from: 'png', to: 'webp', options: { quality } }).steps[0]!.options.quality;
    expect([qualityFor(10), qualityFor(90), qualityFor(10)]).toEqual([10, 90, 10]);
  });
});

describe('optionsFor', () => {
  it('lists what some step of a path takes that loses no more', () => {
    const planner = plannerOf(
      codecOf('pdfium', [
        edgeOf('pdf', 'png', page, { operation: 'render', takes: 'all', gives: 'many', options: ['dpi', 'pages'] }),
      ]),
      codecOf('vips', [edgeOf('png', 'webp', pixels, { options: ['quality', 'width'] })]),
      codecOf('first', [edgeOf('pdf', 'webp', page, { operation: 'render', takes: 'first', options: ['background'] })]),
    );
    expect(planner.optionsFor('pdf', 'webp')).toEqual(['quality', 'width', 'pages', 'dpi']);
    expect(planner.optionsFor('png', 'webp')).toEqual(['quality', 'width']);
  });

  it('leaves out what costs a detour', () => {
    const planner = plannerOf(
      codecOf('vips', [
        edgeOf('png', 'tiff', pixels, { options: ['width'] }),
        edgeOf('png', 'bmp', pixels),
        edgeOf('bmp', 'tiff', pixels, { options: ['quality'] }),
      ]),
    );
    expect(planner.optionsFor('png', 'tiff')).toEqual(['width']);
    expect(planner.plan({ from: 'png', to: 'tiff', options: { quality: 5 } }).steps).toHaveLength(2);
  });

  it('is empty where there is no conversion', () => {
    expect(plannerOf(codecOf('vips', [edgeOf('png', 'webp', pixels)])).optionsFor('webp', 'png')).toEqual([]);
  });
});
