import { bytesOfHex, latin1Bytes } from '../../../io/bytes.ts';
import type { Image } from '../model.ts';
import { mimeTypeOf } from '../pptx/image-types.ts';
import { LOOK } from '../word/looks.ts';
import { LOOKS, IMAGES } from './words.ts';

/** How characters look that come next. */
export interface CharacterState {
  /** A bit for each look. */
  readonly look: number;
  readonly font: number;
  readonly isHidden: boolean;
  readonly isDeleted: boolean;
}

export const PLAIN: CharacterState = { look: 0, font: -1, isHidden: false, isDeleted: false };

/** What a control word makes of the look of characters; nothing if it is about something else. */
export function readCharacter(
  state: CharacterState,
  word: string,
  parameter: number | undefined,
): CharacterState | undefined {
  const { look } = state;
  const bit = LOOKS[word];
  if (bit !== undefined) return { ...state, look: parameter === 0 ? look & ~bit : look | bit };
  switch (word) {
    case 'ulnone':
      return { ...state, look: look & ~LOOK.underline };
    case 'nosupersub':
      return { ...state, look: look & ~(LOOK.super | LOOK.sub) };
    case 'f':
      return { ...state, font: parameter ?? 0 };
    case 'v':
      return { ...state, isHidden: parameter !== 0 };
    case 'deleted':
      return { ...state, isDeleted: parameter !== 0 };
    case 'plain':
      return PLAIN;
  }
  return undefined;
}

/** An image that is being read: its bytes are among its control words, as hexadecimal digits or as they are. */
export class OpenImage {
  #extension = '';
  #start = -1;
  #end = -1;
  #isBinary = false;

  read(word: string): void {
    this.#extension = IMAGES[word] ?? this.#extension;
  }

  addDigits(start: number, end: number): void {
    if (this.#isBinary) return;
    if (this.#start < 0) this.#start = start;
    this.#end = end;
  }

  setBytes(start: number, length: number): void {
    this.#isBinary = true;
    this.#start = start;
    this.#end = start + length;
  }

  /** The image of an RTF file whose bytes are the characters of `source`; nothing if none of its bytes are there. */
  finish(source: string, number: number): Image | undefined {
    if (this.#extension === '' || this.#start < 0) return undefined;
    const name = `picture-${number}.${this.#extension}`;
    const [start, end, isBinary] = [this.#start, this.#end, this.#isBinary];
    const read = (): Uint8Array => {
      const data = source.slice(start, end);
      return isBinary ? latin1Bytes(data) : bytesOfHex(data.replace(/[^0-9a-f]/gi, ''));
    };
    return { kind: 'image', alternative: '', mimeType: mimeTypeOf(name), source: name, read };
  }
}
