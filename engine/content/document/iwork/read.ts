import type { Limits } from '../../../contract/limits.ts';
import type { Presentation, TextDocument } from '../opendocument/document.ts';
import { createBudget } from './budget.ts';
import { readArchiveDocument } from './iwa/read.ts';
import type { Lost } from './losses.ts';
import { openIWork } from './package.ts';
import { readXmlDocument } from './xml/read.ts';

interface ReadOptions {
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly lost?: Lost;
}

/** Reads a document of Pages or Keynote, of any year. Throws `input_corrupt` and `input_too_complex`. */
export function readIWork(
  bytes: Uint8Array,
  { limits, signal, lost = () => {} }: ReadOptions,
): TextDocument | Presentation {
  const parts = openIWork(bytes, limits);
  signal.throwIfAborted();
  const request = { lost, take: createBudget(signal) };
  return parts.kind === 'xml' ? readXmlDocument(parts, limits, request) : readArchiveDocument(parts, limits, request);
}
