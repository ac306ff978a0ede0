import { bytesOfHex, latin1Bytes } from '../../../io/bytes.ts';
import type { Image } from '../model.ts';
import { mimeTypeOf } from '../pptx/image-types.ts';
import { STYLE_BIT } from '../word/style-bits.ts';
import { LOOKS, IMAGES } from './words.ts';

/** The style of the characters that come next. */
export interface CharacterState {
  /** A bit for each style. */
  readonly styleBits: number;
  readonly font: number;
  readonly isHidden: boolean;
  readonly isDeleted: boolean;
}

export const PLAIN: CharacterState = { styleBits: 0, font: -1, isHidden: false, isDeleted: false };

/** What a control word makes of the style of characters; nothing if it is about something else. */
export function readCharacter(
  state: CharacterState,
  word: string,
  parameter: number | undefined,
): CharacterState | undefined {
  const { styleBits } = state;
  const bit = LOOKS[word];
  if (bit !== undefined) return { ...state, styleBits: parameter === 0 ? styleBits & ~bit : styleBits | bit };
  switch (word) {
    case 'ulnone':
      return { ...state, styleBits: styleBits & ~STYLE_BIT.underline };
    case 'nosupersub':
      return { ...state, styleBits: styleBits & ~(STYLE_BIT.super | STYLE_BIT.sub) };
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
