import type { FormatId } from '../index.ts';
import type { BoundedReader } from './bounded-reader.ts';

/** What the content says about a file's format. */
export interface Finding {
  readonly format: FormatId;
  /** 0 to 1: 1 is a signature that nothing else has. */
  readonly confidence: number;
  /** Formats that this content could equally be, taken when the file's name says so (a comic book is a ZIP). */
  readonly orNamed?: readonly FormatId[];
  /** The head of the file as text, when it is text: any plausible text format may then be named. */
  readonly text?: string;
}

/** Looks at one kind of content. `undefined`: not that kind. Never throws for what it finds in a file. */
export type Detector = (reader: BoundedReader) => Promise<Finding | undefined>;

/** From this confidence on, a file's name no longer changes what its content says. */
export const FIRM = 0.9;

export function found(format: FormatId, confidence = 1, orNamed: readonly FormatId[] = []): Finding {
  return { format, confidence, orNamed };
}
