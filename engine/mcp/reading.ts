import { AgentError } from './backend.ts';
import { TEXT_BYTES } from './limits.ts';

/** Formats that are text as they are. */
const TEXT_FORMATS: ReadonlySet<string> = new Set(['md', 'txt', 'code']);

/** How a file is converted to be read: a text with gaps, told about, is better than none. */
export const READING = { allowLoss: 'any', onDifference: 'tell' } as const;

/** The text of a file that need not be converted; undefined if it must be, as for other encodings than UTF-8. */
export async function asTextItself(format: string, read: () => Promise<Uint8Array>): Promise<string | undefined> {
  if (!TEXT_FORMATS.has(format)) return undefined;
  const bytes = await read();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function textTooLong(): AgentError {
  const message = `The text has more than ${TEXT_BYTES / 1024 ** 2} MiB. Convert a part of the file, with the option \`pages\`.`;
  return new AgentError('text_too_long', message);
}
