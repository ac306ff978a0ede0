/** The sixteen colours of HTML 4 and those that captions add, by name. */
const NAMED: Readonly<Record<string, string>> = {
  aqua: '#00ffff',
  black: '#000000',
  blue: '#0000ff',
  cyan: '#00ffff',
  fuchsia: '#ff00ff',
  gold: '#ffd700',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  lime: '#00ff00',
  magenta: '#ff00ff',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  pink: '#ffc0cb',
  purple: '#800080',
  red: '#ff0000',
  silver: '#c0c0c0',
  teal: '#008080',
  white: '#ffffff',
  yellow: '#ffff00',
};

/** A colour as web formats write it, as `#rrggbb`; its transparency is left out. */
export function colourOfWeb(text: string): string | undefined {
  const value = text.trim().toLowerCase();
  const hex = /^#?([0-9a-f]{6})(?:[0-9a-f]{2})?$/.exec(value)?.[1];
  if (hex !== undefined) return `#${hex}`;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(value);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  const channels = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})/.exec(value);
  if (channels) return hexOf(channels.slice(1, 4).map(Number));
  return NAMED[value];
}

/** A colour as SubStation writes it: blue, green, red, as a hexadecimal (`&H00FFFFFF&`) or decimal number. */
export function colourOfSubStation(text: string): string | undefined {
  const hexadecimal = /^&?h?([0-9a-f]{1,8})&?$/i.exec(text.trim())?.[1];
  const isDecimal = /^-?\d+$/.test(text.trim());
  const number = isDecimal ? Number(text) : Number.parseInt(hexadecimal ?? '', 16);
  if (!Number.isFinite(number)) return undefined;
  return hexOf([number & 0xff, (number >>> 8) & 0xff, (number >>> 16) & 0xff]);
}

/** Blue, green and red as six hexadecimal digits. */
export function bgrOf(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => colour.slice(at, at + 2));
  return `${blue}${green}${red}`.toUpperCase();
}

function hexOf(channels: readonly number[]): string {
  return `#${channels.map((value) => Math.min(255, value).toString(16).padStart(2, '0')).join('')}`;
}
