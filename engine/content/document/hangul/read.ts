import type { Limits } from '../../../contract/limits.ts';
import type { FormatId } from '../../../formats/index.ts';
import type { TextDocument } from '../opendocument/document.ts';
import { readHwp } from './hwp.ts';
import { readHwpx } from './hwpx.ts';
import type { HangulLosses } from './losses.ts';

/** Reads a document of Hangul, HWP 5 or HWPX. Throws `input_encrypted`, `input_corrupt` and `input_too_complex`. */
export function readHangul(bytes: Uint8Array, format: FormatId, limits: Limits, losses: HangulLosses): TextDocument {
  return format === 'hwpx' ? readHwpx(bytes, limits, losses) : readHwp(bytes, limits, losses);
}
