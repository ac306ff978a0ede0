import type { OptionValues } from '../../formats/options.ts';
import type { Stream } from './probe.ts';

export type AudioCodec =
  | 'pcm'
  | 'pcmBig'
  | 'pcm16'
  | 'pcm32'
  | 'pcmAifc'
  | 'mp3'
  | 'mp3Constant'
  | 'mp2'
  | 'flac'
  | 'wavpack'
  | 'tta'
  | 'vorbis'
  | 'opus'
  | 'aac'
  | 'ac3'
  | 'eac3'
  | 'dts'
  | 'wma'
  | 'g722'
  | 'aptx'
  | 'adpcmAmv'
  | 'adpcmYamaha'
  | 'pcmPlanar'
  | 'roqDpcm'
  | 'alac';
export type VideoCodec =
  | 'h264'
  | 'vp9'
  | 'vp8'
  | 'prores'
  | 'ffv1'
  | 'mpeg4'
  | 'mpeg2'
  | 'wmv'
  | 'flv1'
  | 'rv20'
  | 'theora'
  | 'mjpeg'
  | 'dv'
  | 'raw'
  | 'amv'
  | 'roq';
export type SubtitleCodec = 'mov_text' | 'subrip' | 'webvtt';

/** Settings of one output stream, by FFmpeg's option names; `c` is the encoder. */
export type StreamSettings = Readonly<Record<string, string | number>>;

/** Text formats of subtitles: these can be written as one another, images of text cannot. */
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

const PCM_LITTLE = ['pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_f64le'] as const;
const PCM_BIG = ['pcm_s16be', 'pcm_s24be', 'pcm_s32be', 'pcm_f32be', 'pcm_f64be'] as const;

/** FFmpeg's name of the layout by the number of channels. */
type Layouts = Readonly<Record<number, string>>;

interface AudioEncoder {
  /** FFmpeg's names of the codecs that it may write. */
  readonly names: readonly string[];
  /** Channels that the codec, or every player of it, can take. */
  readonly maxChannels: number;
  /** The only numbers of channels, rising; any up to the most when absent. */
  readonly channels?: readonly number[];
  /** The layouts that it has an order for, beyond mono and stereo; any when absent. */
  readonly layouts?: Layouts;
  /** The sample rates that the codec knows, rising; any up to the most when absent. */
  readonly rates?: readonly number[];
  /** Samples a second that it has a number for; any when absent. */
  readonly maxRate?: number;
  /** Samples at the start of what it writes that no decoder gives back, at a sample rate; none when absent. */
  readonly lost?: (rate: number) => number;
  /** The format has a channel of low frequencies that the encoder does not write as it is. */
  readonly leavesOutBass?: true;
  readonly settings: (stream: Stream, options: OptionValues) => StreamSettings;
}

const MPEG_RATES = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
const AAC_RATES = [...MPEG_RATES, 64_000, 88_200, 96_000] as const;
const OPUS_RATES = [8_000, 12_000, 16_000, 24_000, 48_000] as const;
const DOLBY_RATES = [32_000, 44_100, 48_000] as const;
const DTS_RATES = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
const WMA_RATES = [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000] as const;
/** What the decoder makes of the slowest DSD: faster ones exceed what FLAC and ALAC can count. */
const DSD_AS_PCM = 352_800;
/** Samples of one packet of AMV: those of one frame at 25 a second. */
const AMV_BLOCK = 882;
/**
 * MPEG layer II has 32 kHz as well, but the encoder gives bits by the number of a band (`fixed_smr` in FFmpeg's
 * `mpegaudioenc`): at that rate, all above 9 kHz is lost.
 */
const LAYER_2_RATES = [44_100, 48_000] as const;
/** kbit/s that MPEG layer II has a number for, at 32 kHz and more. */
const LAYER_2_KBITS = [64, 96, 112, 128, 160, 192, 224, 256, 320, 384] as const;

