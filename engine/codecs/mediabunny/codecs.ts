/**
 * One name for one codec, whichever reader saw it: FFmpeg's names, because they are what most tools print. The keys
 * are the demuxer's own names and, for codecs that it only passes through, the container's.
 */
const NAMES: Readonly<Record<string, string>> = {
  avc: 'h264',
  'pcm-u8': 'pcm_u8',
  'pcm-s8': 'pcm_s8',
  'pcm-s16': 'pcm_s16le',
  'pcm-s16be': 'pcm_s16be',
  'pcm-s24': 'pcm_s24le',
  'pcm-s24be': 'pcm_s24be',
  'pcm-s32': 'pcm_s32le',
  'pcm-s32be': 'pcm_s32be',
  'pcm-f32': 'pcm_f32le',
  'pcm-f32be': 'pcm_f32be',
  'pcm-f64': 'pcm_f64le',
  'pcm-f64be': 'pcm_f64be',
  ulaw: 'pcm_mulaw',
  alaw: 'pcm_alaw',
  mp4v: 'mpeg4',
  samr: 'amr_nb',
  sawb: 'amr_wb',
  s263: 'h263',
  jpeg: 'mjpeg',
  mjpa: 'mjpeg',
  'V_MPEG4/ISO/ASP': 'mpeg4',
  V_MJPEG: 'mjpeg',
  V_THEORA: 'theora',
  V_MPEG2: 'mpeg2video',
  V_MPEG1: 'mpeg1video',
  A_ALAC: 'alac',
  A_TRUEHD: 'truehd',
  A_WAVPACK4: 'wavpack',
  'A_MPEG/L2': 'mp2',
};

/** The field's name of a codec; what the container calls it when nobody knows it, `unknown` when it says nothing. */
export function codecName(known: string | null, inContainer: string | number | Uint8Array | null): string {
  if (known !== null) return NAMES[known] ?? known;
  return typeof inContainer === 'string' ? (NAMES[inContainer] ?? inContainer) : 'unknown';
}

/** Bits of one sample of an uncompressed codec, as its name says; absent for compressed ones. */
export function bitsOfPcm(codec: string): number | undefined {
  const bits = /^pcm_[usf](\d+)/.exec(codec)?.[1];
  return bits === undefined ? undefined : Number(bits);
}
