/** Letters, digits, `_` and `-`: every storage accepts such a name, and none of them leads to another directory. */
export const blobKey = /^[\w-]{1,128}$/;
