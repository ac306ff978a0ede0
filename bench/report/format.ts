import { geometricMean } from '../measure.ts';
import { yardstick } from '../yardstick.ts';
import type { Comparison, Figure, PeerMeasurement, Phase, SuiteName } from '../results.ts';

const SIGNIFICANT_DIGITS = 3;

/** `0.123 ms`, `12.3 ms`, `1,230 ms`: three digits are more than a benchmark knows. */
export function formatMs(ms: number): string {
  return `${formatNumber(ms)} ms`;
}

/** `0.42×`. */
export function formatRatio(ratio: number): string {
  return `${formatNumber(ratio)}×`;
}

export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 10 ** SIGNIFICANT_DIGITS) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
}

/** `2026-11-21 12:40 UTC`. */
export function formatDate(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

export function nameWithVersion({ name, version }: PeerMeasurement): string {
  return `${name} ${version}`;
}

export function titleOf({ work, phase }: Comparison): string {
  return `${work}, ${phase}`;
}

/** With what its value is made of: `start of vips: module 84 + glue 282`. */
export function titleOfFigure({ name, parts = {} }: Figure): string {
  const sum = Object.entries(parts).map(([part, value]) => `${part} ${formatNumber(value)}`);
  return sum.length > 0 ? `${name}: ${sum.join(' + ')}` : name;
}

/** What a suite measures, in a sentence for readers of its results. */
export const SUITE_DESCRIPTIONS: Readonly<Record<SuiteName, string>> = {
  start: 'What an engine costs that has loaded no codec yet, in fresh processes.',
  planner: 'How long it takes to build the graph of formats and to find routes in it.',
  convert:
    'Conversions from file to file, verification included, in turns with native programs that have the same settings. ' +
    'Warm: an engine that runs and has done the pair before. Cold: a new process of the command line. ' +
    'Native programs start again in both.',
  image:
    'Conversions of images in turns with native programs, started again for every file, and with sharp, which stays ' +
    'loaded. Ours go from file to file with verification; the part of the codec alone is beside it.',
  media:
    'Conversions of audio and video in turns with native FFmpeg on one thread, started again for every file, and with the ' +
    'official class on the same core, which stays loaded. Ours go from file to file with verification.',
  document:
    'Conversions of documents in turns with the native programs that people would use, started again for every file. ' +
    'Ours go from file to file with verification, by workers that run.',
  'pdf-docx':
    'PDFs to Word documents that can be edited, in turns with other converters, started again for every file. ' +
    'What a page costs is CPU time of all threads of an engine that runs, verification included.',
  data:
    'Tables into other formats of data, in turns with Python and DuckDB, started again for every conversion. The codec ' +
    'alone is what the steps take without detection, planning and verification.',
  ebook: 'Books, file to file and verified, in turns with Calibre. Targets are shares of its user CPU.',
  font:
    'Fonts packed, unpacked and given other outlines, in turns with fontTools and FontForge, started again for every ' +
    'file. Ours go from file to file with verification; the part of the codec alone is beside it.',
  wanted:
    'The pairs that are asked for most, with real files of the corpora, each converted once by us and by the native program ' +
    'that people would use. Right are results in which programs of others find no fault, compared with the source; a ' +
    'program may judge its own results. Times are medians over the files that both convert.',
  scene:
    'Models, maps, music and drawings, in turns with Assimp, ogr2ogr, FluidSynth and Inkscape, started again for every ' +
    'file. Ours go from file to file with verification; the part of the codec alone is beside it.',
  archive:
    'Archives packed and unpacked, file to file and verified, in turns with native programs on one thread, started again ' +
    'each time.',
  verify:
    'What looking at a source and verifying its result take beside converting, in user CPU of all threads of one warm ' +
    'engine: a share of converting, or milliseconds where converting is short.',
  throughput:
    'Callers who each start the next conversion when the last one has answered. Latency is what a caller waits; ' +
    'refused are those who came when the queue was full.',
  server: 'What the HTTP service adds to a conversion.',
};

/** Whether a peer does what we do. The yardstick does not: its ratios only show whether ours moved. */
export function isProgram({ name }: PeerMeasurement): boolean {
  return name !== yardstick.name;
}

/** The geometric mean of all ratios of a phase, where there are at least two. */
export function summariseRatios(comparisons: readonly Comparison[]): string[] {
  return (['warm', 'cold'] as const satisfies readonly Phase[]).flatMap((phase) => {
    const ratios = comparisons
      .filter((comparison) => comparison.phase === phase)
      .flatMap(({ peers }) => peers.filter(isProgram));
    if (ratios.length < 2) return [];
    const user = formatRatio(geometricMean(ratios.map(({ ratio }) => ratio.user)));
    const wall = formatRatio(geometricMean(ratios.map(({ ratio }) => ratio.wall)));
    return [`Geometric mean of ${ratios.length} ratios, ${phase}: user CPU ${user}, wall time ${wall}.`];
  });
}
