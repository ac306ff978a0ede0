/**
 * What tests draw by chance they draw from this: the same for everybody and on every day, so that whether a change may
 * land is for the change to decide. TEST_SEED gives another.
 */
export const SEED = Number(process.env.TEST_SEED ?? 20_778);
