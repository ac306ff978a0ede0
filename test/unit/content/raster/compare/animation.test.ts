import { describe, expect, it } from 'vitest';
import type { FormatId } from '../../../../../engine/formats/index.ts';
import type { Facts, TrackFacts } from '../../../../../engine/contract/facts.ts';
import { compareAnimation } from '../../../../../engine/content/raster/compare/animation.ts';
import { momentsOf } from '../../../../../engine/content/timeline/moments.ts';
import type { Expectation } from '../../../../../engine/contract/report.ts';
import { factsOfImages, landscape } from '../../../../support/images.ts';

function film(durationMs: number, track: Partial<TrackFacts> = {}): Facts {
  const video: TrackFacts = { kind: 'video', codec: 'avc', width: 768, height: 576, framesPerSecond: 25, ...track };
  const media = { durationMs, tags: {}, tracks: [video] };
  return { format: 'mp4', sizeBytes: 1, reader: 'test', depth: 'structure', features: ['video', 'animation'], media };
}

function image(format: FormatId, width: number, height: number, delaysMs?: readonly number[]): Facts {
  const frames = (delaysMs ?? [0]).map(() => landscape);
  return factsOfImages({ format, width, height, frames, ...(delaysMs && { delaysMs }) });
}

const PROMISE: Expectation = {
  ...{ from: 'gif', to: 'mp4', kept: ['animation'], lost: [], gone: [], operations: [], takes: 'all', gives: 'one' },
  options: {},
};

function failures(
  source: Facts,
  output: Facts,
  takes: Expectation['takes'],
  to: FormatId,
  options: Expectation['options'] = {},
): string[] {
  const expectation: Expectation = {
    ...{
      from: source.format,
      to,
      kept: ['animation', 'look'],
      lost: [],
      gone: [],
      operations: [],
      takes,
      gives: 'one',
    },
    options,
  };
  return compareAnimation(source, [output], expectation)
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);
}

describe('a video that becomes an image', () => {
  it('plays as long, scaled to what is usual', () => {
    expect(failures(film(400), image('gif', 640, 480, [100, 100, 100, 100]), 'one', 'gif')).toEqual([]);
    expect(failures(film(2400), image('gif', 640, 480, [100, 100, 100, 100]), 'one', 'gif')).toEqual(['duration']);
    expect(failures(film(400), image('gif', 768, 480, [100, 100, 100, 100]), 'one', 'gif')).toEqual(['size']);
  });

  it('has lost a frame, where those of the video all take as long', () => {
    const even = Array.from({ length: 25 }, (_, at) => 40 * at);
    const paced = film(1000, { shownMs: even, durationMs: 1000 });
    const fifteen = [67, 67, 66, 67, 67, 66, 67, 67, 66, 67, 67, 66, 67, 67, 66];
    expect(failures(paced, image('webp', 640, 480, fifteen), 'one', 'webp')).toEqual([]);
    expect(failures(paced, image('webp', 640, 480, fifteen.slice(1)), 'one', 'webp')).toEqual(['duration']);
    expect(failures(paced, image('webp', 640, 480, [...fifteen, 67]), 'one', 'webp')).toEqual([]);
    expect(failures(paced, image('webp', 640, 480, [...fifteen, 67, 67]), 'one', 'webp')).toEqual(['duration']);
    // Where frames take as long as they like, the last one's time is not known.
    const free = film(1000, { shownMs: [...even.slice(0, 12), 500, 800], durationMs: 1000 });
    expect(failures(free, image('webp', 640, 480, fifteen.slice(1)), 'one', 'webp')).toEqual([]);
  });

  it('plays for ever', () => {
    const once = image('webp', 640, 480, [100, 100]);
    const output: Facts = { ...once, raster: { ...once.raster!, loops: 1 } };
    expect(failures(film(200), output, 'one', 'webp')).toEqual(['loops']);
  });

  it('may not know how long it is', () => {
    expect(failures(film(0), image('gif', 640, 480, [300, 300]), 'one', 'gif')).toEqual([]);
  });

  it('may stand still when it has one frame, or where it was seen and is compared with what moves', () => {
    const seen = image('webp', 640, 480);
    const { thumbnails: _, ...raster } = seen.raster!;
    const unseen: Facts = { ...seen, raster };
    expect(failures(film(40, { packets: 1 }), unseen, 'one', 'webp')).toEqual([]);
    expect(failures(film(400, { packets: 10 }), unseen, 'one', 'webp')).toEqual(['frames']);
    expect(failures(film(400, { packets: 10 }), seen, 'one', 'webp')).toEqual([]);
  });

  it('gives one frame in its own size', () => {
    expect(failures(film(400), image('png', 768, 576), 'first', 'png')).toEqual([]);
    expect(failures(film(400), image('png', 720, 576), 'first', 'png')).toEqual(['size']);
  });
});

