import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { CHROMIUM } from './chromium.ts';
import { startWebsite } from './website.ts';
import { sharedEngine } from '../support/shared-engine.ts';

/** Time that somebody new has, machine and tests included. */
const FIVE_MINUTES_MS = 300_000;

const PLANS = JSON.stringify([{ id: 'free', name: 'Free', monthlyConversions: 50 }]);

const HAS_CURL = existsSync('/usr/bin/curl');

describe.skipIf(!CHROMIUM || !HAS_CURL)('somebody new', () => {
  it(
    'converts, chains, makes a key and calls with it, with nothing but the website',
    { timeout: FIVE_MINUTES_MS },
    async () => {
      await using directory = await temporaryDirectory();
      const engine = sharedEngine();
      const environment = { ACCOUNTS: 'yes', PLANS, TRIAL_CONVERSIONS: '3' };
      await using site = await startWebsite({ engine, environment, hasSample: true, sendMail: async () => {} });
      const page = await site.open('/');
      const save = (name: string | RegExp): Promise<string> => saved(page, name, directory.path);
      const click = (name: string): Promise<void> => page.getByRole('button', { name }).click();

      // With the file that the page offers, before there is an account.
      const letter = await save('letter.pdf');
      await page.setInputFiles('input[type=file]', letter);
      await page.getByRole('radio', { name: /^DOCX/ }).check();
      await click('Convert 1 file');
      expect(await readFile(await save(/Download DOCX/), 'latin1')).toMatch(/^PK/);
      await page.getByText('2 of 3 conversions without an account are left this month.').waitFor();

      await page.getByRole('link', { name: 'Create an account for more' }).click();
      await page.getByLabel('E-mail address').fill('ada@example.org');
      await page.getByLabel('New password').fill('an engine of brass');
      await click('Create an account');

      // Two steps in one go.
      await page.getByText('Convert your files').waitFor();
      await page.setInputFiles('input[type=file]', letter);
      await page.getByText('Several steps in one go').click();
      await page.getByLabel('Format of step 1').selectOption('docx');
      await click('Add a step');
      await page.getByLabel('Format of step 2').selectOption('md');
      await click('Run the steps on 1 file');
      expect(await readFile(await save(/Download MD/), 'utf8')).toMatch(/^#* ?\S/);

      // A key, and the call that is shown with it, as it is.
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await page.getByLabel('Name of the new key').fill('laptop');
      await click('Create key');
      const call = (await page.getByRole('region', { name: 'A first call' }).textContent())!;
      await using elsewhere = await temporaryDirectory();
      const { stdout } = await promisify(execFile)('sh', ['-c', call], { cwd: elsewhere.path });
      const { success, data } = JSON.parse(stdout) as {
        readonly success: boolean;
        readonly data: { downloadUrl: string };
      };
      expect(success).toBe(true);
      expect(await (await fetch(data.downloadUrl)).text()).toMatch(/^PK/);
      await page.reload();
      await page.getByText('of 50 conversions used, 47 left').waitFor();
      expect(site.faults).toEqual([]);
    },
  );
});

/** Follows a link that downloads, and returns where the file is. */
async function saved(page: Page, name: string | RegExp, directory: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
  const path = join(directory, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}
