import { formatOf, type FormatId } from '../../../engine/formats/index.ts';

export interface File {
  readonly path: string;
  readonly format: FormatId;
}

export interface Judged {
  readonly source: File;
  readonly output: File;
  /** Features that the engine says the result has kept. */
  readonly kept: readonly string[];
  /** The codec that wrote the result. */
  readonly writer: string | undefined;
}

/** What an outside program or parser thinks of a result; nothing when none is installed that knows the format. */
export interface Verdict {
  readonly judge: string;
  /** What is wrong with the result, if anything. */
  readonly fault?: string;
}

export function familyOf(format: FormatId): string {
  return formatOf(format).family;
}
