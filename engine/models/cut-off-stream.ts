import { ConversionError } from '../errors.ts';
import { formatOf, type FormatId } from '../formats/index.ts';

/** A stream of sound or pictures whose packets were walked, in seconds. */
export interface WalkedStream {
  /** Where its last packet ends. */
  readonly end: number;
  /** Where the file's header says that it ends. */
  readonly promisedEnd: number;
  readonly packets: number;
}

/**
 * A stream that ends this much before its promise was cut off: three packets for the delay of its codec, and a
 * fiftieth because the promises of MP3 are rounded.
 */
const MISSING = { packets: 3, fraction: 0.02 };

/** Throws `input_truncated` when the packets end long before the header says. */
export function refuseCutOffStream({ end, promisedEnd, packets }: WalkedStream, format: FormatId): void {
  const packetSeconds = packets === 0 ? 0 : end / packets;
  if (promisedEnd - end <= Math.max(MISSING.packets * packetSeconds, MISSING.fraction * promisedEnd)) return;
  throw cutOff(format, { promisedSeconds: round(promisedEnd), foundSeconds: round(end) });
}

/** `input_truncated`, with what shows it. */
export function cutOff(format: FormatId, details: Readonly<Record<string, number>>): ConversionError {
  const message = `The ${formatOf(format).name} file was cut off: it holds less than it promises. Send the whole file.`;
  return new ConversionError({ code: 'input_truncated', message, details });
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
