/* Colours by their numbers in AutoCAD's table. */

export const [BY_BLOCK, BY_LAYER] = [0, 256];

/** By a number of the table, or as red, green and blue of eight bits each. */
export type EntityColour = { readonly number: number } | { readonly rgb: number };

/** White on black, and black on white. */
export const FOREGROUND: EntityColour = { number: 7 };

/** Those that have other shades on paper. */
const ON_SCREEN: readonly string[] = [
  ...(['#000000', '#ff0000', '#ffff00', '#00ff00', '#00ffff', '#0000ff', '#ff00ff', '#ffffff'] as const),
  ...(['#808080', '#c0c0c0'] as const),
];
const ON_PAPER: readonly string[] = [
  '#000000',
  '#ff0000',
  '#b8a800',
  '#00a000',
  '#00a0a0',
  '#0000ff',
  '#ff00ff',
  '#000000',
  '#808080',
  '#c0c0c0',
];
const GREYS = [0x33, 0x5b, 0x84, 0xad, 0xd6, 0xe0];
const BRIGHTNESS = [255, 165, 127, 76, 38];
/** Degrees of hue from one group of ten colours to the next. */
const HUE_STEP = 15;

/**
 * A colour for white paper: programs show drawings on black, so that the foreground is black here, and the plain light
 * colours are darker.
 */
export function colourOnPaper(colour: EntityColour): string {
  if ('number' in colour) return colourOfNumber(colour.number, ON_PAPER);
  const rgb = colourOfRgb(colour.rgb);
  return rgb === '#ffffff' ? '#000000' : rgb;
}

/** The colour of a thing in space; undefined for the foreground, which is what stands out from where it is shown. */
export function colourInSpace(colour: EntityColour): string | undefined {
  if (!('number' in colour)) return colourOfRgb(colour.rgb);
  return colour.number === 7 || colour.number > 255 ? undefined : colourOfNumber(colour.number, ON_SCREEN);
}

function colourOfNumber(number: number, first: readonly string[]): string {
  if (number < 10) return first[number] ?? '#000000';
  if (number >= 250) return hex([0, 0, 0].map(() => GREYS[number - 250] ?? 0));
  const brightness = BRIGHTNESS[Math.floor((number % 10) / 2)]!;
  const pale = number % 2 === 1 ? 0.5 : 0;
  const hue = (Math.floor(number / 10) - 1) * HUE_STEP;
  return hex([0, 240, 120].map((turn) => Math.floor(brightness * (pale + (1 - pale) * shareAt(hue + turn)))));
}

/** How much of red a hue has. */
function shareAt(degrees: number): number {
  const hue = ((degrees % 360) + 360) % 360;
  const distance = Math.min(hue, 360 - hue);
  return Math.min(1, Math.max(0, (120 - distance) / 60));
}

function colourOfRgb(rgb: number): string {
  return hex([(rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255]);
}

function hex(channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
