/** Letters, digits, `_` and `-`: every storage accepts such a name, and none of them leads to another directory. */
export const blobKey = /^[\w-]{1,128}$/;

export function requireBlobKey(key: string): void {
  if (!blobKey.test(key)) throw new Error('a blob key may hold letters, digits, _ and - only');
}
