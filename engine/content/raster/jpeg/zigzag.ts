/** Coefficients of a block. */
export const BLOCK = 64;

/** Row-major place of each coefficient in the order of the zigzag (T.81, figure A.6). */
export const PLACE_OF_ZIGZAG: Uint8Array = zigzagPlaces();

/** The inverse: place in the zigzag of each row-major place. */
export const ZIGZAG_OF_PLACE: Uint8Array = Uint8Array.from({ length: BLOCK }, (_, place) =>
  PLACE_OF_ZIGZAG.indexOf(place),
);

function zigzagPlaces(): Uint8Array {
  const places: number[] = [];
  for (let diagonal = 0; diagonal < 15; diagonal++) {
    const first = Math.max(0, diagonal - 7);
    const cells = Array.from({ length: Math.min(diagonal, 7) - first + 1 }, (_, index) => first + index);
    if (diagonal % 2 === 0) cells.reverse(); // even diagonals run upwards: their rows fall
    for (const row of cells) places.push(row * 8 + (diagonal - row));
  }
  return Uint8Array.from(places);
}
