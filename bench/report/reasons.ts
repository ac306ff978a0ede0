import { ratioOf } from '../measure.ts';
import type { Comparison, PeerMeasurement, SuiteName } from '../results.ts';
import { formatMs, formatRatio } from './format.ts';

interface KnownReason {
  readonly suites: readonly SuiteName[];
  readonly work: RegExp;
  readonly reason: string;
}

/** Why some work costs more here than in a native program, beside what was measured. */
const KNOWN_REASONS: readonly KnownReason[] = [
  {
    suites: ['convert', 'media'],
    work: /h\.?264|x264|mp4 → (?:gif|webm|y4m|mp4|mkv)|vp[89]|av1|film|video/i,
    reason: 'the FFmpeg cores of the npm registry are built without SIMD assembly, and run on one thread',
  },
  {
    suites: ['convert', 'media'],
    work: /wav|mp3|flac|opus|ogg|m4a/i,
    reason:
      'source and result are decoded whole and compared by tenths of a second, up to two minutes; a third of that is ' +
      'decoding, the rest spectra, levels and times of both',
  },
  {
    suites: ['archive'],
    work: /7z|xz|lzma/i,
    reason: 'LZMA runs in WebAssembly; Node brings no other',
  },
  {
    suites: ['archive'],
    work: /gzip|zstd/i,
    reason: 'every entry is unpacked, hashed and packed again around Node’s own library',
  },
  {
    suites: ['convert'],
    work: /pdf → txt/i,
    reason:
      'columns, tables and the order of reading are found as for Word, and the text is compared with that of another reader',
  },
  {
    suites: ['convert', 'document', 'ebook'],
    work: /md|html|pandoc|rst|latex/i,
    reason: 'the collector of GHC runs in WebAssembly, and a conversion fills memory faster than it computes',
  },
  {
    suites: ['ebook'],
    work: /mobi|azw3|epub/i,
    reason:
      'every word of both books is aligned; the library that reads Mobipocket again takes two fifths of verifying that format',
  },
  {
    suites: ['image', 'convert'],
    work: /png|jpg|webp|avif|jxl|heic|gif|tiff/i,
    reason: 'codecs run in WebAssembly with SIMD of 128 bits, native ones with 256',
  },
  {
    suites: ['scene'],
    work: /glb|stl|dae|kml|gml/i,
    reason: 'the whole model or map is read again and compared, by readers in JavaScript',
  },
];

/**
 * Why ours costs more than this peer, in a sentence: what was measured first (a process that starts, the codec alone),
 * then what is known of the codec.
 */
export function reasonOf(suite: SuiteName, { work, phase, ours, codec }: Comparison, peer: PeerMeasurement): string {
  if (phase === 'cold')
    return 'a new process: Node, a worker and the codec start, and nothing is compiled yet (by threads under start)';
  const known = KNOWN_REASONS.find(({ suites, work: pattern }) => suites.includes(suite) && pattern.test(work))?.reason;
  if (!codec) return known ?? 'looking, verifying and files are on top of the codec';
  const alone = ratioOf(codec, peer).user;
  const around = `${formatMs(Math.max(0, ours.userMs.median - codec.userMs.median))} of it around the codec`;
  return alone > 1
    ? `the codec alone is ${formatRatio(alone)}, ${around}${known ? `: ${known}` : ''}`
    : `the codec alone is ${formatRatio(alone)}: the rest is looking, verifying and files`;
}
