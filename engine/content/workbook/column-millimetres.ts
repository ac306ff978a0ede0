/** Millimetres of a character in the usual font of ten points, and beside all of them: Excel counts widths in characters. */
export const CHARACTER_MM = 2.05;
export const PADDING_MM = 1.3;
