import { describe, expect, it } from 'vitest';
import { requireDecoder } from '../../../engine/codecs/ffmpeg/decoders.ts';
import { parseProbe } from '../../../engine/codecs/ffmpeg/probe.ts';
import { failureOf, repairsIn } from '../../../engine/codecs/ffmpeg/failure.ts';

/** What FFmpeg wrote when it failed for this reason. */
const LOGS: readonly [code: string, line: string][] = [
  ['input_truncated', '[mov,mp4,m4a,3gp,3g2,mj2 @ 0x1231470] moov atom not found'],
  [
    'input_too_complex',
    '[IMGUTILS @ 0x11edd84] Picture size 160x120 exceeds specified max pixel count 10000, see the documentation',
  ],
  ['input_too_complex', '[libvpx-vp9 @ 0x11f9ac0] Failed to initialize encoder: Memory allocation error'],
  ['input_too_complex', 'x264 [error]: malloc of size 171839168 failed'],
  ['input_too_complex', 'memory access out of bounds'],
  ['input_too_complex', 'Error while filtering: Out of memory'],
  ['input_too_complex', '[libwebp_anim @ 0x12348b0] Encoding WebP frame failed with error: 1'],
  [
    'unsupported_conversion',
    '[SWR @ 0x1] Rematrix is needed between 10 channels and 7.1 but there is not enough information to do it',
  ],
  ['unsupported_conversion', "[av1 @ 0x1] Your platform doesn't support hardware accelerated AV1 decoding."],
  ['unsupported_conversion', 'Output file #0 does not contain any stream'],
  ['input_corrupt', '/job/input: Invalid data found when processing input'],
  ['input_corrupt', '[matroska,webm @ 0x1231470] EBML header parsing failed'],
  ['input_corrupt', 'Cannot determine format of input stream 0:0 after EOF'],
  ['input_corrupt', '[h264 @ 0x123a1c0] Invalid NAL unit size (0 > 38066).'],
  ['unsupported_conversion', '[matroska @ 0x1210c20] sample rate not set'],
  ['unsupported_conversion', '[ipod @ 0x1211ec0] dimensions not set'],
  ['input_corrupt', "[abuffer @ 0x123af30] Value inf for parameter 'time_base' out of range [0 - 2.14748e+09]"],
  ['input_corrupt', '[eac3 @ 0x1239da0] incomplete frame'],
  ['input_corrupt', '[dvvideo @ 0x12ce850] AC EOB marker is absent pos=67'],
  ['input_corrupt', '[mpeg2video @ 0x1239ec0] Invalid frame dimensions 0x0.'],
  ['invalid_options', '[wmav2 @ 0x12123b0] bitrate too low: got 16000, need 24000 or higher'],
  ['invalid_options', '[ac3 @ 0x12017e0] Bit allocation failed. Try increasing the bitrate.'],
  ['invalid_options', '[libvorbis @ 0x11f92c0] encoder setup failed'],
  ['conversion_failed', 'Error initializing a filter that nobody has heard of'],
];

describe('the log of a failed run', () => {
  it.each(LOGS)('means %s when it says "%s"', (code, line) => {
    const failure = failureOf([line], 'mp4', 1);
    expect(failure.code).toBe(code);
    expect(failure.message).not.toContain(line);
    expect(String(failure.cause)).toContain(line);
  });

  it('is judged by what went wrong first in weight, not in place', () => {
    const log = ['[h264 @ 0x1] Error while decoding stream', 'x264 [error]: malloc of size 9 failed'];
    expect(failureOf(log, 'mp4', 1).code).toBe('input_too_complex');
  });

  it('means a track that nobody knows where FFmpeg only guessed its codec', () => {
    const log = ['[mp3float @ 0x1] Header missing', '[matroska @ 0x2] sample rate not set'];
    expect(failureOf(log, 'ts', 1).code).toBe('unsupported_conversion');
  });

  it('names the format by the name that people know', () => {
    expect(failureOf(['moov atom not found'], 'mp4', 1).message).toContain('MPEG-4 Video');
  });
});

describe('streams that no decoder here knows', () => {
  it('are refused where FFmpeg takes MPEG-H for MP3', () => {
    const stream = { index: 0, codec_type: 'audio', codec_name: 'mp3', sample_rate: '44100', channels: 2 };
    const codecs = ['0x0003', '0x002d'].map((tag) => {
      const [read] = parseProbe(JSON.stringify({ streams: [{ ...stream, codec_tag: tag }] })).streams;
      return read!;
    });
    expect(() => requireDecoder(codecs[0]!)).not.toThrow();
    expect(() => requireDecoder(codecs[1]!)).toThrow('not known here');
  });
});

describe('the log of a run that went on', () => {
  it('tells how many places were damaged', () => {
    const log = [
      '[h264 @ 0x1] error while decoding MB 3 4',
      '[h264 @ 0x1] concealing 80 DC, 80 AC errors',
      'Guessed Channel Layout',
    ];
    expect(repairsIn(log)).toBe(2);
  });
});