describe('an animation that becomes a video', () => {
  const drawn = image('gif', 768, 576, [100, 700, 50, 300, 1150]);
  const uneven: Facts = { ...drawn, features: ['look', 'animation'] };
  const made = (shownMs: readonly number[], durationMs = 2300): Facts =>
    film(durationMs, { packets: shownMs.length, shownMs, durationMs });

  it('shows its images at their times', () => {
    expect(failures(uneven, made([0, 100, 800, 850, 1150, 2250]), 'all', 'webm')).toEqual([]);
    expect(failures(uneven, made([40, 140, 840, 890, 1190]), 'all', 'flv')).toEqual([]);
  });

  it('is refused when they come at an even pace, though it plays as long', () => {
    expect(failures(uneven, made([0, 460, 920, 1380, 1840]), 'all', 'ogv')).toEqual(['frame times']);
    expect(failures(uneven, made([0, 50, 150, 850, 900]), 'all', 'ogv')).toEqual(['frame times']);
  });

  it('is refused when its last image ends early', () => {
    expect(failures(uneven, made([0, 100, 800, 850, 1150], 1200), 'all', 'mp4')).toEqual(['duration']);
  });

  it('shows all of its images', () => {
    const even = image('gif', 768, 576, [100, 100]);
    const source: Facts = { ...even, features: ['look', 'animation'] };
    const of = (packets: number, to: FormatId): string[] =>
      failures(source, film(packets * 40, { packets, durationMs: 200 }), 'all', to);
    expect([of(2, 'm2ts'), of(1, 'm2ts')]).toEqual([[], ['frames']]);
    // Of one pace: 25 images a second.
    expect([of(5, 'vob'), of(4, 'vob')]).toEqual([[], ['frames']]);
  });

  it('may be some of its images', () => {
    expect(failures(uneven, made([0, 700], 750), 'all', 'mp4', { pages: '2-3' })).toEqual([]);
    expect(failures(uneven, made([0], 700), 'all', 'mp4', { pages: '2-3' })).toContain('frames');
    expect(failures(uneven, made([0, 700], 2300), 'all', 'mp4', { pages: '2-3' })).toEqual(['duration']);
    const moments = (pages: string): unknown =>
      momentsOf(uneven, { ...PROMISE, options: { pages } }, 'quick').map(({ before, after }) => [before, after]);
    const kinds = ['video'];
    expect(moments('2-3')).toEqual([
      [
        { atMs: 100, lengthMs: 750, kinds },
        { atMs: 0, lengthMs: 750, kinds },
      ],
    ]);
    expect(moments('3,1')).toEqual([]);
  });

  it('may be a part of it', () => {
    const part = { start: 0.5, duration: 0.5 };
    expect(failures(uneven, made([0, 300, 350], 500), 'all', 'webm', part)).toEqual([]);
    expect(failures(uneven, made([0, 50], 500), 'all', 'webm', part)).toEqual(['frames', 'frame times']);
    expect(failures(uneven, made([0, 300, 350], 800), 'all', 'webm', part)).toEqual(['duration']);
  });
});