/** The layouts that Opus has an order for; AC-3's side channels, for one, must become back channels first. */
const OPUS_LAYOUTS: Layouts = { 3: '3.0', 4: 'quad', 5: '5.0', 6: '5.1', 7: '6.1', 8: '7.1' };

/** The layouts that players of AAC know without a description. */
const AAC_LAYOUTS: Layouts = { 3: '3.0', 4: '4.0', 5: '5.0', 6: '5.1', 7: '7.1(wide)', 8: '7.1(wide)' };

/** kbit/s of one stream beyond which no codec here gains. */
const MOST_KBITS = 512;
const MOST_MP3_KBITS = 320;

/** The layouts that Dolby Digital and DTS have: two in front, two behind, a middle and a bass. */
const CINEMA_LAYOUTS: Layouts = { 3: '3.0', 4: 'quad(side)', 5: '5.0(side)', 6: '5.1(side)' };

export const AUDIO_ENCODERS: Readonly<Record<AudioCodec, AudioEncoder>> = {
  pcm: { names: PCM_LITTLE, maxChannels: 8, settings: (stream) => ({ c: pcmFor(stream, 'le') }) },
  pcmBig: { names: PCM_BIG, maxChannels: 8, settings: (stream) => ({ c: pcmFor(stream, 'be') }) },
  pcm16: { names: ['pcm_s16le'], maxChannels: 8, settings: () => ({ c: 'pcm_s16le' }) },
  pcmPlanar: { names: ['pcm_s16be_planar'], maxChannels: 8, settings: () => ({ c: 'pcm_s16be_planar' }) },
  pcm32: { names: ['pcm_s32le'], maxChannels: 8, settings: () => ({ c: 'pcm_s32le' }) },
  // AIFF-C holds what AIFF cannot: samples in the order of small machines, and floats.
  pcmAifc: {
    names: ['pcm_s16le', 'pcm_f32be'],
    maxChannels: 8,
    settings: (stream) => ({ c: isDeep(stream) ? 'pcm_f32be' : 'pcm_s16le' }),
  },
  mp3: {
    names: ['mp3'],
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
  flac: {
    names: ['flac'],
    maxChannels: 8,
    maxRate: DSD_AS_PCM,
    settings: (stream) => ({ c: 'flac', sample_fmt: isDeep(stream) ? 's32' : 's16' }),
  },
  // AVI counts its audio in bytes, and cannot say where a packet of a varying bit rate begins.
  mp3Constant: {
    names: ['mp3'],
    maxChannels: 2,
    rates: MPEG_RATES,
    settings: (stream, { audioBitrate }) => ({
      c: 'libmp3lame',
      b: kbits(Math.min(MOST_MP3_KBITS, audioBitrate ?? 96 * channelsOf(stream))),
    }),
  },
  alac: {
    names: ['alac'],
    maxChannels: 8,
    maxRate: DSD_AS_PCM,
    settings: (stream) => ({ c: 'alac', sample_fmt: isDeep(stream) ? 's32p' : 's16p' }),
  },
  wavpack: {
    names: ['wavpack'],
    maxChannels: 8,
    settings: (stream) => ({ c: 'wavpack', sample_fmt: isDeep(stream) ? 's32p' : 's16p' }),
  },
  tta: {
    names: ['tta'],
    maxChannels: 8,
    settings: (stream) => ({ c: 'tta', sample_fmt: isDeep(stream) ? 's32' : 's16' }),
  },
  mp2: {
    names: ['mp2'],
    maxChannels: 2,
    rates: LAYER_2_RATES,
    // Since bits go by the number of a band, a band with a tone gets few of them: at 96 kbit/s a channel its noise is heard,
    // 25 dB below a tone of 1.3 kHz, and at 128 it is 37 dB below. That is quality 60; 100 is the most that a channel has.
    settings: (stream, { audioBitrate, quality = 60 }) => ({
      c: 'mp2',
      b: kbits(layer2Kbits(audioBitrate ?? (32 + 1.6 * quality) * channelsOf(stream))),
    }),
  },
  ac3: {
    names: ['ac3'],
    layouts: CINEMA_LAYOUTS,
    maxChannels: 6,
    rates: DOLBY_RATES,
    settings: (stream, options) => cinemaSettings('ac3', stream, options),
  },
  eac3: {
    names: ['eac3'],
    layouts: CINEMA_LAYOUTS,
    maxChannels: 6,
    rates: DOLBY_RATES,
    settings: (stream, options) => cinemaSettings('eac3', stream, options),
  },
  dts: {
    names: ['dts'],
    layouts: CINEMA_LAYOUTS,
    // In 5.1, the low frequencies of each frame go on from those of the right surround channel in the frame before
    // (`lfe_downsample` in FFmpeg's `dcaenc.c`): half of the bass is lost, and that of the other channel is added.
    maxChannels: 5,
    leavesOutBass: true,
    rates: DTS_RATES,
    // The encoder counts as experimental; below 256 kbit/s a channel it is no better than MP2.
    settings: (stream, { audioBitrate }) => ({
      c: 'dca',
      strict: 'experimental',
      b: `${audioBitrate ?? 256 * channelsOf(stream)}k`,
    }),
  },
  wma: {
    names: ['wmav2'],
    maxChannels: 2,
    rates: WMA_RATES,
    // Its first frame: decoders leave out two, as many as Microsoft's encoder begins with, and this one begins with one.
    lost: (rate) => (rate <= 16_000 ? 512 : rate <= 22_050 ? 1024 : 2048),
    settings: (stream, { audioBitrate, quality = 60 }) => ({
      c: 'wmav2',
      b: kbits(audioBitrate ?? (24 + 1.04 * quality) * channelsOf(stream)),
    }),
  },
  g722: { names: ['adpcm_g722'], maxChannels: 1, rates: [16_000], settings: () => ({ c: 'g722' }) },
  aptx: { names: ['aptx'], maxChannels: 2, channels: [2], rates: [48_000], settings: () => ({ c: 'aptx' }) },
  adpcmAmv: {
    names: ['adpcm_ima_amv'],
    maxChannels: 1,
    rates: [22_050],
    settings: () => ({ c: 'adpcm_ima_amv', block_size: AMV_BLOCK }),
  },
  // The muxer takes one channel, at one of the five rates that the format has.
  adpcmYamaha: {
    names: ['adpcm_yamaha'],
    maxChannels: 1,
    rates: [8000, 11_025, 22_050, 44_100],
    settings: () => ({ c: 'adpcm_yamaha' }),
  },
  // Of one channel the encoder predicts each sample from the one before the last, and what is decoded is twice as loud.
  roqDpcm: {
    names: ['roq_dpcm'],
    maxChannels: 2,
    channels: [2],
    rates: [22_050],
    settings: () => ({ c: 'roq_dpcm' }),
  },
  vorbis: {
    names: ['vorbis'],
    maxChannels: 8,
    maxRate: 192_000,
    settings: (_stream, { audioBitrate, quality = 55 }) => ({
      c: 'libvorbis',
      ...(audioBitrate === undefined ? { q: quality / 10 } : { b: kbits(audioBitrate) }),
    }),
  },
  opus: {
    names: ['opus'],
    layouts: OPUS_LAYOUTS,
    maxChannels: 8,
    rates: OPUS_RATES,
    // Transparent to most ears at 64 kbit/s a channel: that is quality 60.
    settings: (stream, { audioBitrate, quality = 60 }) => ({
      c: 'libopus',
      b: kbits(audioBitrate ?? (16 + 0.8 * quality) * channelsOf(stream)),
    }),
  },
  aac: {
    names: ['aac'],
    layouts: AAC_LAYOUTS,
    maxChannels: 8,
    rates: AAC_RATES,
    // FFmpeg's own encoder is at its best above 64 kbit/s a channel: quality 60 is 86.
    settings: (stream, { audioBitrate, quality = 60 }) => ({
      c: 'aac',
      b: kbits(audioBitrate ?? (24 + 1.04 * quality) * channelsOf(stream)),
    }),
  },
};

function kbits(rate: number): string {
  return `${Math.round(Math.min(MOST_KBITS, rate))}k`;
}

function layer2Kbits(wanted: number): number {
  return LAYER_2_KBITS.find((rate) => rate >= wanted) ?? LAYER_2_KBITS.at(-1)!;
}

/** Dolby's own encoders give 96 kbit/s to each channel: quality 60. */
function cinemaSettings(c: string, stream: Stream, { audioBitrate, quality = 60 }: OptionValues): StreamSettings {
  const channels = channelsOf(stream);
  return {
    c,
    b: kbits(audioBitrate ?? (36 + quality) * channels),
  };
}

function channelsOf({ channels = 2 }: Stream): number {
  return channels;
}

/** As fine as the source: decoders of lossy codecs give floats, whose last bits are noise. */
function pcmFor(stream: Stream, order: 'le' | 'be'): string {
  const { codec, bitsPerSample = 16, isFloat } = stream;
  if (isFloat && codec.startsWith('pcm_')) return bitsPerSample > 32 ? `pcm_f64${order}` : `pcm_f32${order}`;
  if (!isDeep(stream)) return `pcm_s16${order}`;
  return bitsPerSample <= 24 ? `pcm_s24${order}` : `pcm_s32${order}`;
}

function isDeep({ codec, bitsPerSample = 16, isFloat }: Stream): boolean {
  return bitsPerSample > 16 && (!isFloat || codec.startsWith('pcm_'));
}

/**
 * Pixels of a whole video up to which an encoder's setting is used, the best first. One core encodes a second 20
 * million of them at `veryfast`, 27 at `superfast` and 46 at `ultrafast`; 20 in VP9 at speed 7, 24 at 8, 36 in VP8: so
 * each step takes less than a minute on a busy machine, and files grow only where the alternative is to run out of
 * time.
 */
const H264_PRESETS = [
  { pixels: 0.08e9, preset: 'medium' },
  { pixels: 0.12e9, preset: 'fast' },
  { pixels: 0.2e9, preset: 'faster' },
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

/** The first setting that is tried for each effort, 1 to 10; slower ones would not end in time. */
const PRESET_OF_EFFORT = [5, 5, 4, 4, 3, 3, 2, 2, 1, 0] as const;
const USUAL_PRESET = 3;
/** From this effort on small videos take the slowest VP9 setting, for somewhat more detail. */
const EFFORT_OF_SLOWEST_VP9 = 7;

function presetFor({ total }: Pixels, effort: number | undefined): string {
  const first = effort === undefined ? USUAL_PRESET : PRESET_OF_EFFORT[effort - 1]!;
  return H264_PRESETS.slice(first).find(({ pixels }) => total <= pixels)!.preset;
}

/** kbit/s of one million pixels a second in VP8, whose quality needs a bit rate to stay within. */
const VP8_KBITS = 120;

/** Encoders whose quality is the step of their quantiser, 2 (best) to 31. */
const STEPPED = {
  mpeg4: { c: 'mpeg4', pix_fmt: 'yuv420p' },
  mpeg2: { c: 'mpeg2video', pix_fmt: 'yuv420p' },
  wmv: { c: 'wmv2', pix_fmt: 'yuv420p' },
  flv1: { c: 'flv', pix_fmt: 'yuv420p' },
  rv20: { c: 'rv20', pix_fmt: 'yuv420p' },
  mjpeg: { c: 'mjpeg', pix_fmt: 'yuvj420p' },
  amv: { c: 'amv', pix_fmt: 'yuvj420p' },
} as const;
/** Encoders that have nothing to set. */
const FIXED = {
  dv: { c: 'dvvideo' },
  raw: { c: 'wrapped_avframe', pix_fmt: 'yuv420p' },
  roq: { c: 'roqvideo', pix_fmt: 'yuvj444p' },
  // For editing: ten bits, profile HQ.
  prores: { c: 'prores_ks', profile: 3, pix_fmt: 'yuv422p10le' },
  // For archives, without loss, with a check sum for every slice.
  ffv1: { c: 'ffv1', level: 3, slicecrc: 1 },
} as const;

export interface Pixels {
  readonly perSecond: number;
  /** Of the whole video. */
  readonly total: number;
}

/** FFmpeg's names of what the encoders write. */
export const VIDEO_CODEC_NAMES: Readonly<Record<VideoCodec, string>> = {
  h264: 'h264',
  vp9: 'vp9',
  vp8: 'vp8',
  prores: 'prores',
  ffv1: 'ffv1',
  mpeg4: 'mpeg4',
  mpeg2: 'mpeg2video',
  wmv: 'wmv2',
  flv1: 'flv1',
  rv20: 'rv20',
  theora: 'theora',
  mjpeg: 'mjpeg',
  dv: 'dvvideo',
  raw: 'wrapped_avframe',
  amv: 'amv',
  roq: 'roqvideo',
};

/** What bears on the encoding of frames; `capped` when the bit rate may at no time be exceeded. */
export type VideoOptions = Pick<OptionValues, 'quality' | 'videoBitrate' | 'effort'> & { readonly capped?: boolean };

export function videoSettings(codec: VideoCodec, pixels: Pixels, options: VideoOptions): StreamSettings {
  const { quality, effort } = options;
  const rate = rateOf(options);
  switch (codec) {
    case 'h264': {
      const crf = Math.round(40 - 0.24 * (quality ?? 71));
      return { c: 'libx264', preset: presetFor(pixels, effort), pix_fmt: 'yuv420p', ...(rate ?? { crf }) };
    }
    case 'vp9':
    case 'vp8':
      return webmSettings(codec, pixels, rate, options);
    case 'theora':
      return { c: 'libtheora', pix_fmt: 'yuv420p', ...(rate ?? { q: Math.round((quality ?? 70) / 10) }) };
    case 'prores':
    case 'ffv1':
    case 'dv':
    case 'raw':
    case 'roq':
      return FIXED[codec];
    default:
      return { ...STEPPED[codec], ...(rate ?? { q: Math.max(2, Math.round(31 - 0.29 * (quality ?? 93))) }) };
  }
}

function rateOf({ videoBitrate, capped }: VideoOptions): StreamSettings | undefined {
  if (videoBitrate === undefined) return undefined;
  const b = `${videoBitrate}k`;
  return capped ? { b, maxrate: b, bufsize: b } : { b };
}

function webmSettings(
  codec: 'vp8' | 'vp9',
  { perSecond, total }: Pixels,
  rate: StreamSettings | undefined,
  { quality = 62, effort = 5 }: VideoOptions,
): StreamSettings {
  const slowest = effort >= EFFORT_OF_SLOWEST_VP9 ? 0 : 1;
  const first = codec === 'vp8' ? WEBM_ENCODERS.length - 1 : slowest;
  const { c, speed } = WEBM_ENCODERS.slice(first).find(({ pixels }) => total <= pixels)!;
  const crf = Math.round(63 - 0.48 * quality);
  // Anything slower than realtime is out of reach of WebAssembly: minutes for seconds.
  const preset = { c, deadline: 'realtime', 'cpu-used': speed, pix_fmt: 'yuv420p' };
  if (c === 'libvpx') return { ...preset, ...(rate ?? { crf, b: `${Math.round((perSecond / 1e6) * VP8_KBITS)}k` }) };
  return { ...preset, 'row-mt': 0, ...(rate ?? { crf, b: 0 }) };
}
