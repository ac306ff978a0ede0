import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIO_CONTAINERS } from '../../../../../engine/codecs/ffmpeg/audio-containers.ts';
import type { Container } from '../../../../../engine/codecs/ffmpeg/container.ts';
import { AUDIO_ENCODERS } from '../../../../../engine/codecs/ffmpeg/encoders.ts';
import { VIDEO_CONTAINERS } from '../../../../../engine/codecs/ffmpeg/video-containers.ts';
import mediabunny from '../../../../../engine/codecs/mediabunny/codec.ts';
import { formatOf, resolveFormat, type FormatId } from '../../../../../engine/formats/index.ts';
import { compareAnimation } from '../../../../../engine/content/raster/compare/animation.ts';
import { compareMedia } from '../../../../../engine/content/timeline/compare/media.ts';
import type { Facts, RasterFacts, TrackFacts } from '../../../../../engine/contract/facts.ts';
import type { Check, Expectation } from '../../../../../engine/contract/report.ts';
import { startRunner, type RunnerBench } from '../../../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../../../corpus/sources');

let reader: RunnerBench;
beforeAll(async () => {
  reader = await startRunner(mediabunny);
});
afterAll(() => reader[Symbol.asyncDispose]());

function facts(path: string): Promise<Facts> {
  return reader.inspect(join(SOURCES, path), resolveFormat(path.slice(path.lastIndexOf('.') + 1))!);
}

function expectationOf(source: Facts, to: FormatId, changes: Partial<Expectation> = {}): Expectation {
  const kept = source.features.filter((feature) => formatOf(to).carries.includes(feature));
  const base = {
    from: source.format,
    to,
    kept,
    lost: [],
    gone: [],
    operations: [],
    takes: 'one',
    gives: 'one',
  } as const;
  return { ...base, options: {}, ...changes };
}

/** The checks that fail when `found` is said to be a conversion of `source`. */
async function broken(source: string, found: string, changes: Partial<Expectation> = {}): Promise<string[]> {
  const before = await facts(source);
  const after = await facts(found);
  return namesOfBroken(compareMedia(before, [after], expectationOf(before, after.format, changes)));
}

function namesOfBroken(checks: readonly Check[]): string[] {
  return checks.filter(({ ok }) => !ok).map(({ name }) => name);
}

function withTrack(source: Facts, kind: TrackFacts['kind'], changes: Partial<TrackFacts>): Facts {
  const tracks = source.media!.tracks.map((track) => (track.kind === kind ? { ...track, ...changes } : track));
  return { ...source, media: { ...source.media!, tracks } };
}

function withoutVideo(source: Facts): Facts {
  const tracks = source.media!.tracks.filter(({ kind }) => kind !== 'video');
  return { ...source, media: { ...source.media!, tracks } };
}

describe('what is accepted', () => {
  it.each([
    ['wav/sweep-stereo-16bit-tags.wav', 'mp3/sweep-tags-cover.mp3'],
    ['wav/sweep-stereo-16bit-tags.wav', 'opus/sweep-opus-tags.opus'],
    ['flac/sweep-stereo-tags-cover.flac', 'm4a/sweep-aac-tags-cover.m4a'],
    ['mp3/sweep-tags-cover.mp3', 'ogg/sweep-vorbis-tags.ogg'],
    ['mp4/h264-aac-tags.mp4', 'webm/vp8-vorbis.webm'],
    ['mp4/h264-aac-subtitles.mp4', 'mkv/h264-aac-subtitles.mkv'],
    ['mov/h264-aac-tags.mov', 'mp4/h264-aac-tags.mp4'],
    ['mkv/mpeg4-flac.mkv', 'webm/vp9-opus.webm'],
    ['mp4/h264-aac-tags.mp4', 'm4a/sweep-aac-tags-cover.m4a'],
    ['mp4/h264-two-audio-languages.mp4', 'mp3/sweep-tags-cover.mp3'],
  ])('%s as %s', async (source, found) => {
    const before = await facts(source);
    const after = await facts(found);
    const checks = compareMedia(before, [after], expectationOf(before, after.format));
    expect(namesOfBroken(checks)).toEqual([]);
    expect(checks.length).toBeGreaterThan(2);
  });

  it('silence behind audio that ends before the frames, where frames hold it', async () => {
    const filled = await facts('mp4/h264-aac-tags.mp4');
    const source = withTrack(filled, 'audio', { durationMs: 300, packets: 15 });
    const checked = (to: FormatId): string[] =>
      namesOfBroken(compareMedia(source, [filled], expectationOf(source, to)));
    expect(checked('dv')).not.toContain('audio duration');
    expect(checked('mov'), 'which holds audio of any length').toContain('audio duration');
  });
});

