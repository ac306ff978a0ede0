/** No plan has more steps: a fifth never served a pair that people want. */
export const MAX_STEPS = 4;

/** Price of an edge that stands in for another: the least there is. */
export const FALLBACK_PRICE = 1;

/** Price of values that lose their types on the way: a path that keeps them is better where both keep the same else. */
export const UNTYPED_PRICE = 1;

/** Price of every step beyond the first: something may always go wrong on the way. */
export const STEP_PRICE = 10;

/** Price of every lossy generation beyond the one that a lossy target costs anyway. */
export const GENERATION_PRICE = 40;
