import type { Compare } from '../report.ts';

/** Every file that went into an archive is in it, with all its bytes. */
export const compareArchive: Compare = (source, outputs, { kept }) => {
  const promised = source.archive;
  const found = outputs[0]?.archive;
  if (!kept.includes('entries') || !promised || !found) return [];
  return [
    {
      name: 'entries',
      feature: 'entries',
      ok: found.entries === promised.entries,
      expected: promised.entries,
      found: found.entries,
    },
    {
      name: 'expanded bytes',
      feature: 'entries',
      ok: found.expandedBytes === promised.expandedBytes,
      expected: promised.expandedBytes,
      found: found.expandedBytes,
    },
  ];
};
