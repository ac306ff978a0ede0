import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { fencesOf } from '../support/docs-examples.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { ROOT } from '../support/source-tree.ts';
import { startTestService } from '../support/service.ts';
import { HAS_PYTHON } from '../support/python.ts';

it.skipIf(!HAS_PYTHON)('the example in the documentation runs as it is', async () => {
  await using service = await startTestService();
  await using directory = await temporaryDirectory();
  const example = fencesOf(readFileSync(join(ROOT, 'server/README.md'), 'utf8')).find(
    ({ language }) => language === 'python',
  )!;
  await writeFile(join(directory.path, 'report.pdf'), '%PDF-1.7 a report');
  const { stdout } = await promisify(execFile)(
    'python3',
    ['-c', example.text.replace('http://localhost:8080', service.url)],
    {
      cwd: directory.path,
      env: {
        ...process.env,
        ATHANOR_KEY: service.key,
        PYTHONPATH: join(ROOT, 'server/client/python'),
        PYTHONDONTWRITEBYTECODE: '1',
      },
    },
  );
  expect(stdout).toBe('content\n');
  expect(await readFile(join(directory.path, 'report.docx'), 'utf8')).toBe('docx made of 17 bytes');
});