/** Formats whose audio has one of a few sample rates, with the name of the codec and the highest rate. */
const CONTAINERS: Readonly<Record<string, Container>> = { ...AUDIO_CONTAINERS, ...VIDEO_CONTAINERS };
const RATED = Object.entries(CONTAINERS).flatMap(([format, { audio }]) => {
  if (!audio) return [];
  const { rates = audio.rates, maxRate, names } = AUDIO_ENCODERS[audio.encodes];
  const highest = (audio.rates ?? rates)?.at(-1) ?? maxRate;
  return highest === undefined ? [] : [[format as FormatId, names[0]!, highest] as const];
});

describe('no sample rate is asked for that the target cannot have', () => {
  it.each(RATED)('%s: %s at %i Hz', async (format, codec, highest) => {
    const source = withTrack(await facts('wav/sweep-stereo-16bit-tags.wav'), 'audio', { sampleRate: 384_000 });
    const found = withTrack(source, 'audio', { codec, sampleRate: highest });
    const checks = compareMedia(source, [{ ...found, format }], expectationOf(source, format, { kept: ['audio'] }));
    expect(checks.map(({ name }) => name)).toContain('sample rate');
    expect(namesOfBroken(checks)).not.toContain('sample rate');
  });
});

describe('what is caught', () => {
  it('a sound track that was lost', async () => {
    expect(await broken('mp4/h264-two-audio-languages.mp4', 'mov/h264-aac-tags.mov')).toContain('audio tracks');
    const inFlash = broken('mp4/h264-two-audio-languages.mp4', 'mov/h264-aac-tags.mov', { to: 'flv' });
    expect(await inFlash, 'which holds one').not.toContain('audio tracks');
    const [two, one] = [await facts('mp4/h264-two-audio-languages.mp4'), await facts('mp4/h264-aac-tags.mp4')];
    const [before, lost] = [withoutVideo(two), withoutVideo(one)];
    const inMatroska = { ...expectationOf(before, 'mkv'), kept: ['audio'] } as const;
    expect(namesOfBroken(compareMedia(before, [before], inMatroska)), 'without a video').not.toContain('audio tracks');
    expect(namesOfBroken(compareMedia(before, [lost], inMatroska)), 'without a video').toContain('audio tracks');
    expect(await broken('mp4/h264-aac-tags.mp4', 'mp4/h264-without-audio.mp4')).toContain('audio tracks');
  });

  it('subtitles that were lost', async () => {
    expect(await broken('mp4/h264-aac-subtitles.mp4', 'mp4/h264-aac-tags.mp4')).toEqual(['subtitle tracks']);
  });

  it('a video that ends early', async () => {
    const found = await broken('mp4/h264-aac-tags.mp4', 'mov/mjpeg-pcm.mov');
    expect(found).toEqual(expect.arrayContaining(['audio duration', 'video duration', 'frames']));
  });

  it('sound that ends early, whichever track of the video it is', async () => {
    const source = await facts('mp4/h264-two-audio-languages.mp4');
    const sound = withTrack(await facts('m4a/sweep-aac-tags-cover.m4a'), 'audio', { durationMs: 600, packets: 27 });
    expect(namesOfBroken(compareMedia(source, [sound], expectationOf(source, 'm4a')))).toEqual(['audio duration']);
  });

  it('one sound track of several that ends early', async () => {
    const source = await facts('mp4/h264-two-audio-languages.mp4');
    const tracks = source.media!.tracks.with(2, { ...source.media!.tracks[2]!, durationMs: 400, packets: 19 });
    const cut = { ...source, media: { ...source.media!, tracks } };
    expect(namesOfBroken(compareMedia(source, [cut], expectationOf(source, 'mp4')))).toEqual(['audio duration']);
  });

  it('a video that lies on its side', async () => {
    expect(await broken('mp4/h264-rotated-90.mp4', 'mp4/h264-aac-tags.mp4')).toEqual(['size']);
  });

  it('frames that were dropped although the length is right', async () => {
    const source = await facts('mp4/h264-aac-tags.mp4');
    const sparse = withTrack(source, 'video', { packets: 13, framesPerSecond: 13 });
    expect(namesOfBroken(compareMedia(source, [sparse], expectationOf(source, 'mp4')))).toEqual(['frames']);
  });

  it('nothing in frames that an edit list hides and a copy carries along', async () => {
    const source = withTrack(await facts('mp4/h264-aac-tags.mp4'), 'video', { durationMs: 200 });
    const copy = withTrack(await facts('mov/h264-aac-tags.mov'), 'video', { durationMs: 200 });
    expect(namesOfBroken(compareMedia(source, [copy], expectationOf(source, 'mov')))).toEqual([]);
    const doubled = withTrack(copy, 'video', { packets: 50 });
    expect(namesOfBroken(compareMedia(source, [doubled], expectationOf(source, 'mov')))).toEqual(['frames']);
  });

  it('channels, rate and depth that were lost', async () => {
    const stereo = await facts('wav/sweep-stereo-16bit-tags.wav');
    const mono = withTrack(stereo, 'audio', { channels: 1 });
    expect(namesOfBroken(compareMedia(stereo, [mono], expectationOf(stereo, 'wav')))).toEqual(['channels']);
    const dull = withTrack(stereo, 'audio', { sampleRate: 22_050 });
    expect(namesOfBroken(compareMedia(stereo, [dull], expectationOf(stereo, 'wav')))).toEqual(['sample rate']);
    const deep = await facts('wav/sweep-mono-24bit.wav');
    const flat = withTrack(deep, 'audio', { bitsPerSample: 16 });
    expect(namesOfBroken(compareMedia(deep, [flat], expectationOf(deep, 'flac')))).toEqual(['bits per sample']);
  });

  it('surround sound that became stereo where it need not', async () => {
    const surround = await facts('flac/surround-5.1.flac');
    const mixed = (to: FormatId, codec: string): string[] =>
      namesOfBroken(
        compareMedia(surround, [withTrack(surround, 'audio', { channels: 2, codec })], expectationOf(surround, to)),
      );
    expect(mixed('ogg', 'vorbis')).toEqual(['channels']);
    expect(mixed('mp3', 'mp3')).toEqual([]);
    expect(mixed('dts', 'dts')).toEqual(['channels']);
  });

  it('the bass channel of DTS, only where it is copied', async () => {
    const surround = await facts('flac/surround-5.1.flac');
    const withChannels = (channels: number) => withTrack(surround, 'audio', { channels, codec: 'dts' });
    for (const channels of [5, 6])
      expect(namesOfBroken(compareMedia(surround, [withChannels(channels)], expectationOf(surround, 'dts')))).toEqual(
        [],
      );
    expect(namesOfBroken(compareMedia(surround, [withChannels(7)], expectationOf(surround, 'dts')))).toEqual([
      'channels',
    ]);
  });

  it('tags that were lost, unless they were to be removed', async () => {
    const source = await facts('mp4/h264-aac-tags.mp4');
    const bare = { ...source, media: { ...source.media!, tags: {} } };
    expect(namesOfBroken(compareMedia(source, [bare], expectationOf(source, 'mp4')))).toEqual(['tags']);
    expect(
      compareMedia(source, [bare], expectationOf(source, 'mp4', { options: { strip: true } })).every(({ ok }) => ok),
    ).toBe(true);
  });
});

