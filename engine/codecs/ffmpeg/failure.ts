import type { FormatId } from '../../formats/index.ts';
import { formatOf } from '../../formats/index.ts';
import { ConversionError, type EngineErrorCode } from '../../contract/errors.ts';

interface Verdict {
  readonly pattern: RegExp;
  readonly code: EngineErrorCode;
  readonly message: (from: string) => string;
}

/** The decoder leaves out what it does not know, and ends as if all were well. */
const UNKNOWN_FEATURE = /Not yet implemented in FFmpeg/;

/** FFmpeg has one exit code for everything; its log is the only way to tell what went wrong. First match wins. */
const VERDICTS: readonly Verdict[] = [
  {
    pattern: /moov atom not found|partial file|truncat/i,
    code: 'input_truncated',
    message: (from) => `The ${from} file was truncated: its index is missing. Send the whole file.`,
  },
  {
    pattern: /encrypted|protected by DRM|Incorrect decryption/i,
    code: 'input_encrypted',
    message: (from) => `The ${from} file is protected and cannot be converted. Send an unprotected file.`,
  },
  {
    pattern: /max pixel count|Picture size \d+x\d+ is invalid|Dimensions .* exceed/i,
    code: 'input_too_complex',
    message: () => 'The frames of the video are larger than this engine decodes. Send a smaller video.',
  },
  {
    pattern:
      // libwebp's first two errors say that there is no memory.
      /Cannot allocate memory|memory allocation error|malloc of size \d+ failed|Out of memory|\bOOM\b|memory access out of bounds|Encoding WebP frame failed with error: [12]\b/i,
    code: 'input_too_complex',
    message: () => 'The video needs more memory than this engine gives one job. Ask for a smaller width and height.',
  },
  {
    pattern: /hardware accelerated AV1 decoding|Decoder .* not found|No decoder/i,
    code: 'unsupported_conversion',
    message: (from) => `A track of the ${from} file is of a kind that cannot be decoded here.`,
  },
  {
    pattern: /Rematrix is needed between .* but there is not enough information/,
    code: 'unsupported_conversion',
    message: (from) =>
      `Nothing says which speakers the channels of the ${from} file are for, and there are more than the target holds. Send it with fewer channels.`,
  },
  {
    pattern: /does not contain any stream|matches no streams|Cannot find a matching stream/i,
    code: 'unsupported_conversion',
    message: (from) => `The ${from} file has no track that the target can hold.`,
  },
  {
    pattern:
      /bitrate too (?:low|high)|invalid bit ?rate|increasing the bitrate|encoder setup failed|maybe incorrect parameters such as bit_rate/i,
    code: 'invalid_options',
    message: (from) =>
      `The encoder of the target does not write the ${from} file at the bit rate, the sample rate or the size that it would have. Ask for another one, or for none.`,
  },
  {
    // FFmpeg names the codec by the first bytes, and no frame of it could be read.
    pattern: /sample rate not set|dimensions not set|unspecified sample (rate|format)|unspecified size/i,
    code: 'unsupported_conversion',
    message: (from) =>
      `No frame of a track of the ${from} file could be decoded: it is damaged, or of a kind that is not known here. Send it in a common codec.`,
  },
  {
    pattern: UNKNOWN_FEATURE,
    code: 'conversion_failed',
    message: (from) => `The ${from} file uses something that the decoder does not know. Try another target format.`,
  },
  {
    pattern: /^Empty output$/m,
    code: 'input_corrupt',
    message: (from) =>
      `The ${from} file holds nothing to convert: its tracks are empty or truncated. Send the whole file.`,
  },
  {
    pattern:
      /Cannot determine format of input|Invalid data found|EBML header parsing failed|could not find codec parameters|Error while decoding|invalid .*header|Invalid NAL unit size|incomplete frame|sample rate \d+ invalid|'time_base' out of range|AC EOB marker is absent|Invalid frame dimensions|Header missing/i,
    code: 'input_corrupt',
    message: (from) => `The ${from} file is damaged and cannot be read. Send an intact file.`,
  },
];

/** Lines that say that something was wrong with the input although FFmpeg went on. */
const REPAIRED = /error while decoding|invalid data found|concealing|corrupt|invalid nal|bytestream|header missing/i;

export function repairsIn(log: readonly string[]): number {
  return log.filter((line) => REPAIRED.test(line)).length;
}

/** Decoders of the MPEG family have no place for images of less than about 24 pixels across: nothing is wrong with them. */
const TOO_SMALL = /Image too small, temporary buffers cannot function/;

export function isTooSmall(log: readonly string[]): boolean {
  return log.some((line) => TOO_SMALL.test(line));
}

export function hasLeftOut(log: readonly string[]): boolean {
  return log.some((line) => UNKNOWN_FEATURE.test(line));
}

/** What a failed run means for the caller; the log goes along as the cause. */
export function failureOf(log: readonly string[], from: FormatId, exitCode: number): ConversionError {
  const text = log.join('\n');
  const { name } = formatOf(from);
  const verdict = VERDICTS.find(({ pattern }) => pattern.test(text));
  const cause = new Error(`exit code ${exitCode}: ${text}`);
  const { code, message } = verdict ?? { code: 'conversion_failed' as const, message: unexplained };
  return new ConversionError({ code, message: message(name) }, { cause });
}

function unexplained(from: string): string {
  return `The ${from} file could not be converted. Try another target format, or report the file.`;
}
