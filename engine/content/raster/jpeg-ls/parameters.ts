/** What a scan of JPEG-LS is coded by (ITU-T T.87, Annex C): preset parameters, or what follows from the samples. */
export interface CodingParameters {
  /** Greatest value of a sample. */
  readonly greatest: number;
  /** Greatest difference of a sample from what it was; 0 is without loss. */
  readonly near: number;
  readonly thresholds: readonly [number, number, number];
  readonly reset: number;
  /** Values that an error of prediction can have, and the bits of them. */
  readonly range: number;
  readonly rangeBits: number;
  /** Longest code of an error, in bits. */
  readonly limit: number;
}

/** Parameters as a marker LSE gives them; 0 is the usual value. */
export interface PresetParameters {
  readonly greatest: number;
  readonly thresholds: readonly [number, number, number];
  readonly reset: number;
}

const USUAL_RESET = 64;

/** Throws a RangeError for parameters that no encoder may write. */
export function codingParameters(bits: number, near: number, preset: PresetParameters | undefined): CodingParameters {
  const greatest = preset?.greatest || 2 ** bits - 1;
  if (greatest >= 2 ** bits || near > Math.min(255, greatest >> 1)) throw new RangeError('Wrong parameters.');
  const usual = usualThresholds(greatest, near);
  const [first, second, third] = [0, 1, 2].map((at) => preset?.thresholds[at] || usual[at]!) as [
    number,
    number,
    number,
  ];
  const reset = preset?.reset || USUAL_RESET;
  if (first <= near || second < first || third < second || third > greatest || reset < 3)
    throw new RangeError('Wrong thresholds.');
  const range = Math.floor((greatest + 2 * near) / (2 * near + 1)) + 1;
  const sampleBits = Math.max(2, Math.ceil(Math.log2(greatest + 1)));
  return {
    ...{ greatest, near, reset, range },
    thresholds: [first, second, third],
    rangeBits: Math.ceil(Math.log2(range)),
    limit: 2 * (sampleBits + Math.max(8, sampleBits)),
  };
}

/** Usual thresholds of gradients (C.2.4.1.1.1). */
function usualThresholds(greatest: number, near: number): readonly [number, number, number] {
  const within = (value: number, least: number): number => (value > greatest || value < least ? least : value);
  const scaled = ([first, second, third]: readonly [number, number, number]): readonly [number, number, number] => {
    const low = within(first + 3 * near, near + 1);
    const middle = within(second + 5 * near, low);
    return [low, middle, within(third + 7 * near, middle)];
  };
  if (greatest >= 128) {
    const factor = (Math.min(greatest, 4095) + 128) >> 8;
    return scaled([factor + 2, factor * 4 + 3, factor * 17 + 4]);
  }
  const factor = Math.floor(256 / (greatest + 1));
  const least = (value: number, smallest: number, gain: number): number =>
    Math.max(smallest, Math.floor(value / factor) + gain * near) - gain * near;
  return scaled([least(3, 2, 3), least(7, 3, 5), least(21, 4, 7)]);
}
