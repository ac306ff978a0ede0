const MAX_COLOURS = 256;

interface Indexed {
  /** One byte a pixel. */
  readonly indices: Uint8Array;
  /** Colours as 0xrrggbb, in the order of their first pixels. */
  readonly palette: readonly number[];
}

/** Opaque pixels of 4 bytes by the numbers of their colours; throws a RangeError for more than 256 of these. */
export function indexed(data: Uint8Array): Indexed {
  const numbers = new Map<number, number>();
  const indices = new Uint8Array(data.length / 4);
  for (let at = 0; at < data.length; at += 4) {
    const rgb = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
    let index = numbers.get(rgb);
    if (index === undefined) {
      index = numbers.size;
      if (index === MAX_COLOURS) throw new RangeError('A palette holds at most 256 colours.');
      numbers.set(rgb, index);
    }
    indices[at / 4] = index;
  }
  return { indices, palette: [...numbers.keys()] };
}
