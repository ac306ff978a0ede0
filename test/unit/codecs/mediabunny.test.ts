import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/mediabunny/codec.ts';
import { audioOfEntry } from '../../../engine/codecs/mediabunny/sample-entries.ts';
import { resolveFormat, type FormatId } from '../../../engine/formats/index.ts';
import type { Facts, TrackFacts } from '../../../engine/contract/facts.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

function formatOfPath(path: string): FormatId {
  return resolveFormat(path.slice(path.lastIndexOf('.') + 1))!;
}

function read(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(SOURCES, path)));
}

function inspect(path: string, effort?: 'probe' | 'quick' | 'full'): Promise<Facts> {
  return bench.inspect(join(SOURCES, path), formatOfPath(path), effort);
}

function track(facts: Facts, kind: TrackFacts['kind'], index = 0): TrackFacts {
  return facts.media!.tracks.filter((candidate) => candidate.kind === kind)[index]!;
}

const AUDIO: [path: string, codec: string, channels: number, sampleRate: number, packets: number][] = [
  ['wav/sweep-stereo-16bit-tags.wav', 'pcm_s16le', 2, 44_100, 22],
  ['wav/sweep-mono-24bit.wav', 'pcm_s24le', 1, 48_000, 24],
  ['mp3/sweep-tags-cover.mp3', 'mp3', 2, 44_100, 40],
  ['flac/sweep-mono-24bit-tags.flac', 'flac', 1, 48_000, 11],
  ['ogg/sweep-vorbis-tags.ogg', 'vorbis', 2, 44_100, 46],
  ['opus/sweep-opus-tags.opus', 'opus', 2, 48_000, 51],
  ['m4a/sweep-aac-tags-cover.m4a', 'aac', 2, 44_100, 45],
  ['m4a/sweep-alac.m4a', 'alac', 2, 44_100, 11],
];

describe('reading audio', () => {
  it.each(AUDIO)('%s: %s, %i channels at %i Hz', async (path, name, channels, sampleRate, packets) => {
    const facts = await inspect(path);
    expect(track(facts, 'audio')).toMatchObject({ codec: name, channels, sampleRate, packets });
    // MP3 counts the encoder's delay and padding, at most two frames.
    expect(facts.media!.durationMs).toBeGreaterThanOrEqual(999);
    expect(facts.media!.durationMs).toBeLessThan(1000 + (name === 'mp3' ? 53 : 2));
  });

  it('counts the channels of ALAC by its decoder’s setup, whatever the container says', async () => {
    const bytes = read('m4a/sweep-alac.m4a');
    const entry = Buffer.from(bytes.buffer).indexOf('alac');
    bytes[entry + 21] = 1; // of the entry
    expect(track(await bench.inspect(bytes, 'm4a'), 'audio').channels).toBe(2);
    bytes[Buffer.from(bytes.buffer).indexOf('alac', entry + 4) + 17] = 1; // of the setup
    expect(track(await bench.inspect(bytes, 'm4a'), 'audio').channels).toBe(1);
  });

  it.each(['dts', 'mlpa', 'mhm1'])('does not promise the channels of %s, which MP4 does not tell', (name) => {
    const facts = { kind: 'audio', codec: name, channels: 2, sampleRate: 48_000, durationMs: 1 } as const;
    const { channels, sampleRate, durationMs } = audioOfEntry({ id: 1, facts }, {});
    expect({ channels, sampleRate, durationMs }).toEqual({ channels: undefined, sampleRate: undefined, durationMs: 1 });
  });

  it('reads the same tags from every container', async () => {
    const expected = { title: 'Sweep', artist: 'Athanor', album: 'Corpus', genre: 'Test', track: '3', year: '2026' };
    const tagged = AUDIO.map(([path]) => path).filter((path) => path.includes('tags'));
    for (const path of tagged) expect((await inspect(path)).media!.tags, path).toEqual(expected);
  });

  it('tells covers apart from films', async () => {
    const facts = await inspect('mp3/sweep-tags-cover.mp3');
    expect(track(facts, 'cover').codec).toBe('mjpeg');
    expect(facts.features).toEqual(['audio', 'metadata']);
  });

  it('finds depth only above 16 bits', async () => {
    expect((await inspect('wav/sweep-mono-24bit.wav')).features).toEqual(['audio', 'depth']);
    expect((await inspect('flac/sweep-mono-24bit-tags.flac')).features).toContain('depth');
    expect((await inspect('flac/sweep-stereo-tags-cover.flac')).features).not.toContain('depth');
  });
});