describe('options', () => {
  const source = 'mp4/h264-aac-tags.mp4';

  it('change what length is right', async () => {
    const part = { options: { start: 0.2, duration: 0.6 } };
    expect(await broken(source, 'mov/mjpeg-pcm.mov', part)).toEqual(['tags']);
    expect(await broken(source, 'mp4/h264-aac-subtitles.mp4', part)).toEqual(
      expect.arrayContaining(['audio duration', 'video duration', 'frames']),
    );
  });

  it('change what size is right', async () => {
    const options = { width: 80 };
    expect(await broken(source, source, { options })).toEqual(['size']);
    const before = await facts(source);
    const small = withTrack(before, 'video', { width: 80, height: 60 });
    expect(namesOfBroken(compareMedia(before, [small], expectationOf(before, 'mp4', { options })))).toEqual([]);
    const inside = withTrack(before, 'video', { width: 134, height: 100 });
    const fitted = expectationOf(before, 'mp4', { options: { width: 1000, height: 100 } });
    expect(namesOfBroken(compareMedia(before, [inside], fitted))).toEqual([]);
  });

  it('change what rate and channels are right', async () => {
    const stereo = await facts('wav/sweep-stereo-16bit-tags.wav');
    const asked = expectationOf(stereo, 'wav', { options: { channels: 1, sampleRate: 8_000 } });
    const done = withTrack(stereo, 'audio', { channels: 1, sampleRate: 8_000 });
    expect(namesOfBroken(compareMedia(stereo, [done], asked))).toEqual([]);
    const fps = await facts(source);
    const slower = withTrack(fps, 'video', { packets: 10, framesPerSecond: 10 });
    expect(namesOfBroken(compareMedia(fps, [slower], expectationOf(fps, 'mp4', { options: { fps: 10 } })))).toEqual([]);
    expect(namesOfBroken(compareMedia(fps, [fps], expectationOf(fps, 'mp4', { options: { fps: 10 } })))).toEqual([
      'frames',
    ]);
  });
});

