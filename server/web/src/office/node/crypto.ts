/** What the engine takes from Node for encrypted files and for names of images: pages show neither. */
export function hash(): never {
  throw new Error('not for browsers');
}

export { hash as createDecipheriv, hash as createHash, hash as pbkdf2Sync };
