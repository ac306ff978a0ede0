import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import { LOCAL_ACCOUNT } from '../../server/services/local-account.ts';
import { eventually } from '../support/eventually.ts';
import { PDF, TO_DOCX, type TestService } from '../support/service.ts';
import { violations } from './axe.ts';
import { receive } from '../support/webhook-receiver.ts';
import { CHROMIUM } from './chromium.ts';
import { startWebsite, type Website } from './website.ts';

const HOUR = 3_600_000;

describe.skipIf(!CHROMIUM)('the pages of the account', () => {
  let site: Website;
  beforeAll(async () => {
    site = await startWebsite();
  });
  afterAll(() => site[Symbol.asyncDispose]());
  afterEach(async () => {
    for (const context of site.browser.contexts()) await context.close();
    expect(site.faults.splice(0)).toEqual([]);
  });

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const create = async (page: Page, name: string): Promise<string> => {
    await page.getByLabel('Name of the new key').fill(name);
    await button(page, 'Create key').click();
    return (await page.getByTestId('new-key').textContent())!;
  };
  const activeKeys = async (service: TestService): Promise<string[]> => {
    const keys = await service.service.keys.list(LOCAL_ACCOUNT);
    return keys.filter(({ revokedAt }) => revokedAt === undefined).map(({ name }) => name);
  };

  it('a key is made for one use, with a limit and an end', async () => {
    const page = await site.open('/dashboard');
    await page.getByText('Limit this key').click();
    await page.getByLabel('May be used to').selectOption('convert only');
    await page.getByLabel('Conversions a month').fill('5');
    await page.getByLabel('Ends').selectOption('in 30 days');
    const key = await create(page, 'limited');
    expect((await site.service.convert([PDF, TO_DOCX], { 'X-API-Key': key })).status).toBe(200);
    await button(page, 'I have copied it').click();
    await page.reload();
    const row = page.getByRole('listitem').filter({ hasText: 'limited' });
    await row.getByText(/convert only · 1 of 5 this month · ends on /).waitFor();
    await button(page, 'Deactivate limited').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('1 of 10 active keys').waitFor();
  });

  it('a key is made, copied, used as shown, renamed and deactivated', async () => {
    const page = await site.open('/dashboard', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByText('1 of 10 active keys').waitFor();
    const key = await create(page, 'laptop');
    await page.getByText('2 of 10 active keys').waitFor();
    await button(page, 'Copy key').click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    const { url } = site.service;
    const call = (await page.getByRole('region', { name: 'A first call' }).textContent())!;
    expect(call).toContain(`curl -X POST ${url}/converter/convert`);
    expect(call).toContain(`-H "X-API-Key: ${key}"`);
    expect((await site.service.convert([PDF, TO_DOCX], { 'X-API-Key': key })).status).toBe(200);

    await button(page, 'I have copied it').click();
    expect(await page.getByText(key).count()).toBe(0);
    await button(page, 'Rename laptop').click();
    await page.getByLabel('New name').fill('desk');
    await button(page, 'Save').click();
    await button(page, 'Deactivate desk').click();
    await button(page, 'Keep it').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await activeKeys(site.service)).toEqual(['first key', 'desk']);
    await button(page, 'Deactivate desk').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('1 of 10 active keys').waitFor();
    await page.getByText('2 deactivated keys').click();
    await page.getByText('desk').waitFor();
    expect(await activeKeys(site.service)).toEqual(['first key']);
    expect((await site.service.convert([PDF, TO_DOCX], { 'X-API-Key': key })).status).toBe(401);
  });

  it('the tenth key is made, and no eleventh', async () => {
    await using full = await site.serve({});
    for (let count = 1; count < 9; count++) await full.service.keys.create(LOCAL_ACCOUNT, `key ${count}`);
    const page = await site.open('/dashboard', {}, full);
    const other = await site.open('/dashboard', {}, full);
    await page.getByText('9 of 10 active keys').waitFor();
    await other.getByText('9 of 10 active keys').waitFor();
    await create(page, 'the tenth');
    await page.getByText('10 of 10 active keys').waitFor();
    expect(await button(page, 'Create key').isDisabled()).toBe(true);
    await page.getByText('Deactivate a key before you create a new one.').waitFor();
    // A page that does not know of the tenth yet is told by the service.
    await other.getByLabel('Name of the new key').fill('the eleventh');
    await button(other, 'Create key').click();
    await other.getByRole('link', { name: 'key_limit_reached' }).waitFor();
    expect(await activeKeys(full)).toHaveLength(10);
  });

  it('the usage of the month is shown as a chart and as a table, and when it is used up', async () => {
    await using poor = await site.serve({ environment: { MONTHLY_CONVERSIONS: '2' } });
    await poor.convert();
    await poor.convert();
    const page = await site.open('/dashboard', {}, poor);
    await page.getByText('of 2 conversions used, 0 left').waitFor();
    await page.getByText('All conversions of this month are used.').waitFor();
    await page.getByText('Plan: Local. The quota is renewed on').waitFor();
    const chart = page.getByRole('img', { name: 'Conversions by day' });
    await chart.waitFor();
    await page.getByText('As a table').click();
    expect(await page.getByRole('row').last().getByRole('cell').allTextContents()).toEqual(['2', '0']);
  });

  it('conversions are listed with their way, their report and their errors, page by page', async () => {
    await using busy = await site.serve({});
    for (let count = 0; count < 21; count++) {
      busy.clock.now += 1000;
      await busy.convert();
    }
    busy.engine.failure = new ConversionError({ code: 'input_corrupt', message: 'The file is damaged at byte 7.' });
    busy.clock.now += 1000;
    await busy.convert();
    const page = await site.open('/history', {}, busy);
    const list = page.getByRole('main');
    await list.getByText('The file is damaged at byte 7.').waitFor();
    // A failed conversion has no result whose name it could bear.
    expect(await list.getByRole('heading', { level: 2 }).first().textContent()).toBe('Report 2026.pdf');
    expect(await list.getByText('done', { exact: true }).count()).toBe(19);
    await list.getByText('Conversion report').first().click();
    await list.getByText('How it was made and checked').first().click();
    await list.getByRole('list', { name: 'Route' }).first().waitFor();
    await list.getByText('SHA-256').first().waitFor();
    await button(page, 'Show older ones').click();
    await button(page, 'Show older ones').waitFor({ state: 'detached' });
    expect(await list.getByText('done', { exact: true }).count()).toBe(21);
    // The dashboard has the last ones.
    await page.goto('/dashboard');
    const last = page.getByRole('region', { name: 'Conversions' });
    await last.getByText('The file is damaged at byte 7.').waitFor();
    expect(await last.getByText('done', { exact: true }).count()).toBe(4);
  });

  it('the history is searched by name, format and status', async () => {
    await using busy = await site.serve({});
    await busy.convert([{ ...PDF, fileName: 'Lease.pdf' }, TO_DOCX]);
    busy.clock.now += 1000;
    await busy.convert([{ ...PDF, fileName: 'Minutes.pdf' }, TO_DOCX]);
    const page = await site.open('/history', {}, busy);
    const names = page.getByRole('main').getByRole('heading', { level: 2 });
    await names.nth(1).waitFor();
    await page.getByRole('searchbox').fill('lease');
    await eventually(async () => expect(await names.allTextContents()).toEqual(['Lease.docx']));
    await page.getByRole('searchbox').fill('failed');
    await page.getByText('Nothing was found for failed.').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('webhooks are shown with their outcome, and sent again', async () => {
    await using receiver = await receive(204);
    await using calling = await site.serve({ environment: { WEBHOOKS_TO_PRIVATE_ADDRESSES: 'yes' } });
    await calling.convert([PDF, TO_DOCX, { name: 'callbackUrl', value: receiver.url }]);
    await calling.service.webhooks.deliver();
    const page = await site.open('/dashboard', {}, calling);
    const webhooks = page.getByRole('region', { name: 'Webhooks' });
    await webhooks.getByText('delivered', { exact: true }).waitFor();
    await webhooks.getByText('1 attempt').waitFor();
    const before = receiver.posts.length;
    await button(page, /^Send again to/).click();
    await webhooks.getByText('2 attempts').waitFor();
    expect(receiver.posts.length).toBe(before + 1);
    await button(page, 'Show the secret').click();
    await webhooks.getByText(/^whsec_/).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('presets are listed and deleted', async () => {
    await using quiet = await site.serve({});
    const body = JSON.stringify({
      steps: [
        { do: 'convert', to: 'pdf' },
        { do: 'optimise', options: { quality: 60 } },
      ],
    });
    const headers = { 'X-API-Key': quiet.key, 'Content-Type': 'application/json' };
    await fetch(`${quiet.url}/api/v1/presets/small-pdf`, { method: 'PUT', headers, body });
    const page = await site.open('/dashboard', {}, quiet);
    const presets = page.getByRole('region', { name: 'Presets' });
    await presets.getByText('Convert to PDF → Make smaller (quality 60)').waitFor();
    await button(page, 'Delete small-pdf').click();
    await presets.getByText('None is saved.').waitFor();
  });

  it('the history has the time left of each result, and erases', async () => {
    await using quiet = await site.serve({});
    quiet.clock.now -= 2 * HOUR;
    await quiet.convert([{ ...PDF, fileName: 'old.pdf' }, TO_DOCX]);
    quiet.clock.now += 1.5 * HOUR + 30_000;
    await quiet.convert([{ ...PDF, fileName: 'half an hour ago.pdf' }, TO_DOCX]);
    const page = await site.open('/history', {}, quiet);
    await page.getByRole('heading', { name: 'half an hour ago.docx' }).waitFor();
    await page.getByText(/kept for (29|30) minutes/).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'old.docx' }).getByText('expired').waitFor();
    const link = page.getByRole('link', { name: 'Download' });
    const [result] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(result.suggestedFilename()).toBe('half an hour ago.docx');
    await button(page, 'Erase half an hour ago.docx').click();
    await page.getByText('expired').nth(1).waitFor();
    expect(await link.count()).toBe(0);
  });

  it('an empty history says where to begin', async () => {
    await using fresh = await site.serve({});
    const page = await site.open('/history', {}, fresh);
    await page.getByRole('link', { name: 'Convert a file' }).click();
    await page.getByRole('heading', { name: 'Convert your files' }).waitFor();
  });
});
