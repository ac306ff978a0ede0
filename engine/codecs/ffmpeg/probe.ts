import type { Size } from '../../content/raster/size.ts';

/** One stream of a source as FFmpeg sees it. */
export interface Stream {
  readonly index: number;
  readonly kind: 'video' | 'audio' | 'subtitle' | 'cover' | 'other';
  /** FFmpeg's name of the codec. */
  readonly codec: string;
  readonly language?: string;
  readonly isDefault: boolean;
  /** What else the file says of its use, by FFmpeg's names: `forced`, `hearing_impaired`. */
  readonly marks: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly duration?: number;
  /** Video: coded size in pixels, before rotation. */
  readonly width?: number;
  readonly height?: number;
  /** Degrees that a player turns the frame: 0, 90, 180 or 270. */
  readonly rotation: number;
  readonly framesPerSecond?: number;
  /** Its frames do not come at that frame rate: their times tell. */
  readonly isUneven?: true;
  /** Frames are decoded in another order than they are shown in. */
  readonly isReordered?: true;
  readonly pixelFormat?: string;
  /** Width of one pixel ÷ its height. */
  readonly pixelAspect: number;
  readonly transfer?: string;
  readonly primaries?: string;
  readonly matrix?: string;
  readonly range?: string;
  readonly chromaLocation?: string;
  readonly channels?: number;
  readonly sampleRate?: number;
  /** Which channel is where, when the file says so. */
  readonly layout?: string;
  /** Bits that one audio sample really has. */
  readonly bitsPerSample?: number;
  readonly isFloat: boolean;
  /** Packets, when they were counted. */
  readonly packets?: number;
  /** Sum of what a decoder is set up with, when it was asked for. */
  readonly setup?: string;
}

/** Square pixels as a player shows them, after rotation. */
export function shownSize({ width = 0, height = 0, rotation, pixelAspect }: Stream): Size {
  const square = { width: Math.round(width * pixelAspect), height };
  return rotation % 180 === 90 ? { width: square.height, height: square.width } : square;
}

export interface Chapter {
  /** Seconds. */
  readonly start: number;
  readonly title?: string;
}

/** Times in seconds. */
export interface Packet {
  readonly stream: number;
  readonly start?: number;
  readonly duration: number;
}

export interface Probe {
  /** Seconds; absent when the file does not tell. */
  readonly duration?: number;
  /** The time at which the file begins to count, in seconds; 0 when absent. */
  readonly origin?: number;
  readonly tags: Readonly<Record<string, string>>;
  readonly chapters: readonly Chapter[];
  readonly streams: readonly Stream[];
  /** In the order of the file, when they were asked for. */
  readonly packets?: readonly Packet[];
}

/** The arguments that make ffprobe write what `parseProbe` reads. */
export const PROBE_ARGS = ['-show_streams', '-show_format', '-show_chapters', '-of', 'json=compact=1'] as const;

/** Asks for the times of every packet. */
export const PACKET_ARGS = ['-show_packets', '-show_entries', 'packet=stream_index,pts_time,duration_time'] as const;

/** Has the setup of every stream's decoder summed up. */
export const SETUP_ARGS = ['-show_data_hash', 'crc32'] as const;

/** Asks for the time of every packet of a track. */
export function frameArgs({ index }: Stream): string[] {
  return ['-select_streams', String(index), '-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0'];
}

/** Reads the JSON that ffprobe wrote. Throws a SyntaxError when there is none. */
export function parseProbe(json: string): Probe {
  const { format, streams = [], chapters = [], packets } = JSON.parse(json) as RawProbe;
  return {
    ...(packets && { packets: packets.map(packetOf) }),
    duration: positive(format?.duration),
    origin: Number(format?.start_time) || 0,
    tags: lowerCaseKeys(format?.tags),
    chapters: chapters.map(({ start_time: start, tags }) => ({ start: Number(start) || 0, title: tags?.title })),
    streams: streams.map(streamOf),
  };
}

interface RawProbe {
  readonly format?: {
    readonly duration?: string;
    readonly start_time?: string;
    readonly tags?: Record<string, string>;
  };
  readonly streams?: readonly RawStream[];
  readonly chapters?: readonly { readonly start_time?: string; readonly tags?: Record<string, string> }[];
  readonly packets?: readonly RawPacket[];
}

interface RawPacket {
  readonly stream_index: number;
  readonly pts_time?: string;
  readonly duration_time?: string;
}

interface RawStream {
  readonly index: number;
  readonly codec_type?: string;
  readonly codec_name?: string;
  /** In a transport stream, the kind of the stream. */
  readonly codec_tag?: string;
  readonly duration?: string;
  readonly width?: number;
  readonly height?: number;
  readonly pix_fmt?: string;
  readonly has_b_frames?: number;
  readonly sample_aspect_ratio?: string;
  readonly color_transfer?: string;
  readonly color_primaries?: string;
  readonly color_space?: string;
  readonly color_range?: string;
  readonly chroma_location?: string;
  readonly avg_frame_rate?: string;
  readonly r_frame_rate?: string;
  readonly channels?: number;
  readonly sample_rate?: string;
  readonly channel_layout?: string;
  readonly sample_fmt?: string;
  readonly bits_per_sample?: number;
  readonly bits_per_raw_sample?: string;
  readonly nb_read_packets?: string;
  readonly extradata_hash?: string;
  readonly disposition?: Readonly<Record<string, number>>;
  readonly tags?: Record<string, string>;
  readonly side_data_list?: readonly { readonly rotation?: number }[];
}

