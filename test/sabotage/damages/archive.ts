import { unzipSync, zipSync } from 'fflate';
import type { Scenario } from '../scenario.ts';

/** Packs the entries of a ZIP again after a change. */
function changeEntries(
  zip: Uint8Array,
  change: (entries: Record<string, Uint8Array>) => Record<string, Uint8Array> | undefined,
): Uint8Array | undefined {
  const changed = change(unzipSync(zip));
  return changed && zipSync(changed);
}

export const SCENARIOS: readonly Scenario[] = [
  {
    family: 'archive',
    source: 'corpus/sources/tar/pax-modes-links-unicode-empty-folder.tar',
    to: 'zip',
    isInSample: true,
    damages: [
      {
        name: 'one entry lost',
        harm: 'block',
        apply: (zip) =>
          changeEntries(zip, (entries) => {
            const [first, ...others] = Object.entries(entries).filter(([name]) => !name.endsWith('/'));
            return first && Object.fromEntries(others);
          }),
      },
    ],
  },
];
