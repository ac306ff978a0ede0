import { describe, expect, it } from 'vitest';
import {
  divide,
  concatScript,
  parseFrames,
  partitionsWorthwhile,
  type Frame,
  type Span,
} from '../../../engine/codecs/ffmpeg/division.ts';
import { parseProbe } from '../../../engine/codecs/ffmpeg/probe.ts';
import { recipeFor } from '../../../engine/codecs/ffmpeg/recipe.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';

const NTSC = 30_000 / 1001;

/** An even video with a key frame every `keys` frames. */
function video(
  count: number,
  { fps = 25, first = 0, keys = count }: { fps?: number; first?: number; keys?: number } = {},
): Frame[] {
  return Array.from({ length: count }, (_, at) => ({
    time: Math.round((first + at / fps) * 1e6) / 1e6,
    isKey: at % keys === 0,
    isHidden: false,
  }));
}

const span = (more: Partial<Span> = {}): Span => ({ origin: 0, start: 0, framesPerSecond: 25, count: 2, ...more });

describe('divide', () => {
  it('gives every frame to exactly one part, whatever the pace and the number of parts', () => {
    for (const fps of [10, NTSC, 25, 59.94]) {
      for (const count of [2, 3, 7]) {
        const frames = video(601, { fps });
        const parts = divide(frames, span({ framesPerSecond: fps, count }))!;
        expect(parts).toHaveLength(count);
        const inside = parts.map(
          ({ start, duration }) => frames.filter(({ time }) => time >= start && time < start + duration).length,
        );
        expect(inside).toEqual(parts.map((part) => part.frames));
        expect(inside.reduce((sum, each) => sum + each, 0)).toBe(601);
      }
    }
  });

  it('lets no rounding of a container move a frame into another part', () => {
    const rounded = video(600, { fps: NTSC }).map((frame) => ({
      ...frame,
      time: Math.round(frame.time * 1000) / 1000,
    }));
    const parts = divide(rounded, span({ framesPerSecond: NTSC, count: 4 }))!;
    for (const { start, duration, frames } of parts) {
      expect(rounded.filter(({ time }) => time >= start && time < start + duration)).toHaveLength(frames);
    }
  });

  it('shows the parts one after another without a gap', () => {
    const parts = divide(video(600, { fps: NTSC }), span({ framesPerSecond: NTSC, count: 3 }))!;
    for (const [index, { shown }] of parts.entries()) {
      const before = parts[index - 1];
      expect(shown).toBeCloseTo(before ? before.shown + before.lasts : 0, 9);
    }
  });

  it('ends a part at a key frame nearby, and elsewhere when there is none', () => {
    const near = divide(video(600, { keys: 290 }), span())!;
    expect(near.map(({ frames }) => frames)).toEqual([290, 310]);
    const far = divide(video(600, { keys: 150 }), span({ count: 3 }))!;
    expect(far.map(({ frames }) => frames)).toEqual([200, 200, 200]);
  });

  it('takes what the options take, and shows it from the beginning', () => {
    const parts = divide(video(600, { first: 1.4 }), span({ origin: 1.4, start: 4, duration: 12 }))!;
    expect(parts.map(({ frames }) => frames)).toEqual([150, 150]);
    expect(parts.map(({ shown }) => shown)).toEqual([0, 6]);
    expect(parts[0]!.start).toBeCloseTo(4, 1);
  });

  it('keeps the delay of images that begin after the sound', () => {
    const [first] = divide(video(600, { first: 0.08 }), span())!;
    expect(first!.shown).toBeCloseTo(0.08, 9);
  });

  it('leaves a video of uneven pace, or with hidden frames, in one piece', () => {
    const uneven = video(600);
    expect(divide(uneven.with(300, { ...uneven[300]!, time: uneven[300]!.time + 0.02 }), span())).toBeUndefined();
    expect(divide(video(600, { fps: 24 }), span())).toBeUndefined();
    expect(
      divide(
        video(600).map((frame, at) => ({ ...frame, isHidden: at < 2 })),
        span(),
      ),
    ).toBeUndefined();
  });
});

describe('a film', () => {
  const probe = parseProbe(
    JSON.stringify({
      format: { duration: '60.0' },
      streams: [
        { index: 0, codec_type: 'video', codec_name: 'h264', width: 1280, height: 720, avg_frame_rate: '25/1' },
        { index: 1, codec_type: 'audio', codec_name: 'aac', channels: 2, sample_rate: '44100' },
      ],
    }),
  );
  const filmOf = (to: FormatId, options: OptionValues) =>
    recipeFor(
      probe,
      { codec: 'ffmpeg', edge: 'video', from: 'mp4', to, options },
      { limits: DEFAULT_LIMITS, size: 1e7 },
    ).video;

  it('can be divided when its images are encoded by how good each is to be', () => {
    expect(filmOf('webm', {})?.stream.index).toBe(0);
    expect(filmOf('mp4', { quality: 60, width: 640, mute: true, normalise: true })?.stream.index).toBe(0);
  });

  it.each<[string, FormatId, OptionValues]>([
    ['copied', 'mkv', {}],
    ['of bounded size', 'mp4', { targetSize: 5000 }],
    ['of a bit rate for all', 'webm', { videoBitrate: 500 }],
    ['of another pace', 'webm', { fps: 12 }],
    ['brought to the pace of its container', 'mpg', {}],
    ['an animation with one palette', 'gif', {}],
  ])('stays in one piece when it is %s', (_name, to, options) => {
    expect(filmOf(to, options)).toBeUndefined();
  });
});

it('frames are read in the order in which they are shown, and not at all when one has no time', () => {
  const frames = parseFrames('0.000000,K_\n0.080000,__\n0.040000,__\n0.120000,_D\n')!;
  expect(frames.map(({ time }) => time)).toEqual([0, 0.04, 0.08, 0.12]);
  expect(frames[0]).toMatchObject({ isKey: true, isHidden: false });
  expect(frames[3]).toMatchObject({ isKey: false, isHidden: true });
  expect(parseFrames('0.000000,K_\nN/A,__\n')).toBeUndefined();
});

it('parts are worth while from ten seconds and from some work on, and never more than the idle workers', () => {
  const ofSeconds = (seconds: number, perSecond: number) => ({ perSecond, total: perSecond * seconds });
  expect(partitionsWorthwhile(ofSeconds(9, 30e6), 4)).toBe(1);
  expect(partitionsWorthwhile(ofSeconds(60, 30e6), 4)).toBe(4);
  expect(partitionsWorthwhile(ofSeconds(12, 30e6), 4)).toBe(2);
  expect(partitionsWorthwhile(ofSeconds(60, 0.2e6), 4)).toBe(0);
});

it('the script of the parts names each with the time of its frames', () => {
  const parts = divide(video(500), span())!;
  expect(concatScript(parts, (index) => `/at/${index}`)).toBe(
    'file /at/0\nduration 10.000000\nfile /at/1\nduration 10.000000\n',
  );
});
