import type { OptionValues } from '../../formats/options.ts';
import type { Stream } from './probe.ts';

export type AudioCodec = 'pcm' | 'mp3' | 'flac' | 'vorbis' | 'opus' | 'aac';
export type VideoCodec = 'h264' | 'vp9';
export type SubtitleCodec = 'mov_text' | 'subrip' | 'webvtt';

/** Settings of one output stream, by FFmpeg's option names; `c` is the encoder. */
export type StreamSettings = Readonly<Record<string, string | number>>;

/** Text formats of subtitles: these can be written as one another, pictures of text cannot. */
export const TEXT_SUBTITLES: ReadonlySet<string> = new Set([
  'subrip',
  'srt',
  'ass',
  'ssa',
  'webvtt',
  'mov_text',
  'text',
  'microdvd',
  'subviewer',
]);

interface AudioEncoder {
  /** Channels that the codec, or every player of it, can take. */
  readonly maxChannels: number;
  /** The sample rates that the codec knows, rising; any when absent. */
  readonly rates?: readonly number[];
  readonly settings: (stream: Stream, options: OptionValues) => StreamSettings;
}

const MPEG_RATES = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
const AAC_RATES = [...MPEG_RATES, 64_000, 88_200, 96_000] as const;
const OPUS_RATES = [8_000, 12_000, 16_000, 24_000, 48_000] as const;

/** The layouts that Opus has an order for; AC-3's side channels, for one, must become back channels first. */
const OPUS_LAYOUTS = 'aformat=channel_layouts=3.0|quad|5.0|5.1|6.1|7.1';

/** The layouts that players of AAC know without a description. */
const AAC_LAYOUTS = 'aformat=channel_layouts=3.0|4.0|5.0|5.1|7.1(wide)';

/** kbit/s of one stream beyond which no codec here gains. */
const MOST_KBITS = 512;
const MOST_MP3_KBITS = 320;

export const AUDIO_ENCODERS: Readonly<Record<AudioCodec, AudioEncoder>> = {
  pcm: { maxChannels: 8, settings: (stream) => ({ c: pcmFor(stream) }) },
  mp3: {
    maxChannels: 2,
    rates: MPEG_RATES,
    // LAME's V0 (best) to V9; V2 is about 190 kbit/s and transparent to most ears.
    settings: (_stream, { audioBitrate, quality = 78 }) => ({
      c: 'libmp3lame',
      ...(audioBitrate === undefined
        ? { q: Math.round(9 - 0.09 * quality) }
        : { b: kbits(Math.min(MOST_MP3_KBITS, audioBitrate)) }),
    }),
  },
  flac: { maxChannels: 8, settings: (stream) => ({ c: 'flac', sample_fmt: isDeep(stream) ? 's32' : 's16' }) },
  vorbis: {
    maxChannels: 8,
    settings: (_stream, { audioBitrate, quality = 55 }) => ({
      c: 'libvorbis',
      ...(audioBitrate === undefined ? { q: quality / 10 } : { b: kbits(audioBitrate) }),
    }),
  },
  opus: {
    maxChannels: 8,
    rates: OPUS_RATES,
    // Transparent to most ears at 64 kbit/s a channel: that is quality 60.
    settings: (stream, { audioBitrate, quality = 60 }) => ({
      c: 'libopus',
      b: kbits(audioBitrate ?? (16 + 0.8 * quality) * channelsOf(stream)),
      ...(channelsOf(stream) > 2 && { filter: OPUS_LAYOUTS }),
    }),
  },
  aac: {
    maxChannels: 8,
    rates: AAC_RATES,
    // FFmpeg's own encoder is at its best above 64 kbit/s a channel: quality 60 is 86.
    settings: (stream, { audioBitrate, quality = 60 }) => ({
      c: 'aac',
      b: kbits(audioBitrate ?? (24 + 1.04 * quality) * channelsOf(stream)),
      ...(channelsOf(stream) > 2 && { filter: AAC_LAYOUTS }),
    }),
  },
};

function kbits(rate: number): string {
  return `${Math.round(Math.min(MOST_KBITS, rate))}k`;
}

function channelsOf({ channels = 2 }: Stream): number {
  return channels;
}

/** As fine as the source: decoders of lossy codecs give floats, whose last bits are noise. */
function pcmFor(stream: Stream): string {
  const { codec, bitsPerSample = 16, isFloat } = stream;
  if (isFloat && codec.startsWith('pcm_')) return bitsPerSample > 32 ? 'pcm_f64le' : 'pcm_f32le';
  if (!isDeep(stream)) return 'pcm_s16le';
  return bitsPerSample <= 24 ? 'pcm_s24le' : 'pcm_s32le';
}

function isDeep({ codec, bitsPerSample = 16, isFloat }: Stream): boolean {
  return bitsPerSample > 16 && (!isFloat || codec.startsWith('pcm_'));
}

/**
 * Pixels of a whole film up to which an encoder's setting is used, the best first. One core encodes a second 20
 * million of them at `veryfast`, 27 at `superfast` and 46 at `ultrafast`; 20 in VP9 at speed 7, 24 at 8, 36 in VP8: so
 * each step takes less than a minute on a busy machine, and files grow only where the alternative is to run out of
 * time.
 */
const H264_PRESETS = [
  { pixels: 0.6e9, preset: 'veryfast' },
  { pixels: 1.0e9, preset: 'superfast' },
  { pixels: Infinity, preset: 'ultrafast' },
] as const;
const WEBM_ENCODERS = [
  { pixels: 0.5e9, c: 'libvpx-vp9', speed: 7 },
  { pixels: 1.2e9, c: 'libvpx-vp9', speed: 8 },
  // A negative speed is a fixed one: a positive one adapts to the load of the machine.
  { pixels: Infinity, c: 'libvpx', speed: -8 },
] as const;

/** kbit/s of one million pixels a second in VP8, whose quality needs a bit rate to stay within. */
const VP8_KBITS = 120;

export function videoSettings(
  codec: VideoCodec,
  { perSecond, total }: { readonly perSecond: number; readonly total: number },
  { quality, videoBitrate }: OptionValues,
): StreamSettings {
  const rate = videoBitrate === undefined ? undefined : { b: `${videoBitrate}k` };
  if (codec === 'h264') {
    const { preset } = H264_PRESETS.find(({ pixels }) => total <= pixels)!;
    const crf = Math.round(40 - 0.24 * (quality ?? 71));
    return { c: 'libx264', preset, pix_fmt: 'yuv420p', ...(rate ?? { crf }) };
  }
  const { c, speed } = WEBM_ENCODERS.find(({ pixels }) => total <= pixels)!;
  const crf = Math.round(63 - 0.48 * (quality ?? 62));
  // Anything slower than realtime is out of reach of WebAssembly: minutes for seconds.
  const pace = { c, deadline: 'realtime', 'cpu-used': speed, pix_fmt: 'yuv420p' };
  if (c === 'libvpx') return { ...pace, ...(rate ?? { crf, b: `${Math.round((perSecond / 1e6) * VP8_KBITS)}k` }) };
  return { ...pace, 'row-mt': 0, ...(rate ?? { crf, b: 0 }) };
}