function packetOf({ stream_index: stream, pts_time: start, duration_time: duration }: RawPacket): Packet {
  return { stream, ...(start !== undefined && { start: Number(start) }), duration: positive(duration) ?? 0 };
}

function streamOf(raw: RawStream): Stream {
  const tags = lowerCaseKeys(raw.tags);
  const { language } = tags;
  return {
    index: raw.index,
    kind: kindOf(raw),
    codec: codecOf(raw),
    ...(language && language !== 'und' && { language }),
    isDefault: raw.disposition?.default === 1,
    marks: Object.entries(raw.disposition ?? {}).flatMap(([mark, is]) =>
      is === 1 && mark !== 'default' ? [mark] : [],
    ),
    tags,
    duration: positive(raw.duration),
    width: raw.width || undefined,
    height: raw.height || undefined,
    rotation: rotationOf(raw, tags),
    framesPerSecond: frameTimingOf(raw),
    ...(isUneven(raw) && { isUneven: true }),
    ...((raw.has_b_frames ?? 0) > 0 && { isReordered: true }),
    pixelFormat: raw.pix_fmt,
    pixelAspect: ratio(raw.sample_aspect_ratio, ':') ?? 1,
    transfer: raw.color_transfer,
    primaries: raw.color_primaries,
    matrix: raw.color_space,
    range: raw.color_range,
    chromaLocation: raw.chroma_location,
    channels: raw.channels || undefined,
    sampleRate: positive(raw.sample_rate),
    layout: raw.channel_layout,
    bitsPerSample: positive(raw.bits_per_raw_sample) ?? (raw.bits_per_sample || bitsOfFormat(raw.sample_fmt)),
    isFloat: /^(flt|dbl)p?$/.test(raw.sample_fmt ?? ''),
    packets: positive(raw.nb_read_packets),
    setup: raw.extradata_hash,
  };
}

/** MPEG-H in a transport stream (ISO/IEC 13818-1, table 2-34), which FFmpeg does not know and takes for MP3 by its first bytes. */
const MPEG_H: ReadonlySet<string> = new Set(['0x002d', '0x002e']);

function codecOf({ codec_name: name = 'unknown', codec_tag: tag = '' }: RawStream): string {
  return name === 'mp3' && MPEG_H.has(tag) ? 'mpegh_3d_audio' : name;
}

function kindOf({ codec_type: type, disposition }: RawStream): Stream['kind'] {
  if (type === 'video') return disposition?.attached_pic === 1 ? 'cover' : 'video';
  return type === 'audio' || type === 'subtitle' ? type : 'other';
}

/** The mean frame rate; never more than the one that all times fit, which is half of it where fields were counted. */
function frameTimingOf({ avg_frame_rate: mean, r_frame_rate: common }: RawStream): number | undefined {
  const frameRate = Math.min(ratio(mean, '/') ?? Infinity, ratio(common, '/') ?? Infinity);
  return Number.isFinite(frameRate) ? frameRate : undefined;
}

/** The step of the times may be half a frame: a frame of two fields. More is a clock and no frame rate. */
const MOST_ALIKE = 1.02;

function isUneven({ avg_frame_rate: mean, r_frame_rate: common }: RawStream): boolean {
  const [timingByMean, timingByStep] = [ratio(mean, '/'), ratio(common, '/')];
  if (timingByMean === undefined || timingByStep === undefined) return false;
  return Math.max(timingByMean / timingByStep, timingByStep / timingByMean) > MOST_ALIKE;
}

function rotationOf({ side_data_list: sideData = [] }: RawStream, tags: Readonly<Record<string, string>>): number {
  // The display matrix turns counterclockwise, the older tag clockwise.
  const matrix = sideData.find(({ rotation }) => rotation !== undefined)?.rotation;
  const clockwise = matrix === undefined ? Number(tags.rotate ?? 0) : -matrix;
  return Number.isFinite(clockwise) ? (Math.round(clockwise / 90) * 90 + 720) % 360 : 0;
}

/** Only whole-number formats say how fine the source is: decoders of lossy codecs give floats or whatever suits them. */
function bitsOfFormat(format: string | undefined): number | undefined {
  return format === undefined ? undefined : ({ u8: 8, u8p: 8, s16: 16, s16p: 16 } as Record<string, number>)[format];
}

function ratio(text: string | undefined, separator: string): number | undefined {
  const [numerator, denominator] = (text ?? '').split(separator).map(Number);
  return numerator && denominator ? numerator / denominator : undefined;
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

function lowerCaseKeys(tags: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).map(([key, value]) => [key.toLowerCase(), value]));
}
