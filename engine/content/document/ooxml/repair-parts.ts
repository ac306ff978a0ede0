import type { Limits } from '../../../contract/limits.ts';
import { openOfficePackage, replaceEntries } from './package.ts';

/** A package with other texts of some of its parts; the bytes themselves where none changes. */
export function repairParts(
  bytes: Uint8Array,
  limits: Limits,
  parts: RegExp,
  change: (source: string) => string,
): Uint8Array {
  const { zip, readXml } = openOfficePackage(bytes, limits);
  const changed = new Map<string, Uint8Array>();
  for (const { name } of zip.entries.filter((entry) => parts.test(entry.name))) {
    const source = readXml(name) ?? '';
    const whole = change(source);
    if (whole !== source) changed.set(name, new TextEncoder().encode(whole));
  }
  return changed.size === 0 ? bytes : replaceEntries(zip, changed);
}
