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
    work: /h\.?264|x264|mp4|mov|mkv|webm|vp[89]|av1|film|video/i,
    reason: 'the FFmpeg cores of the npm registry are built without SIMD assembly, and run on one thread',
  },
  {
    suites: ['archive'],
    work: /7z|xz|lzma/i,
    reason: 'LZMA runs in WebAssembly; Node brings no other',
  },
  {
    suites: ['convert', 'document', 'ebook'],
    work: /md|html|pandoc|rst|latex|epub/i,
    reason: 'the collector of GHC runs in WebAssembly, and a conversion fills memory faster than it computes',
  },
  {
    suites: ['image', 'convert'],
    work: /png|jpg|webp|avif|jxl|heic|gif|tiff/i,
    reason: 'codecs run in WebAssembly with SIMD of 128 bits, native ones with 256',
  },
];

/**
 * Why ours costs more than this peer, in a sentence: what was measured first (a process that starts, the codec alone),
 * then what is known of the codec.
 */
export function reasonOf(suite: SuiteName, { work, phase, ours, codec }: Comparison, peer: PeerMeasurement): string {
  if (phase === 'cold') return 'a new process: Node, a worker and the codec start, and nothing is compiled yet';
  const known = KNOWN_REASONS.find(({ suites, work: pattern }) => suites.includes(suite) && pattern.test(work))?.reason;
  if (!codec) return known ?? 'looking, verifying and files are on top of the codec';
  const alone = ratioOf(codec, peer).user;
  const around = `${formatMs(Math.max(0, ours.userMs.median - codec.userMs.median))} of it around the codec`;
  return alone > 1
    ? `the codec alone is ${formatRatio(alone)}, ${around}${known ? `: ${known}` : ''}`
    : `the codec alone is ${formatRatio(alone)}: the rest is looking, verifying and files`;
}
