const MiB = 1024 * 1024;

/** Bytes of all files of one call that are sent as base64: one message of 10 MiB is what the SDK reads from a pipe. */
export const INLINE_INPUT_BYTES = 6 * MiB;

/** Bytes of a result that is returned as base64: more would fill the context of a model. */
export const INLINE_OUTPUT_BYTES = MiB;

/** Characters of one page of text: about five thousand tokens. */
export const PAGE_CHARACTERS = 20_000;

/** Bytes of a text that is read page by page: 800 pages. */
export const TEXT_BYTES = 16 * MiB;

/** Files of one merge. */
export const MERGED_FILES = 50;
