import type { InputFile } from '../../../contract/codec.ts';
import type { FormatId } from '../../../formats/index.ts';
import { aiffLayout } from './aiff.ts';
import { astLayout, auLayout, cafLayout, ircamLayout, soxLayout } from './simple.ts';
import { vocLayout } from './voc.ts';
import { wave64Layout, waveLayout } from './wave.ts';

/** How one sample is stored. */
export interface SampleType {
  readonly bits: number;
  readonly isFloat: boolean;
  readonly isSigned: boolean;
  readonly littleEndian: boolean;
}

/** First byte of samples, and the first behind them. */
export interface SampleBytes {
  readonly start: number;
  readonly end: number;
}

/** How the samples of an uncompressed file lie in it. */
export interface SampleLayout extends SampleType {
  readonly rate: number;
  readonly channels: number;
  /** In their order; nearly always one. */
  readonly parts: readonly SampleBytes[];
  /** Within a part, all samples of the first channel come before those of the next. */
  readonly isPlanar?: true;
}

/** Nothing for a file that holds anything but plain samples. */
export type ReadLayout = (file: InputFile) => SampleLayout | undefined;

const LAYOUTS = {
  wav: waveLayout,
  w64: wave64Layout,
  aiff: aiffLayout,
  aifc: aiffLayout,
  au: auLayout,
  caf: cafLayout,
  sox: soxLayout,
  ircam: ircamLayout,
  voc: vocLayout,
  ast: astLayout,
} as const satisfies Partial<Record<FormatId, ReadLayout>>;

type PlainAudio = keyof typeof LAYOUTS;

/** Where the samples of a file are; nothing of a file that holds anything but plain samples. */
export function layoutOf(file: InputFile, format: FormatId): SampleLayout | undefined {
  const layout = isPlainAudio(format) ? LAYOUTS[format](file) : undefined;
  return layout && isPlain(layout) ? layout : undefined;
}

function isPlainAudio(format: FormatId): format is PlainAudio {
  return format in LAYOUTS;
}

const DEPTHS: ReadonlySet<number> = new Set([8, 16, 24, 32]);
const MOST_CHANNELS = 64;

function isPlain({ rate, channels, bits, isFloat }: SampleLayout): boolean {
  const isDepth = isFloat ? bits === 32 || bits === 64 : DEPTHS.has(bits);
  return isDepth && rate > 0 && channels > 0 && channels <= MOST_CHANNELS;
}

/** Bytes of one sample of every channel. */
export function frameBytesOf({ channels, bits }: Pick<SampleLayout, 'channels' | 'bits'>): number {
  return (channels * bits) / 8;
}
