import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const SECRET_BYTES = 32;

/**
 * Loads the secrets that sign download links. They are created once and kept in the data directory, so that links
 * survive a restart. One secret per line: the first signs, all verify. Only the owner can read the file.
 */
export async function keepSigningSecrets(dataDir: string): Promise<readonly string[]> {
  const path = join(dataDir, 'signing-secrets');
  const fresh = `${randomBytes(SECRET_BYTES).toString('hex')}\n`;
  try {
    await writeFile(path, fresh, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secrets = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  if (secrets.length > 0) return secrets;
  throw new Error(`${path} holds no secret. Remove it to have a new one created.`);
}
