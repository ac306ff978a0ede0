import type { FormatId } from '../formats/index.ts';

interface Named {
  /** File name with extension, for people: never used to open anything. */
  readonly name: string;
  readonly format: FormatId;
}

export interface BytesArtifact extends Named {
  readonly bytes: Uint8Array;
  /**
   * Images that a text refers to, by the name that it has for them. A codec of the same worker call takes them with
   * the text; when the text leaves its worker they become files beside it.
   */
  readonly companions?: ReadonlyMap<string, Uint8Array>;
  /**
   * What lies beside a text where it comes from, by the path that leads there: its images, its parts, its sources.
   * Codecs find there what the text names; what they make of the text has nothing beside it.
   */
  readonly beside?: ReadonlyMap<string, Uint8Array>;
}

/** A file in the engine's scratch space or one that the caller named; `size` in bytes. */
export interface FileArtifact extends Named {
  readonly path: string;
  readonly size: number;
}

/** One file on its way through a plan. What crosses a thread: bytes are transferred, a file goes as its path. */
export type Artifact = BytesArtifact | FileArtifact;

/** Several workers can read it at the same time: a file, or bytes in shared memory. */
export function isShared(artifact: Artifact): boolean {
  return 'path' in artifact || artifact.bytes.buffer instanceof SharedArrayBuffer;
}

export function sizeOf(artifact: Artifact): number {
  return 'bytes' in artifact ? artifact.bytes.byteLength : artifact.size;
}

/** Of several artifacts those of the first one's format: the others are images that belong to them. */
export function documentsOf<T extends Artifact>(artifacts: readonly T[]): T[] {
  return artifacts.filter(({ format }) => format === artifacts[0]!.format);
}
