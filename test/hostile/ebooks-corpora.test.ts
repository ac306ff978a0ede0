import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import { realFiles } from '../matrix/real-files.ts';
import { hasCorpora } from '../support/corpora.ts';
import { sharedEngine } from '../support/shared-engine.ts';

/** One target that its images, contents and links are checked in, and one for all others. */
const TARGETS = { ebook: ['azw3', 'epub', 'txt'], mail: ['html', 'json'] } as const;
/** Formats beside these families that lie in the same folders. */
const FOREIGN = /\.(?:chm|djvu|one|xps|pst|p7m)$/i;

const files: (readonly [folder: keyof typeof TARGETS, path: string])[] = [];
for (const folder of hasCorpora ? (['ebook', 'mail'] as const) : []) {
  const found = await realFiles(folder);
  files.push(...found.filter((path) => !FOREIGN.test(path)).map((path) => [folder, path] as const));
}

describe.skipIf(!hasCorpora)('real books and mails', () => {
  const engine = sharedEngine();

  it.each(files.map(([folder, path]) => [basename(path), folder, path] as const))(
    '%s is converted and verified',
    async (_name, folder, path) => {
      const { format, also } = await engine.detect(path);
      for (const to of TARGETS[folder].filter((target) => target !== format && !also.includes(target))) {
        const outcome = await engine.convert(path, { to }).then(
          ({ report }) => report.verified,
          (error: unknown) => (error instanceof ConversionError ? error.code : String(error)),
        );
        // A book of drawings alone has no text.
        expect(outcome, to).toMatch(to === 'txt' ? /^(content|unsupported_conversion)$/ : /^content$/);
      }
    },
    60_000,
  );
});
