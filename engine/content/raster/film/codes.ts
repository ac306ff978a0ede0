/** What the readers and the writers of scanned film have in common. */

/** Of samples of 10 bits. */
export const MOST_CODE = 1023;

/** SMPTE 268M. */
export const DPX = {
  /** SDPX, as a file begins whose numbers have their highest byte first. */
  bigEndian: 0x53445058,
  headerBytes: 2048,
  genericBytes: 1664,
  industryBytes: 384,
  /** Of an image element. */
  codes: { luminance: 6, rgb: 50, rgba: 51 },
};

/** https://www.cineon.com/ff_draft.php */
export const CINEON = { bigEndian: 0x802a5fd7, headerBytes: 2048, genericBytes: 1024 };

/** Codes of a negative: densities in steps of .002, of a film with a gamma of .6. */
const FILM = { black: 95, white: 685, densityOfCode: 0.002, gamma: 0.6 };
const BLACK = exposureOf(FILM.black);

function exposureOf(code: number): number {
  return 10 ** (((code - FILM.white) * FILM.densityOfCode) / FILM.gamma);
}

/** Light of a code, from 0 (black) to 1 (white) and beyond. */
export function lightOfCode(code: number): number {
  return (exposureOf(code) - BLACK) / (1 - BLACK);
}

/** The nearest code of some light. */
export function codeOfLight(light: number): number {
  const exposure = BLACK + light * (1 - BLACK);
  return Math.round(FILM.white + (Math.log10(exposure) * FILM.gamma) / FILM.densityOfCode);
}
