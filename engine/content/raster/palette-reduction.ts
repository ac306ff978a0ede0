/** A colour of a palette: red, green, blue and opacity, and how many pixels have it. */
interface Entry {
  readonly channels: readonly number[];
  readonly count: number;
  /** The colours of the image that it stands for. */
  readonly colours: readonly number[];
}

/**
 * Reduces an image of a few hundred colours to at most `most`, by joining those whose joining changes the image
 * least (Ward's method). `pixels` holds 4 bytes a pixel and is changed.
 */
export function reducePalette(pixels: Uint8Array, most: number): void {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 4);
  let palette = paletteOf(words);
  while (palette.length > most) palette = joinNearest(palette);
  const replacement = new Map(
    palette.flatMap(({ channels, colours }) => colours.map((word) => [word, pack(channels)])),
  );
  for (const [index, word] of words.entries()) words[index] = replacement.get(word)!;
}

function paletteOf(words: Uint32Array): Entry[] {
  const counts = new Map<number, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => ({ channels: unpack(word), count, colours: [word] }));
}

function unpack(word: number): number[] {
  return [...new Uint8Array(Uint32Array.of(word).buffer)];
}

function pack(channels: readonly number[]): number {
  return new Uint32Array(Uint8Array.from(channels, Math.round).buffer)[0]!;
}

function joinNearest(palette: readonly Entry[]): Entry[] {
  let nearest = { cost: Infinity, first: 0, second: 0 };
  for (let second = 1; second < palette.length; second++) {
    for (let first = 0; first < second; first++) {
      const cost = costOfJoining(palette[first]!, palette[second]!);
      if (cost < nearest.cost) nearest = { cost, first, second };
    }
  }
  const { first, second } = nearest;
  const others = palette.filter((_, index) => index !== first && index !== second);
  return [...others, joinEntries(palette[first]!, palette[second]!)];
}

function costOfJoining(a: Entry, b: Entry): number {
  let distance = 0;
  for (let channel = 0; channel < 4; channel++) distance += (a.channels[channel]! - b.channels[channel]!) ** 2;
  return (distance * a.count * b.count) / (a.count + b.count);
}

function joinEntries(a: Entry, b: Entry): Entry {
  const count = a.count + b.count;
  const channels = a.channels.map((value, channel) => (value * a.count + b.channels[channel]! * b.count) / count);
  return { channels, count, colours: [...a.colours, ...b.colours] };
}
