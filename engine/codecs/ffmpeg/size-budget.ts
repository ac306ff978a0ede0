import { ConversionError } from '../../contract/errors.ts';

/** kbit/s of each track, so that a video of some length has some size. */
export interface Rates {
  /** Absent when there is no video. */
  readonly video?: number;
  /** Of a track of so many channels. */
  readonly audio: (channels: number) => number;
}

interface SizeBudget {
  /** Thousands of bytes of the whole file. */
  readonly targetSize: number;
  readonly seconds: number | undefined;
  /** Channels of each audio track. */
  readonly audioTracks: readonly number[];
  readonly hasVideo: boolean;
  /** Share of the size that is given out: less when the encoder took more than it was given before. */
  readonly share: number;
}

/** What the container takes for itself. */
const OVERHEAD = 0.04;
/**
 * Share of a video that its audio gets, and the bounds of a track that keep it both fair and bearable, in kbit/s. Below
 * `channel` for each of them, encoders make one channel of two: to keep them apart, audio may take up to `mostShare`.
 */
const AUDIO = { share: 0.2, mostShare: 0.35, least: 24, most: 128, channel: 24 };
/** kbit/s below which no encoder goes. */
const LEAST_VIDEO = 10;
const LEAST_AUDIO = 8;
const MOST_AUDIO = 512;

/**
 * Gives out the bits. Throws when they do not suffice for anything, or nobody knows for how long; in a further attempt
 * the least that there is may still do.
 */
export function ratesWithin({ targetSize, seconds, audioTracks, hasVideo, share }: SizeBudget): Rates {
  if (seconds === undefined) {
    throw new ConversionError({
      code: 'invalid_options',
      message: 'The file does not say how long it plays, so that targetSize cannot be met. Ask for bit rates instead.',
      details: { option: 'targetSize' },
    });
  }
  const total = ((targetSize * 8) / seconds) * (1 - OVERHEAD) * share;
  if (!hasVideo) {
    if (total < LEAST_AUDIO && share === 1) throw tooSmall(targetSize, seconds, LEAST_AUDIO);
    const audio = Math.floor(total / Math.max(1, audioTracks.length));
    return { audio: () => Math.min(MOST_AUDIO, Math.max(LEAST_AUDIO, audio)) };
  }
  const fair = Math.max(AUDIO.least, (total * AUDIO.share) / Math.max(1, audioTracks.length));
  const perChannel = Math.min(AUDIO.channel, (total * AUDIO.mostShare) / Math.max(1, sumOf(audioTracks)));
  const audio = (channels: number): number => Math.floor(Math.min(AUDIO.most, Math.max(fair, perChannel * channels)));
  const video = Math.floor(total - sumOf(audioTracks.map(audio)));
  if (video < LEAST_VIDEO && share === 1)
    throw tooSmall(targetSize, seconds, LEAST_VIDEO + audioTracks.length * AUDIO.least);
  return { audio, video: Math.max(LEAST_VIDEO, video) };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function tooSmall(targetSize: number, seconds: number, kbits: number): ConversionError {
  const least = Math.ceil((kbits * seconds) / 8 / (1 - OVERHEAD));
  return new ConversionError({
    code: 'input_too_complex',
    message: `${Math.round(seconds)} s do not fit into the ${targetSize} kB of targetSize: they need ${least} kB at least. Ask for more, or for a shorter duration.`,
    details: { limit: 'targetSize', allowed: targetSize * 1000, least: least * 1000 },
  });
}