describe('animated images', () => {
  const raster: RasterFacts = {
    width: 160,
    height: 120,
    frames: 15,
    sequence: 'animation',
    alpha: false,
    bitsPerChannel: 8,
    delaysMs: Array.from({ length: 15 }, (_, index) => (index % 3 === 0 ? 60 : 70)),
  };
  const gif = (changes: Partial<RasterFacts> = {}): Facts => ({
    ...{ format: 'gif', sizeBytes: 1000, reader: 'vips', depth: 'content', features: ['look', 'animation'] },
    raster: { ...raster, ...changes },
  });
  const gone = (source: Facts, output: Facts, to: FormatId, changes: Partial<Expectation> = {}): string[] =>
    namesOfBroken(compareAnimation(source, [output], expectationOf(source, to, changes)));

  it('last and look like the film', async () => {
    const video = await facts('mp4/h264-aac-tags.mp4');
    expect(compareAnimation(video, [gif()], expectationOf(video, 'gif')).length).toBe(2);
    expect(gone(video, gif(), 'gif')).toEqual([]);
    expect(gone(video, gif({ delaysMs: raster.delaysMs!.slice(5), frames: 10 }), 'gif')).toEqual(['duration']);
    expect(gone(video, gif({ width: 120, height: 160 }), 'gif')).toEqual(['size']);
    expect(gone(video, gif({ frames: 1, sequence: 'single', delaysMs: undefined }), 'gif')).toEqual(['frames']);
  });

  it('may be scaled down to 640 pixels when no size is asked', async () => {
    const video = withTrack(await facts('mp4/h264-aac-tags.mp4'), 'video', { width: 1920, height: 1080 });
    expect(gone(video, gif({ width: 640, height: 360 }), 'gif')).toEqual([]);
    expect(gone(video, gif({ width: 320, height: 180 }), 'gif')).toEqual(['size']);
    expect(gone(video, gif({ width: 640, height: 360 }), 'gif', { options: { width: 1000 } })).toEqual(['size']);
  });

  it('of an uneven pace are counted where they are shown, not by a rate', async () => {
    const shownMs = [0, 40, 80, 120, 160, 200, 240, 280, 320, 360, 400, 600, 800, 1000];
    const track = { packets: 14, framesPerSecond: 19.4, durationMs: 1040, shownMs };
    const video = withTrack(await facts('mp4/h264-without-audio.mp4'), 'video', track);
    const source = { ...video, media: { ...video.media!, durationMs: 1040 } };
    const left = shownMs.slice(8).map((time) => time - 300);
    const made = (times: readonly number[]): Facts =>
      withTrack(video, 'video', { ...track, packets: times.length, shownMs: times, durationMs: 720 });
    const of = (times: readonly number[]): string[] =>
      namesOfBroken(
        compareMedia(source, [made(times)], expectationOf(source, 'mov', { options: { start: 0.3 } })),
      ).filter((name) => name.startsWith('frame'));
    expect(of(left)).toEqual([]);
    expect(of(left.slice(0, 3))).toEqual(['frames', 'frame times']);
  });

  it('become videos with all their frames', async () => {
    const video = withTrack(await facts('mp4/h264-without-audio.mp4'), 'video', { packets: 15 });
    expect(gone(gif(), video, 'mp4')).toEqual([]);
    expect(gone(gif(), withTrack(video, 'video', { packets: 3 }), 'mp4')).toEqual(['frames']);
    expect(
      gone(gif({ delaysMs: raster.delaysMs!.map(() => 500) }), withTrack(video, 'video', { durationMs: 1000 }), 'mp4'),
    ).toEqual(['duration']);
  });

  it('with delays of zero play at ten frames a second, as every player shows them', async () => {
    const video = withTrack(await facts('mp4/h264-without-audio.mp4'), 'video', { packets: 15, durationMs: 1500 });
    expect(gone(gif({ delaysMs: raster.delaysMs!.map(() => 0) }), video, 'mp4')).toEqual([]);
  });

  it('of one frame are judged by size alone', async () => {
    const video = await facts('mp4/h264-aac-tags.mp4');
    const frame = { ...gif({ frames: 1, sequence: 'single', delaysMs: undefined }), format: 'png' as const };
    expect(gone(video, frame, 'png', { takes: 'first' })).toEqual([]);
  });
});
