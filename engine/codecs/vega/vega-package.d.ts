/** What the package exports beyond its own types. */
declare module 'vega' {
  /** How its layout measures text; what is set here is used from then on. */
  export const textMetrics: { width: (item: object, text: unknown) => number };
  export function setRandom(random: () => number): void;
  export function randomLCG(seed: number): () => number;
}
