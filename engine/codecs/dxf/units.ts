const [INCH, FOOT, SURVEY_FOOT, LIGHT_YEAR] = [0.0254, 0.3048, 1200 / 3937, 9.460_730_472_580_8e15];

/** Metres of the units of drawings by their numbers ($INSUNITS), from 1 on. */
const METRES: readonly number[] = [
  ...[INCH, FOOT, 5280 * FOOT, 0.001, 0.01, 1, 1000, INCH / 1e6, INCH / 1000, 3 * FOOT],
  ...[1e-10, 1e-9, 1e-6, 0.1, 10, 100, 1e9, 149_597_870_700, LIGHT_YEAR, 3.261_563_777_167_43 * LIGHT_YEAR],
  ...[SURVEY_FOOT, SURVEY_FOOT / 12, 3 * SURVEY_FOOT, 5280 * SURVEY_FOOT],
];

/** Undefined where a drawing has no unit: its number is 0. */
export function metresOfUnit(number: number): number | undefined {
  return METRES[number - 1];
}
