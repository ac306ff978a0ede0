import { ConversionError } from '../../contract/errors.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';

/** A stream of audio or frames whose packets were walked, in seconds. */
interface WalkedStream {
  /** Where its last packet ends. */
  readonly end: number;
  /** Where the file's header says that it ends. */
  readonly promisedEnd: number;
  readonly packets: number;
}

/**
 * A stream that ends this much before its promise was truncated: three packets for the delay of its codec, and a
 * fiftieth because the promises of MP3 are rounded.
 */
const MISSING = { packets: 3, fraction: 0.02 };

/** Whether the packets end long before the header says. */
export function isTruncated({ end, promisedEnd, packets }: WalkedStream): boolean {
  const packetSeconds = packets === 0 ? 0 : end / packets;
  return promisedEnd - end > Math.max(MISSING.packets * packetSeconds, MISSING.fraction * promisedEnd);
}

/** Throws `input_truncated` when the packets end long before the header says. */
export function refuseTruncatedStream(stream: WalkedStream, format: FormatId): void {
  if (!isTruncated(stream)) return;
  const { end, promisedEnd } = stream;
  throw truncatedError(format, { promisedSeconds: round(promisedEnd), foundSeconds: round(end) });
}

/** `input_truncated`, with what shows it. */
export function truncatedError(format: FormatId, details: Readonly<Record<string, number>>): ConversionError {
  const message = `The ${formatOf(format).name} file was truncated: it holds less than it promises. Send the whole file, or allow with the option salvage that what is left is converted.`;
  return new ConversionError({ code: 'input_truncated', message, details });
}

/** `input_truncated` of a file of which not even a part can be converted. */
export function nothingLeft(format: FormatId): ConversionError {
  const message = `The ${formatOf(format).name} file was truncated before its audio and frames: nothing is left to convert. Send the whole file.`;
  return new ConversionError({ code: 'input_truncated', message });
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