describe('reading video', () => {
  it('gives sizes after rotation', async () => {
    expect(track(await inspect('mp4/h264-aac-tags.mp4'), 'video')).toMatchObject({ width: 160, height: 120 });
    expect(track(await inspect('mp4/h264-rotated-90.mp4'), 'video')).toMatchObject({ width: 120, height: 160 });
  });

  it.each([
    ['mp4/h264-aac-tags.mp4', 'h264', 'aac'],
    ['mov/mjpeg-pcm.mov', 'mjpeg', 'pcm_s16le'],
    ['mkv/mpeg4-flac.mkv', 'mpeg4', 'flac'],
    ['webm/vp8-vorbis.webm', 'vp8', 'vorbis'],
    ['webm/vp9-opus.webm', 'vp9', 'opus'],
  ])('%s: %s and %s', async (path, video, audio) => {
    const facts = await inspect(path);
    expect(facts.media!.tracks.map(({ codec }) => codec)).toEqual([video, audio]);
    expect(track(facts, 'video').framesPerSecond).toBeCloseTo(25, 3);
    expect(facts.features).toEqual(expect.arrayContaining(['video', 'audio', 'animation']));
  });

  it('sees every audio track and its language', async () => {
    const facts = await inspect('mp4/h264-two-audio-languages.mp4');
    expect(track(facts, 'audio', 0).language).toBe('eng');
    expect(track(facts, 'audio', 1).language).toBe('deu');
  });

  it.each([
    ['mp4/h264-aac-subtitles.mp4', 'mov_text'],
    ['mkv/h264-aac-subtitles.mkv', 'subrip'],
  ])('sees the subtitles of %s', async (path, name) => {
    const facts = await inspect(path);
    expect(track(facts, 'subtitle')).toMatchObject({ codec: name, language: 'eng' });
    expect(facts.features).toContain('subtitles');
  });

  it('reads the title that Matroska keeps apart from its tags', async () => {
    expect((await inspect('mkv/h264-aac-subtitles.mkv')).media!.tags.title).toBe('Sweep');
  });
});

describe('a file of subtitles alone', () => {
  it('has them and nothing else', async () => {
    const { media } = await bench.inspect(withoutPlayedTracks(read('mp4/h264-aac-subtitles.mp4')), 'mp4');
    expect(media!.tracks.map(({ kind, codec: name }) => [kind, name])).toEqual([['subtitle', 'mov_text']]);
  });

  /** Turns the boxes of tracks that are played into free space. */
  function withoutPlayedTracks(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
    const file = Buffer.from(bytes.buffer);
    for (let at = file.indexOf('trak'); at >= 0; at = file.indexOf('trak', at + 4)) {
      const handler = file.indexOf('hdlr', at) + 12;
      if (['vide', 'soun'].includes(file.toString('latin1', handler, handler + 4))) file.write('free', at, 'latin1');
    }
    return bytes;
  }
});

describe('effort', () => {
  it('counts no packets when it only probes', async () => {
    const facts = await inspect('mp4/h264-aac-tags.mp4', 'probe');
    expect(track(facts, 'video').packets).toBeUndefined();
    expect(facts.media!.durationMs).toBeCloseTo(1000, 0);
    expect(track(facts, 'video').framesPerSecond).toBeCloseTo(25, 3);
  });

  it('reads every packet at full effort and counts the same', async () => {
    const quick = await inspect('webm/vp9-opus.webm', 'quick');
    expect((await inspect('webm/vp9-opus.webm', 'full')).media).toEqual(quick.media);
  });
});

