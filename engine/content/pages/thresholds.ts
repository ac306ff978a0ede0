/**
 * Units of the numbers by which pages are read and laid out. Each number is in a table of its subject, as what its
 * unit gives back: `em(0.2)` is a fifth of the size of the text.
 */
type Unit = (value: number) => number;

/** By the size of the text. */
export const em: Unit = (value) => value;
/** 1/72 inch on the page. */
export const points: Unit = (value) => value;
/** A part of a whole, 0 to 1. */
export const share: Unit = (value) => value;
/** A factor of something else. */
export const times: Unit = (value) => value;
export const count: Unit = (value) => value;
export const percent: Unit = (value) => value;
/** Of text, by their usual distance. */
export const lines: Unit = (value) => value;
export const pixels: Unit = (value) => value;
/** Pixels per inch. */
export const dpi: Unit = (value) => value;
/** Of a colour channel, 0 to 255. */
export const levels: Unit = (value) => value;
/** Height over length. */
export const slope: Unit = (value) => value;
