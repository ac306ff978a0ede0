import type { Thumbnail } from '../../../contract/facts.ts';
import type { Expectation } from '../../../contract/report.ts';
import { FRAME_GRID } from '../../../contract/samples.ts';
import { differenceOf, type ImageDifference } from '../../raster/compare/image-difference.ts';
import { turned } from '../../raster/compare/pairs.ts';
import type { Regions, SeenPair, VideoFault } from './video-faults.ts';

/** Cells along a side of the grid on which frames are compared: what stays of a video at the least bit rate. */
const CELLS = 8;
/** What coarse encoders leave of the colours. */
const MOST_DELTA_E = 14;
/** Videos of a high dynamic range are brought into that of eight bits: light and dark stay where they are. */
const TONES = { deltaE: 40, correlation: 0.85 } as const;
/** Shares of a sequence at which its frames are compared in their colours. */
const SHARES = [0, 0.5, 0.8] as const;

/** Compares the colours of some frames of each moment as the eye sees them. */
export function colourFaults(seen: readonly SeenPair[], regions: Regions, expectation: Expectation): VideoFault[] {
  const slack = Math.max(1, Math.ceil(FRAME_GRID / (expectation.options.fps ?? FRAME_GRID)));
  const compared = seen.flatMap(({ atMs, before, after }) =>
    (seen.length > 1 ? SHARES.slice(0, 1) : SHARES).flatMap((share) => {
      const at = Math.floor(share * Math.min(before.length, after.length));
      const near = before.slice(Math.max(0, at - slack), at + slack + 1);
      return after[at] && near.length > 0 ? [{ atMs, ...nearestOf(near, after[at], regions, expectation) }] : [];
    }),
  );
  if (!mostFail(compared.map(isAlike))) return [];
  const { atMs, deltaE } = compared.find((one) => !isAlike(one))!;
  return [{ kind: 'frame_changed', atMs, found: `ΔE ${deltaE.toFixed(1)}` }];
}

function isAlike({ deltaE, correlation }: ImageDifference): boolean {
  return deltaE <= MOST_DELTA_E || (deltaE <= TONES.deltaE && correlation >= TONES.correlation);
}

/** How a frame differs from that of the source which it resembles most. */
function nearestOf(
  expected: readonly Thumbnail[],
  found: Thumbnail,
  { expectedRegion, foundRegion }: Regions,
  expectation: Expectation,
): ImageDifference {
  const differences = expected.map((frame) => {
    const thumbnail = turned(frame, expectation.options.rotate);
    return differenceOf(
      { thumbnail, region: expectedRegion },
      { thumbnail: found, region: foundRegion },
      { cells: CELLS },
    );
  });
  return differences.reduce((best, each) => (each.deltaE < best.deltaE ? each : best));
}

/**
 * Whether what was compared at some moments is broken: the first, which is found without seeking, or all others. A single
 * moment may lie beside a cut, or be found less exactly.
 */
function mostFail([first, ...later]: readonly boolean[]): boolean {
  return first === false || (later.length > 0 && later.every((ok) => !ok));
}