describe('a video that goes on in fragments after its index', () => {
  it('is left to a reader that knows both', async () => {
    const video = read('mp4/h264-aac-tags.mp4');
    const fragment = Buffer.from('\0\0\0\x08moof', 'latin1');
    await expect(bench.inspect(video, 'mp4')).resolves.toMatchObject({ reader: 'mediabunny' });
    const continued = bench.inspect(Buffer.concat([video, fragment]), 'mp4');
    await expect(continued).rejects.toMatchObject({ code: 'input_corrupt' });
  });
});

describe('files that were truncated', () => {
  const whole = [...AUDIO.map(([path]) => path), 'mp4/h264-aac-tags.mp4', 'mov/mjpeg-pcm.mov'];
  const matroska = ['mkv/h264-aac-subtitles.mkv', 'webm/vp8-vorbis.webm'];

  it.each([...whole, ...matroska])('refuses %s at six tenths of its size', async (path) => {
    const bytes = read(path);
    const cut = bytes.subarray(0, Math.floor(bytes.byteLength * 0.6));
    await expect(bench.inspect(cut, formatOfPath(path))).rejects.toMatchObject({ code: 'input_truncated' });
  });

  it('refuses an index whose packets are not there, even when every box is whole', async () => {
    const bytes = Uint8Array.from(read('mov/h264-aac-tags.mov'));
    const moov = Buffer.from(bytes).indexOf('moov') - 4;
    const index = bytes.subarray(moov, moov + new DataView(bytes.buffer).getUint32(moov));
    const mdat = Buffer.from(bytes).indexOf('mdat') - 4;
    // The same head and index, with the media data emptied in between.
    const head = Uint8Array.from(bytes.subarray(0, mdat + 8));
    new DataView(head.buffer).setUint32(mdat, 8);
    const hollow = Buffer.concat([head, index]);
    await expect(bench.inspect(hollow, 'mov', 'probe')).rejects.toMatchObject({ code: 'input_truncated' });
  });
});

describe('files that are not what they are said to be', () => {
  it.each(['mp4', 'mkv', 'wav', 'mp3', 'flac', 'ogg'] as const)('refuses noise as %s', async (format) => {
    const noise = Uint8Array.from({ length: 4096 }, (_, index) => (index * 2_654_435_761) >>> 24);
    await expect(bench.inspect(noise, format)).rejects.toMatchObject({ code: 'input_corrupt' });
  });
});

describe.skipIf(!hasCorpora)('real files', () => {
  it.each([
    ['video/mediabunny/rotate-buck-bunny.mp4', { kind: 'video', width: 1080, height: 1920, codec: 'h264' }],
    ['video/mediabunny/video-h265.mp4', { kind: 'video', codec: 'hevc', packets: 300 }],
    ['video/mediabunny/ac3.mkv', { kind: 'audio', codec: 'ac3', channels: 6 }],
    ['audio/file-type/fixture.oga', { kind: 'audio', codec: 'flac', channels: 1, sampleRate: 16_000 }],
    ['audio/mutagen/alac.m4a', { kind: 'audio', codec: 'alac' }],
  ])('%s', async (path, expected) => {
    const format = path.endsWith('.oga') ? 'ogg' : formatOfPath(path);
    const facts = await bench.inspect(join(CORPORA, path), format);
    expect(facts.media!.tracks).toContainEqual(expect.objectContaining(expected));
  });

  it.each(['video/mediabunny/annex-b.mp4', 'audio/mutagen/nero-chapters.m4b', 'audio/mutagen/bad-POPM-frame.mp3'])(
    'finds that %s was truncated',
    async (path) => {
      await expect(bench.inspect(join(CORPORA, path), formatOfPath(path))).rejects.toMatchObject({
        code: 'input_truncated',
      });
    },
  );
});
