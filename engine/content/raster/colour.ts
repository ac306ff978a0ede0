/** Red, green and blue of a colour such as `#1e90ff`, 0 to 255 each. */
export function rgbOf(colour: string): [red: number, green: number, blue: number] {
  const channel = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

/** `#rrggbb` of whole numbers from 0 to 255. */
export function colourOfChannels(channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
