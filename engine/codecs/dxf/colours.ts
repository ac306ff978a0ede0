/* Colours by their numbers in AutoCAD's table. */

export const [BY_BLOCK, BY_LAYER] = [0, 256];

const FIRST = [
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
 * The colour of a number, for white paper: programs show drawings on black, so that 7 is black here, and the plain light
 * colours are darker.
 */
export function colourOfNumber(number: number): string {
  if (number < 10) return FIRST[number] ?? '#000000';
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

export function colourOfRgb(rgb: number): string {
  const colour = hex([(rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255]);
  return colour === '#ffffff' ? '#000000' : colour;
}

function hex(channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
