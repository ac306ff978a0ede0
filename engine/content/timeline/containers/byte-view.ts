import type { InputFile } from '../../../contract/codec.ts';

/** What a container's own structure says, whatever its packets hold. */
export interface ContainerFacts {
  /** The structure promises bytes that the file does not have: `promisedBytes` is the least size of the whole file. */
  readonly truncated?: { readonly promisedBytes: number };
  /** The demuxer would read nothing of it, or only a part. */
  readonly unreadable?: true;
  /** The demuxer does not know how its packets are stored: another reader has to look. */
  readonly isUnread?: true;
  readonly subtitles: readonly { readonly codec: string; readonly language?: string }[];
  /** Seconds at which the last subtitle disappears, which may be behind all else; walks over the whole file. */
  readonly cuesEnd?: () => number;
  readonly chapters?: number;
  readonly title?: string;
  /** What the setup of a decoder says of tracks whose entry in the container may say something else, by their ids. */
  readonly audio?: ReadonlyMap<number, AudioSetup>;
}

export interface AudioSetup {
  readonly channels: number;
  readonly sampleRate: number;
}

/** A DataView over `length` bytes at `position`, or over what is left of the file there. */
export function viewAt(file: InputFile, position: number, length: number): DataView {
  const bytes = new Uint8Array(Math.max(0, Math.min(length, file.size - position)));
  const read = bytes.byteLength === 0 ? 0 : file.read(bytes, position);
  return new DataView(bytes.buffer, 0, read);
}

/** `length` bytes of a view as Latin-1 text. */
export function latin1(view: DataView, offset: number, length: number): string {
  let text = '';
  for (let index = offset; index < Math.min(offset + length, view.byteLength); index++)
    text += String.fromCharCode(view.getUint8(index));
  return text;
}
