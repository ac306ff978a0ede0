import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../../server/web/src/i18n/locales.ts';
import type { Mail } from '../../server/services/mail.ts';
import { PDF, TO_DOCX } from '../support/service.ts';
import { violations } from './axe.ts';
import { pdfFile } from './files.ts';
import { CHROMIUM } from './chromium.ts';
import { startWebsite, waitUntil, type Website } from './website.ts';

const PLANS = JSON.stringify([{ id: 'free', name: 'Free', monthlyConversions: 5 }]);

describe.skipIf(!CHROMIUM)('accounts', () => {
  const mails: Mail[] = [];
  let site: Website;
  beforeAll(async () => {
    site = await startWebsite({
      environment: { ACCOUNTS: 'yes', PLANS },
      limits: { signInsPerMinute: 1000 },
      sendMail: async (mail) => void mails.push(mail),
    });
  });
  afterAll(() => site[Symbol.asyncDispose]());
  afterEach(async () => {
    for (const context of site.browser.contexts()) await context.close();
    expect(site.faults.splice(0)).toEqual([]);
  });

  const button = (page: Page, name: string) => page.getByRole('button', { name });
  const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name }).first();
  const fill = async (page: Page, fields: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  };
  const signUp = async (path: string, email: string): Promise<Page> => {
    const page = await site.open(path);
    await link(page, 'Create an account').click();
    await fill(page, { 'E-mail address': email, 'New password': 'an engine of brass' });
    await button(page, 'Create an account').click();
    await page.waitForURL((url) => url.pathname === path);
    return page;
  };

  it('somebody new signs up, makes a key, and calls with it', async () => {
    const page = await signUp('/dashboard', 'ada@example.org');
    await page.getByText('0 of 10 active keys').waitFor();
    await page.getByText('Plan: Free.').waitFor();
    await page.getByLabel('Name of the new key').fill('laptop');
    await button(page, 'Create key').click();
    const key = (await page.getByTestId('new-key').textContent())!;
    expect((await site.service.convert([PDF, TO_DOCX], { 'X-API-Key': key })).status).toBe(200);
    await page.reload();
    await page.getByText('of 5 conversions used, 4 left').waitFor();
  });

  it('whoever signs up on the way to converting comes back to it, and it counts', async () => {
    const page = await signUp('/', 'grace@example.org');
    await page.getByText('Convert your files').waitFor();
    await page.setInputFiles('input[type=file]', [pdfFile()]);
    await page.getByRole('radio', { name: /^DOCX/ }).check();
    await button(page, 'Convert 1 file').click();
    await page.getByRole('link', { name: /Download DOCX/ }).waitFor();
    await page.goto('/dashboard');
    await page.getByText('of 5 conversions used, 4 left').waitFor();
  });

  it('a visitor converts before signing up, as often as the operator allows', async () => {
    const environment = { ACCOUNTS: 'yes', PLANS, TRIAL_CONVERSIONS: '1' };
    await using open = await site.serve({ environment });
    const page = await site.open('/', {}, open);
    await page.getByText('1 of 1 conversions without an account is left this month.').waitFor();
    await page.getByRole('heading', { name: 'Plans' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setInputFiles('input[type=file]', [pdfFile()]);
    await page.getByRole('radio', { name: /^DOCX/ }).check();
    await button(page, 'Convert 1 file').click();
    await page.getByRole('link', { name: /Download DOCX/ }).waitFor();
    await page.reload();
    await page.getByText('0 of 1 conversions without an account are left this month.').waitFor();
  });

  it('a file that one request cannot bring is sent in several, and converted', async () => {
    await using large = await site.serve({
      environment: {
        ACCOUNTS: 'yes',
        PLANS: JSON.stringify([{ id: 'pro', name: 'Pro', monthlyConversions: 5, maxFileBytes: 62_914_560 }]),
      },
    });
    const page = await site.open('/sign-up?next=%2F', {}, large);
    await fill(page, { 'E-mail address': 'emmy@example.org', 'New password': 'an engine of brass' });
    await button(page, 'Create an account').click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByText('Up to 60 MB each.').waitFor();
    // More than a browser is given by its name: it is made in the page.
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['%PDF-1.7', new Uint8Array(55_000_000)], 'large.pdf'));
      data.items.add(new File(['%PDF-1.7', new Uint8Array(63_000_000)], 'too-large.pdf'));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    })()`);
    await page.getByText('The file is larger than 60 MB.').waitFor();
    const file = page.getByRole('article', { name: 'large.pdf', exact: true });
    await file.getByRole('radio', { name: /^DOCX/ }).check();
    await button(page, 'Convert 1 file').click();
    await file.getByRole('link', { name: /Download DOCX/ }).waitFor();
    const download = page.waitForEvent('download');
    await file.getByRole('link', { name: /Download DOCX/ }).click();
    expect((await download).suggestedFilename()).toBe('large.docx');
  });

  it('people sign out, and in again with the right password only', async () => {
    const page = await signUp('/dashboard', 'mary@example.org');
    await page.getByRole('link', { name: 'mary@example.org' }).click();
    await fill(page, { Password: 'an engine of brass', 'New password': 'a loom of Jacquard' });
    await button(page, 'Set the password').click();
    await page.getByText('The new password was set.').waitFor();
    await button(page, 'Sign out').click();
    await page.getByRole('heading', { name: 'What “verified” means' }).waitFor();
    await link(page, 'Sign in').click();
    await fill(page, { 'E-mail address': 'mary@example.org', Password: 'an engine of brass' });
    await button(page, 'Sign in').click();
    await page.getByRole('link', { name: 'wrong_credentials' }).waitFor();
    await fill(page, { Password: 'a loom of Jacquard' });
    await button(page, 'Sign in').click();
    await page.getByText('Convert your files').waitFor();
  });

  it('the head of a page is one row in every language, however long the address', async () => {
    const page = await signUp('/dashboard', `${'long'.repeat(12)}@example.org`);
    const middles = `[...document.querySelectorAll('.site-header :is(a, select)')].map((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return (top + bottom) / 2;
    })`;
    for (const locale of Object.keys(LOCALES)) {
      await page.locator('.preferences select').first().selectOption(locale);
      await waitUntil(page, `document.documentElement.lang === '${locale}'`);
      const found = (await page.evaluate(middles)) as number[];
      expect(found.length).toBe(8);
      expect(Math.max(...found) - Math.min(...found), locale).toBeLessThan(12);
    }
  });

  it('a forgotten password is set again by mail', async () => {
    await (await signUp('/dashboard', 'joan@example.org')).context().close();
    const page = await site.open('/sign-in');
    await link(page, 'I forgot my password').click();
    await fill(page, { 'E-mail address': 'joan@example.org' });
    await button(page, 'Send a link').click();
    await page.getByText('a mail with a link was sent').waitFor();
    const url = /http\S+\/reset\?token=\S+/.exec(mails.at(-1)!.text)![0];
    await page.goto(url);
    await fill(page, { 'New password': 'a bombe of Bletchley' });
    await button(page, 'Set the password').click();
    await page.getByText('The new password was set.').waitFor();
    await link(page, 'Sign in').click();
    await fill(page, { 'E-mail address': 'joan@example.org', Password: 'a bombe of Bletchley' });
    await button(page, 'Sign in').click();
    await page.getByText('0 of 10 active keys').waitFor();
  });

  it.each(['/', '/sign-in', '/sign-up', '/reset', '/reset?token=x'])('%s can be used by everybody', async (path) => {
    const page = await site.open(path, { viewport: { width: 320, height: 640 }, colorScheme: 'dark' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('the account can be used by everybody', async () => {
    const page = await signUp('/account', 'rosa@example.org');
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
