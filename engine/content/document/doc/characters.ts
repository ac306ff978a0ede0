import { viewOf } from '../../../io/bytes.ts';
import { STYLE_BIT } from '../word/style-bits.ts';
import type { Styles } from './styles.ts';
import { modifiersIn, valueOf, type Modifier } from './modifiers.ts';

/** What characters are, as their styles and their modifiers say ([MS-DOC] 2.6.1). */
export interface CharacterState {
  /** A bit for each style that they have beside that of their styles. */
  readonly styleBits: number;
  readonly isHidden: boolean;
  readonly isDeleted: boolean;
  /** Where their image is in the stream of data, or the number of an object. */
  readonly image?: number;
  readonly isObject: boolean;
  /** What is there are values of a form, and no image. */
  readonly isData: boolean;
  /** The character of a font of symbols that they stand for. */
  readonly symbol?: number;
}

const PLAIN: CharacterState = { styleBits: 0, isHidden: false, isDeleted: false, isData: false, isObject: false };
const STYLE = 0x4a30;

/** What characters are in a paragraph of a style; `lists` are the modifiers of their own. */
export function charactersOf(styles: Styles, paragraphStyle: number, lists: readonly Uint8Array[]): CharacterState {
  const own = lists.flatMap((list) => [...modifiersIn(list)]);
  const named = own.find(({ code }) => code === STYLE);
  const inherited = [...styles.charactersOf(paragraphStyle), ...(named ? styles.charactersOf(valueOf(named)) : [])];
  let style = PLAIN;
  for (const list of inherited) for (const modifier of modifiersIn(list)) style = change(style, modifier, style);
  // Formatting that comes from a named style is none of this text's own.
  let state: CharacterState = { ...style, styleBits: 0 };
  for (const modifier of own) state = change(state, modifier, style);
  return state;
}

function change(state: CharacterState, modifier: Modifier, style: CharacterState): CharacterState {
  const value = valueOf(modifier);
  const isOn = (inherited: boolean): boolean =>
    value === 0x80 ? inherited : value === 0x81 ? !inherited : (value & 1) === 1;
  const withStyle = (bit: number, has: boolean): CharacterState => ({
    ...state,
    styleBits: has ? state.styleBits | bit : state.styleBits & ~bit,
  });
  switch (modifier.code) {
    case 0x0800:
      return { ...state, isDeleted: value !== 0 };
    case 0x083c:
      return { ...state, isHidden: isOn(style.isHidden) };
    case 0x0806:
      return { ...state, isData: value !== 0 };
    case 0x080a:
      return { ...state, isObject: value !== 0 };
    case 0x6a03:
      return { ...state, image: value };
    case 0x6a09:
      return { ...state, symbol: viewOf(modifier.operand).getUint16(2, true) };
    case 0x0835:
      return withStyle(STYLE_BIT.bold, isOn(false));
    case 0x0836:
      return withStyle(STYLE_BIT.italic, isOn(false));
    case 0x0837:
      return withStyle(STYLE_BIT.strike, isOn(false));
    case 0x2a3e:
      return withStyle(STYLE_BIT.underline, value !== 0);
    case 0x2a48:
      return { ...state, styleBits: scriptOf(state.styleBits, value) };
  }
  return state;
}

function scriptOf(styleBits: number, value: number): number {
  const plain = styleBits & ~(STYLE_BIT.super | STYLE_BIT.sub);
  return value === 1 ? plain | STYLE_BIT.super : value === 2 ? plain | STYLE_BIT.sub : plain;
}
