/** No plan has more hops: a fifth never served a pair that people want. */
export const MAX_HOPS = 4;

/** Price of an edge that stands in for another: the least there is. */
export const STAND_IN_PRICE = 1;

/** Price of every hop beyond the first: something may always go wrong on the way. */
export const HOP_PRICE = 10;

/** Price of every lossy generation beyond the one that a lossy target costs anyway. */
export const GENERATION_PRICE = 40;
