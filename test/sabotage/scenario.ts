import type { Family } from '../../engine/formats/format.ts';
import type { FormatId, OptionValues } from '../../engine/index.ts';

/** What a damage does to who relies on the result. */
export type Harm =
  | 'number' // a number, a value or a date is different
  | 'text' // text is lost, different or in the wrong encoding
  | 'order' // things stand at each other's places
  | 'structure' // a heading, a list, a table is no longer one
  | 'block' // a paragraph, row, page, sheet, chapter, entry is lost
  | 'link'
  | 'note'
  | 'image' // an image is lost, replaced or damaged
  | 'visibility' // something is there and cannot be seen
  | 'style' // it looks otherwise
  | 'frame'
  | 'timing'
  | 'track'
  | 'silence'
  | 'motion' // a still where there was motion, or the wrong motion
  | 'sound' // it sounds otherwise
  | 'cue'
  | 'metadata'
  | 'unreadable'; // random bytes, a blank or truncated file

/** A damage needs a tool that is not installed. */
export class MissingTool extends Error {
  override readonly name = 'MissingTool';
}

/** @throws MissingTool if that is why `command` failed */
export function requireTool(command: string, error: unknown): void {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ENOENT' && syscall === `spawnSync ${command}`) throw new MissingTool(command);
}

/** What a bug of a codec could do to a result. */
export interface Damage {
  readonly name: string;
  readonly harm: Harm;
  /** Makes the damaged result; nothing where there is nothing to damage. Must not change its input. */
  apply(result: Uint8Array): Uint8Array | undefined | Promise<Uint8Array | undefined>;
}

/** Damages all files of a result that has several, such as one image a page. */
export interface DamageOfSeveral extends Omit<Damage, 'apply'> {
  applyToAll(results: readonly Uint8Array[]): readonly Uint8Array[] | undefined;
}

/** One conversion of a real file, and the damages that are done to its result. */
export interface Scenario {
  readonly family: Family | 'pdf' | 'slides' | 'rest';
  /** Below the project, such as `corpus/sources/docx/…` or `../shared/corpora/word/…`. */
  readonly source: string;
  readonly to: FormatId;
  readonly options?: OptionValues;
  /** Its damages are done in `npm test`: few, quick, of a file of the project's own. */
  readonly isInSample?: true;
  /** Saves a result again without a change that anyone could notice: it must be accepted as well. */
  readonly resave?: (result: Uint8Array) => Uint8Array | Promise<Uint8Array>;
  readonly damages: readonly (Damage | DamageOfSeveral)[];
}
