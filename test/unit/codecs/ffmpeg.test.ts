import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/ffmpeg/codec.ts';
import { videoSettings } from '../../../engine/codecs/ffmpeg/encoders.ts';
import mediabunny from '../../../engine/codecs/mediabunny/codec.ts';
import { resolveFormat, type FormatId } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import type { MediaFacts, TrackFacts } from '../../../engine/contract/facts.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
/** What most people convert; the others have golden cases and the matrix. */
const AUDIO = ['wav', 'mp3', 'flac', 'ogg', 'opus', 'm4a'] as const;
const VIDEO = ['mp4', 'mov', 'mkv', 'webm'] as const;

let ffmpeg: RunnerBench;
let reader: RunnerBench;
beforeAll(async () => {
  ffmpeg = await startRunner(codec);
  reader = await startRunner(mediabunny);
});
afterAll(async () => {
  await ffmpeg[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});
beforeEach(() => {
  ffmpeg.warnings.length = 0;
});

async function convertBytes(source: string, to: FormatId, options: OptionValues = {}): Promise<Uint8Array> {
  const path = source.startsWith('/') ? source : join(SOURCES, source);
  const from = resolveFormat(path.slice(path.lastIndexOf('.') + 1))!;
  const [output] = await ffmpeg.convert(path, from, to, edgeBetween(codec, from, to), options);
  return output!;
}

/** Converts and lets another reader walk every packet of the result. */
async function convert(source: string, to: FormatId, options: OptionValues = {}): Promise<MediaFacts> {
  return (await reader.inspect(await convertBytes(source, to, options), to, 'full')).media!;
}

function track({ tracks }: MediaFacts, kind: TrackFacts['kind']): TrackFacts {
  return tracks.find((candidate) => candidate.kind === kind)!;
}

function codecs({ tracks }: MediaFacts): string[] {
  return tracks.map(({ codec }) => codec);
}

const ENCODED_TO: Partial<Record<FormatId, string>> = {
  wav: 'pcm_s16le',
  mp3: 'mp3',
  flac: 'flac',
  ogg: 'vorbis',
  opus: 'opus',
  m4a: 'aac',
};

describe('audio', () => {
  const sources = ['wav/sweep-stereo-16bit-tags.wav', 'mp3/sweep-tags-cover.mp3', 'ogg/sweep-vorbis-tags.ogg'];
  const more = ['opus/sweep-opus-tags.opus', 'm4a/sweep-aac-tags-cover.m4a', 'flac/sweep-stereo-tags-cover.flac'];

  it.each([...sources, ...more].flatMap((source) => AUDIO.map((to) => [source, to] as const)))(
    '%s to %s keeps length, channels and tags',
    async (source, to) => {
      const facts = await convert(source, to);
      expect(track(facts, 'audio')).toMatchObject({ codec: ENCODED_TO[to], channels: 2 });
      // AAC pads its last frame, MP3 adds its delay: at most two frames of 1152 samples.
      expect(facts.durationMs).toBeGreaterThan(995);
      expect(facts.durationMs).toBeLessThan(1075);
      expect(facts.tags).toMatchObject({
        title: 'Sweep',
        artist: 'Athanor',
        album: 'Corpus',
        track: '3',
        year: '2026',
      });
    },
  );

  it.each(['mp3', 'flac', 'ogg', 'opus', 'm4a'] as const)('keeps the cover image in %s', async (to) => {
    expect(track(await convert('mp3/sweep-tags-cover.mp3', to), 'cover').codec).toBe('mjpeg');
    expect(track(await convert('flac/sweep-stereo-tags-cover.flac', to), 'cover').codec).toBe('mjpeg');
    expect(ffmpeg.warnings).toEqual([]);
  });

  it('says that WAV holds no cover', async () => {
    await convert('mp3/sweep-tags-cover.mp3', 'wav');
    expect(ffmpeg.warnings.map(({ code }) => code)).toEqual(['tags_dropped']);
  });

  it('keeps 24 bits between lossless formats', async () => {
    const wav = await convert('flac/sweep-mono-24bit-tags.flac', 'wav');
    expect(track(wav, 'audio')).toMatchObject({ codec: 'pcm_s24le', bitsPerSample: 24 });
    expect(track(await convert('wav/sweep-mono-24bit.wav', 'flac'), 'audio').bitsPerSample).toBe(24);
  });

  it('is bit-exact from WAV to FLAC and back', async () => {
    const source = readFileSync(join(SOURCES, 'wav/sweep-stereo-16bit-tags.wav'));
    const [flac] = await ffmpeg.convert(source, 'wav', 'flac', 'audio');
    const [wav] = await ffmpeg.convert(flac!, 'flac', 'wav', 'audio');
    expect(samplesOf(wav!)).toEqual(samplesOf(source));
  });

  it('copies a stream that the target takes as it is', async () => {
    const alac = await convert('m4a/sweep-alac.m4a', 'm4a');
    expect(codecs(alac)).toEqual(['alac']);
    const again = await convert('mp3/sweep-tags-cover.mp3', 'mp3');
    expect(track(again, 'audio').packets).toBe(40);
  });

  it('mixes 5.1 down for MP3 and says so, and keeps it elsewhere', async () => {
    expect(track(await convert('flac/surround-5.1.flac', 'mp3'), 'audio').channels).toBe(2);
    expect(ffmpeg.warnings).toMatchObject([{ code: 'feature_dropped', details: { found: 6, limit: 2 } }]);
    for (const to of ['wav', 'flac', 'ogg', 'opus', 'm4a'] as const)
      expect(track(await convert('flac/surround-5.1.flac', to), 'audio').channels, to).toBe(6);
  });

  it('honours rate, channels and bit rate', async () => {
    const source = 'wav/sweep-stereo-16bit-tags.wav';
    const facts = await convert(source, 'mp3', { sampleRate: 22_050, channels: 1 });
    expect(track(facts, 'audio')).toMatchObject({ sampleRate: 22_050, channels: 1 });
    const small = await convertBytes(source, 'm4a', { audioBitrate: 48 });
    const large = await convertBytes(source, 'm4a', { audioBitrate: 192 });
    expect(large.byteLength).toBeGreaterThan(1.5 * small.byteLength);
  });

  it('raises a sample rate that Opus does not know instead of losing treble', async () => {
    expect(track(await convert('wav/sweep-stereo-16bit-tags.wav', 'opus'), 'audio').sampleRate).toBe(48_000);
  });

  it.each(['mp3', 'ogg', 'opus', 'm4a'] as const)('spends more on %s at a higher quality', async (to) => {
    const source = 'wav/sweep-stereo-16bit-tags.wav';
    const best = await convertBytes(source, to, { quality: 100 });
    const worst = await convertBytes(source, to, { quality: 1 });
    expect(best.byteLength).toBeGreaterThan(1.5 * worst.byteLength);
  });

  it('takes a part, exact to the sample', async () => {
    const facts = await convert('wav/sweep-stereo-16bit-tags.wav', 'flac', { start: 0.25, duration: 0.5 });
    expect(facts.durationMs).toBeCloseTo(500, 3);
  });

  it('refuses to start behind the end', async () => {
    const promise = convert('wav/sweep-stereo-16bit-tags.wav', 'flac', { start: 5 });
    await expect(promise).rejects.toMatchObject({ code: 'invalid_options' });
  });

  it('removes tags and cover when asked', async () => {
    const facts = await convert('mp3/sweep-tags-cover.mp3', 'm4a', { strip: true });
    expect(facts.tags).toEqual({});
    expect(track(facts, 'cover')).toBeUndefined();
  });
});

/** The bytes of the `data` chunk. */
function samplesOf(wav: Uint8Array): Buffer {
  const buffer = Buffer.from(wav);
  const at = buffer.indexOf('data');
  return buffer.subarray(at + 8, at + 8 + buffer.readUInt32LE(at + 4));
}

describe('video', () => {
  const sources = ['mp4/h264-aac-tags.mp4', 'mov/h264-aac-tags.mov', 'mkv/mpeg4-flac.mkv', 'webm/vp8-vorbis.webm'];

  it.each(sources.flatMap((source) => VIDEO.map((to) => [source, to] as const)))(
    '%s to %s keeps length, size, frames and sound',
    async (source, to) => {
      const facts = await convert(source, to);
      expect(track(facts, 'video')).toMatchObject({ width: 160, height: 120, packets: 25 });
      expect(track(facts, 'audio')).toMatchObject({ channels: 2 });
      expect(facts.durationMs).toBeGreaterThan(995);
      expect(facts.durationMs).toBeLessThan(1050);
    },
  );

  it.each([
    ['mp4/h264-aac-tags.mp4', 'mov', ['h264', 'aac']],
    ['mp4/h264-aac-tags.mp4', 'mkv', ['h264', 'aac']],
    ['mp4/h264-aac-tags.mp4', 'webm', ['vp9', 'opus']],
    ['webm/vp8-vorbis.webm', 'mkv', ['vp8', 'vorbis']],
    ['webm/vp9-opus.webm', 'mp4', ['h264', 'aac']],
    ['mkv/mpeg4-flac.mkv', 'mp4', ['mpeg4', 'aac']],
    ['mov/mjpeg-pcm.mov', 'mp4', ['h264', 'aac']],
  ] as const)('%s to %s gives %j', async (source, to, expected) => {
    expect(codecs(await convert(source, to))).toEqual(expected);
  });

  it('shows a rotated video upright, in containers that cannot note a rotation too', async () => {
    for (const to of VIDEO)
      expect(track(await convert('mp4/h264-rotated-90.mp4', to), 'video'), to).toMatchObject({
        width: 120,
        height: 160,
      });
  });

  it('keeps every sound track', async () => {
    for (const to of VIDEO) {
      const { tracks } = await convert('mp4/h264-two-audio-languages.mp4', to);
      expect(tracks.filter(({ kind }) => kind === 'audio').length, to).toBe(2);
    }
  });

  it.each([
    ['mp4/h264-aac-subtitles.mp4', 'mkv', 'subrip'],
    ['mp4/h264-aac-subtitles.mp4', 'webm', 'webvtt'],
    ['mkv/h264-aac-subtitles.mkv', 'mp4', 'mov_text'],
    ['mkv/h264-aac-subtitles.mkv', 'mov', 'mov_text'],
  ] as const)('%s to %s writes its subtitles as %s', async (source, to, expected) => {
    expect(track(await convert(source, to), 'subtitle').codec).toBe(expected);
  });

  it('puts the index of MP4 first, so that players can begin at once', async () => {
    const bytes = Buffer.from(await convertBytes('mkv/h264-aac-subtitles.mkv', 'mp4'));
    expect(bytes.indexOf('moov')).toBeGreaterThan(0);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  it('honours size, rate and part', async () => {
    const facts = await convert('mp4/h264-aac-tags.mp4', 'mp4', { width: 81, fps: 10, start: 0.2, duration: 0.5 });
    expect(track(facts, 'video')).toMatchObject({ width: 82, height: 62, packets: 5 });
    expect(facts.durationMs).toBeGreaterThan(495);
    expect(facts.durationMs).toBeLessThan(550);
  });

  it('makes a video smaller when a lower quality is asked', async () => {
    const source = readFileSync(join(SOURCES, 'mp4/h264-aac-tags.mp4'));
    const best = await convertBytes('mp4/h264-aac-tags.mp4', 'mp4', { quality: 90 });
    const small = await convertBytes('mp4/h264-aac-tags.mp4', 'mp4', { quality: 20 });
    expect(small.byteLength).toBeLessThan(source.byteLength);
    expect(best.byteLength).toBeGreaterThan(1.5 * small.byteLength);
  });

  it('keeps the pace of a video whose frames are not evenly spaced', async () => {
    const before = (await reader.inspect(join(SOURCES, 'mp4/h264-uneven-pace.mp4'), 'mp4')).media!;
    for (const [to, options] of [
      ['webm', {}],
      ['mp4', { quality: 60 }],
    ] as const) {
      const after = await convert('mp4/h264-uneven-pace.mp4', to, options);
      expect(track(after, 'video').packets, to).toBe(track(before, 'video').packets);
      // The time of the last frame is the one thing that WebM does not note.
      expect(Math.abs(after.durationMs - before.durationMs)).toBeLessThanOrEqual(200);
    }
  });

  it('copies AV1, which it cannot decode, and says so where it cannot', async () => {
    for (const to of ['mp4', 'mkv', 'webm'] as const)
      expect(codecs(await convert('mp4/av1-opus.mp4', to))[0], to).toBe('av1');
    for (const [to, options] of [
      ['mov', {}],
      ['gif', {}],
      ['webm', { width: 32 }],
    ] as const) {
      const promise = convert('mp4/av1-opus.mp4', to, options);
      await expect(promise, to).rejects.toMatchObject({ code: 'unsupported_conversion', details: { codec: 'av1' } });
    }
  });

  it('gives the same bytes for the same input', async () => {
    const once = await convertBytes('webm/vp9-opus.webm', 'mkv');
    expect(await convertBytes('webm/vp9-opus.webm', 'mkv')).toEqual(once);
  });
});

describe('the sound of a film', () => {
  it.each(AUDIO)('as %s', async (to) => {
    const facts = await convert('mp4/h264-aac-tags.mp4', to);
    expect(codecs(facts)).toEqual([ENCODED_TO[to]]);
    expect(facts.tags.title).toBe('Sweep');
    expect(facts.durationMs).toBeGreaterThan(995);
    expect(facts.durationMs).toBeLessThan(1075);
  });

  it('is copied when the target takes it', async () => {
    expect(track(await convert('mp4/h264-aac-tags.mp4', 'm4a'), 'audio').packets).toBe(45);
  });

  it('is the first of several tracks, and the others are told', async () => {
    const facts = await convert('mp4/h264-two-audio-languages.mp4', 'mp3');
    expect(track(facts, 'audio').channels).toBe(2);
    expect(ffmpeg.warnings).toMatchObject([{ code: 'track_dropped', details: { found: 2 } }]);
  });
});

describe('images of a film', () => {
  it('makes a GIF of the length and size of the film', async () => {
    const gif = Buffer.from(await convertBytes('mp4/h264-aac-tags.mp4', 'gif'));
    expect([gif.readUInt16LE(6), gif.readUInt16LE(8)]).toEqual([160, 120]);
    const video = (await reader.inspect((await ffmpeg.convert(gif, 'gif', 'mp4', 'film'))[0]!, 'mp4')).media!;
    expect(track(video, 'video')).toMatchObject({ width: 160, height: 120, packets: 15 });
    expect(video.durationMs).toBeGreaterThan(980);
    expect(video.durationMs).toBeLessThan(1050);
  });

  it.each([
    ['apng', 'acTL'],
    ['webp', 'ANMF'],
  ] as const)('makes an animated %s', async (to, marker) => {
    const bytes = Buffer.from(await convertBytes('mp4/h264-aac-tags.mp4', to));
    expect(bytes.includes(marker)).toBe(true);
  });

  it('refuses an animation of more frames than are allowed', async () => {
    await using small = await startRunner(codec, { frames: 10 });
    const promise = small.convert(join(SOURCES, 'mp4/h264-aac-tags.mp4'), 'mp4', 'gif', 'animation');
    await expect(promise).rejects.toMatchObject({ code: 'input_too_complex', details: { limit: 10, found: 15 } });
  });

  it('takes one frame where it is asked', async () => {
    const first = await convertBytes('mp4/h264-aac-tags.mp4', 'png');
    const later = await convertBytes('mp4/h264-aac-tags.mp4', 'png', { start: 0.5 });
    expect(Buffer.from(first).readUInt32BE(16)).toBe(160);
    expect(later).not.toEqual(first);
    expect(Buffer.from(await convertBytes('mp4/h264-aac-tags.mp4', 'jpg')).readUInt16BE(0)).toBe(0xffd8);
  });
});

describe('hostile and damaged input', () => {
  it('refuses noise as damaged', async () => {
    const noise = Uint8Array.from({ length: 8192 }, (_, index) => (index * 2_654_435_761) >>> 24);
    for (const from of ['mp4', 'mkv', 'wav', 'flac', 'ogg'] as const) {
      const promise = ffmpeg.convert(noise, from, 'mp3', edgeBetween(codec, from, 'mp3'));
      await expect(promise, from).rejects.toMatchObject({ code: expect.stringMatching(/^input_/) });
    }
  });

  it('never lets a playlist choose its own demuxer', async () => {
    const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/x.ts\n#EXT-X-ENDLIST\n';
    const promise = ffmpeg.convert(Buffer.from(playlist), 'mp4', 'mp3', 'soundtrack');
    await expect(promise).rejects.toMatchObject({ code: expect.stringMatching(/^input_/) });
  });

  it('says that a file without its index was truncated', async () => {
    const bytes = readFileSync(join(SOURCES, 'mov/h264-aac-tags.mov'));
    const cut = bytes.subarray(0, Math.floor(bytes.byteLength * 0.6));
    await expect(ffmpeg.convert(cut, 'mov', 'mp4', 'video')).rejects.toMatchObject({ code: 'input_truncated' });
  });

  it.each(['asf/wmv1-wma.asf', 'wma/sweep-tags.wma', 'wmv/wmv2-wma-tags.wmv', 'ogv/theora-vorbis-tags.ogv'])(
    'finds that %s ends before its header says',
    async (path) => {
      const bytes = readFileSync(join(SOURCES, path));
      const format = path.slice(0, 3) as FormatId;
      const cut = bytes.subarray(0, Math.floor(bytes.byteLength * 0.6));
      await expect(ffmpeg.inspect(bytes, format)).resolves.toMatchObject({ reader: 'ffmpeg' });
      await expect(ffmpeg.inspect(cut, format)).rejects.toMatchObject({ code: 'input_truncated' });
    },
  );

  it('says that a video has no sound', async () => {
    const path = join(SOURCES, 'mp4/h264-without-audio.mp4');
    const promise = ffmpeg.convert(path, 'mp4', 'mp3', 'soundtrack');
    await expect(promise).rejects.toMatchObject({ code: 'unsupported_conversion' });
  });

  it('counts places that it repaired', async () => {
    const bytes = Buffer.from(readFileSync(join(SOURCES, 'mp4/h264-aac-tags.mp4')));
    const data = bytes.indexOf('mdat') + 8;
    for (let at = data + 2000; at < data + 9000; at += 3) bytes[at] = bytes[at]! ^ 0x5a;
    await ffmpeg.convert(bytes, 'mp4', 'webm', 'video');
    expect(ffmpeg.warnings.map(({ code }) => code)).toContain('input_repaired');
  });

  it('refuses a file that plays longer than allowed', async () => {
    await using short = await startRunner(codec, { mediaSeconds: 0.5 });
    const path = join(SOURCES, 'wav/sweep-mono-24bit.wav');
    const promise = short.convert(path, 'wav', 'mp3', 'audio');
    await expect(promise).rejects.toMatchObject({ code: 'input_too_complex', details: { limit: 0.5 } });
  });

  it('says that it ran out of time', async () => {
    await using hurried = await startRunner(codec, { deadlineMs: 1 });
    const path = join(SOURCES, 'mp4/h264-aac-tags.mp4');
    const promise = hurried.convert(path, 'mp4', 'webm', 'video');
    await expect(promise).rejects.toMatchObject({ code: 'conversion_timeout' });
  });

  it('refuses images of more pixels than allowed', async () => {
    await using small = await startRunner(codec, { pixels: 10_000 });
    const promise = small.convert(join(SOURCES, 'mp4/h264-aac-tags.mp4'), 'mp4', 'webm', 'video');
    await expect(promise).rejects.toMatchObject({ code: 'input_too_complex' });
  });
});

describe('the speed of an encoder', () => {
  const stream = (total: number) => ({ perSecond: total / 60, total });

  it('is chosen so that long videos end in time', () => {
    const presets = [1e8, 0.8e9, 1e10].map((total) => videoSettings('h264', stream(total), {}).preset);
    expect(presets).toEqual(['veryfast', 'superfast', 'ultrafast']);
    const encoders = [1e8, 1e9, 1e10].map((total) => videoSettings('vp9', stream(total), {}));
    expect(encoders.map(({ c }) => c)).toEqual(['libvpx-vp9', 'libvpx-vp9', 'libvpx']);
    expect(encoders.map((settings) => settings['cpu-used'])).toEqual([8, 8, -8]);
  });

  it('follows the effort that was asked for', () => {
    const presets = [1, 5, 10].map((effort) => videoSettings('h264', stream(0.05e9), { effort }).preset);
    expect(presets).toEqual(['ultrafast', 'veryfast', 'medium']);
    const speeds = [1, 5, 10].map((effort) => videoSettings('vp9', stream(1e8), { effort })['cpu-used']);
    expect(speeds).toEqual([8, 8, 7]);
  });

  it('leaves a bit rate that was asked for alone', () => {
    for (const total of [1e8, 1e10]) {
      expect(videoSettings('h264', stream(total), { videoBitrate: 800 })).toMatchObject({ b: '800k' });
      expect(videoSettings('vp9', stream(total), { videoBitrate: 800 })).toMatchObject({ b: '800k' });
    }
  });
});

describe.skipIf(!hasCorpora)('real files', () => {
  it('reads a QuickTime file of before MP4, which other readers refuse', async () => {
    const path = join(CORPORA, 'video/file-type/fixture-mjpeg.mov');
    const facts = await ffmpeg.inspect(path, 'mov', 'full');
    expect(track(facts.media!, 'video')).toMatchObject({ codec: 'mjpeg', width: 640, height: 480, packets: 15 });
    expect(codecs(await convert(path, 'mp4'))).toEqual(['h264', 'aac']);
  });

  it('agrees with the other reader about a rotated film', async () => {
    const path = join(CORPORA, 'video/mediabunny/rotate-buck-bunny.mp4');
    const ours = (await ffmpeg.inspect(path, 'mp4', 'full')).media!;
    const theirs = (await reader.inspect(path, 'mp4', 'full')).media!;
    for (const kind of ['video', 'audio'] as const) {
      const exact = ['codec', 'width', 'height', 'packets', 'channels', 'sampleRate'] as const;
      for (const field of exact) expect(track(ours, kind)[field], field).toBe(track(theirs, kind)[field]);
    }
  });

  it('keeps six channels whose layout Opus has no order for', async () => {
    const facts = await convert(join(CORPORA, 'video/mediabunny/eac3.mp4'), 'webm');
    expect(track(facts, 'audio')).toMatchObject({ codec: 'opus', channels: 6 });
  });

  it('makes an image of a video of a single frame', async () => {
    const gif = await convertBytes(join(CORPORA, 'video/file-type/fixture.mkv'), 'gif');
    expect(Buffer.from(gif).readUInt16LE(6)).toBe(640);
  });

  it('names HEVC in MP4 as Apple expects it', async () => {
    const bytes = Buffer.from(await convertBytes(join(CORPORA, 'video/mediabunny/video-h265.mp4'), 'mov'));
    expect(bytes.includes('hvc1')).toBe(true);
  });
});
