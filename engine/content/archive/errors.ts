import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';

export function corruptArchive(what: string, options: { readonly entry?: string; readonly cause?: unknown } = {}) {
  const { entry, cause } = options;
  const message = `The archive cannot be read: ${what}. Pack it again, or transfer it again.`;
  return new ConversionError(
    { code: 'input_corrupt', message, details: entry === undefined ? {} : { entry } },
    { cause },
  );
}

/** Unpacked, the entry would lie somewhere else than below the folder for the archive. */
export function escapingEntry(path: string): ConversionError {
  const entry = path.slice(0, 200);
  const message =
    `An entry of the archive leads out of it (${entry}): unpacked, it would overwrite other files, so the archive is ` +
    'refused. Pack it again without such paths.';
  return new ConversionError({ code: 'input_corrupt', message, details: { entry } });
}

export function emptyArchive(): ConversionError {
  const message = 'The archive holds no files. Send one that holds at least one.';
  return new ConversionError({ code: 'empty_file', message });
}

export function truncatedArchive(): ConversionError {
  const message = 'The archive ends too early. Transfer it again.';
  return new ConversionError({ code: 'input_truncated', message });
}

/** Without a password, or with one that does not open it. */
export function encryptedArchive(password: string | undefined): ConversionError {
  const message =
    password === undefined
      ? 'The archive is encrypted. Send its password as the option password.'
      : 'The archive is encrypted, and the password does not open it. Check the option password.';
  return new ConversionError({ code: 'input_encrypted', message });
}

const LIMIT_MESSAGES = {
  entries: 'The archive has too many entries.',
  expandedBytes: 'The archive expands to more data than is allowed.',
  expansionRatio: 'The archive expands suspiciously far.',
  nesting: 'A path in the archive has too many folders.',
} as const satisfies Partial<Record<keyof Limits, string>>;

/** Throws `input_too_complex` with what was found and which limit it exceeds. */
export function checkArchiveLimit(limit: keyof typeof LIMIT_MESSAGES, found: number, limits: Limits): void {
  const allowed = limits[limit];
  if (found <= allowed) return;
  const message = `${LIMIT_MESSAGES[limit]} Found ${found}, allowed ${allowed}. Send a smaller archive or a part of it.`;
  throw new ConversionError({ code: 'input_too_complex', message, details: { limit, allowed, found } });
}

/** Small archives may expand far: blank images and logs pack very well. */
const RATIO_FROM_BYTES = 10 * 1024 * 1024;

export function checkExpansion(
  { expandedBytes, packedBytes }: { readonly expandedBytes: number; readonly packedBytes: number },
  limits: Limits,
): void {
  checkArchiveLimit('expandedBytes', expandedBytes, limits);
  if (expandedBytes <= RATIO_FROM_BYTES) return;
  checkArchiveLimit('expansionRatio', Math.ceil(expandedBytes / Math.max(1, packedBytes)), limits);
}

/** The most that this many packed bytes may expand to. */
export function mostExpandedBytes(packedBytes: number, limits: Limits): number {
  return Math.min(limits.expandedBytes, Math.max(RATIO_FROM_BYTES, packedBytes * limits.expansionRatio));
}

/** Refuses what turned out larger than allowed while it was expanded. */
export function refuseExpansion(packedBytes: number, limits: Limits): never {
  const expandedBytes = mostExpandedBytes(packedBytes, limits) + 1;
  checkExpansion({ expandedBytes, packedBytes }, limits);
  throw corruptArchive('it is larger than it declares');
}
