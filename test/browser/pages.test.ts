import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import { ERRORS } from '../../server/errors.ts';
import { OPERATIONS } from '../../server/openapi/operations.ts';
import { violations } from './axe.ts';
import { pngFile, unknownFile } from './files.ts';
import { CHROMIUM } from './chromium.ts';
import { startWebsite, waitUntil, type Website } from './website.ts';

/** Bytes of compressed script that one page may load. */
const MAX_SCRIPT_BYTES = 40_960;

interface Scene {
  readonly path: string;
  /** Brings the page to where there is most to see. */
  readonly prepare: (page: Page) => Promise<void>;
}

const SCENES: readonly Scene[] = [
  { path: '/', prepare: showConversions },
  { path: '/history', prepare: (page) => page.locator('.conversion').first().waitFor() },
  { path: '/dashboard', prepare: showKey },
  { path: '/docs', prepare: (page) => page.locator('.operation').first().waitFor() },
  { path: '/docs/errors', prepare: (page) => page.locator('.errors').waitFor() },
];

const LOOKS: readonly { readonly name: string; readonly look: BrowserContextOptions }[] = [
  { name: 'by day', look: { colorScheme: 'light' } },
  {
    name: 'by night, narrow, from right to left',
    look: { colorScheme: 'dark', locale: 'ar', viewport: { width: 320, height: 640 } },
  },
];

describe.skipIf(!CHROMIUM)('every page', () => {
  let site: Website;
  beforeAll(async () => {
    site = await startWebsite();
    await site.service.convert();
    site.service.engine.failure = new ConversionError({ code: 'input_corrupt', message: 'The file is damaged.' });
    await site.service.convert();
    site.service.engine.failure = undefined;
  });
  afterAll(() => site[Symbol.asyncDispose]());
  afterEach(async () => {
    for (const context of site.browser.contexts()) await context.close();
    expect(site.faults.splice(0)).toEqual([]);
  });

  describe.each(LOOKS)('$name', ({ look }) => {
    it.each(SCENES)('$path can be used by everybody', async ({ path, prepare }) => {
      const page = await site.open(path, look);
      await prepare(page);
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 'scrolls sideways').toBe(0);
    });
  });

  it.each(SCENES)('$path loads little script', async ({ path }) => {
    let bytes = 0;
    const page = await site.open('about:blank');
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') bytes += Number(response.headers()['content-length']);
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    expect(await page.evaluate('document.querySelectorAll("[style]").length'), 'style attributes').toBe(0);
  });

  it('the theme is that of the system until another is chosen, and stays chosen', async () => {
    const page = await site.open('/', { colorScheme: 'dark' });
    const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const theme = page.getByLabel('Theme');
    await theme.waitFor();
    const dark = await ground();
    await theme.selectOption('light');
    const light = await ground();
    expect(light).not.toBe(dark);
    await page.reload();
    await theme.waitFor();
    expect(await ground()).toBe(light);
    await theme.selectOption('system');
    expect(await ground()).toBe(dark);
  });

  it('the language is that of the browser until another is chosen, and stays chosen', async () => {
    const page = await site.open('/', { locale: 'de-AT' });
    await page.getByRole('heading', { name: 'Was soll daraus werden?' }).waitFor();
    await page.getByLabel('Sprache').selectOption('ar');
    await page.getByRole('heading', { name: 'إلى ماذا تريد تحويله؟' }).waitFor();
    expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir].join()')).toBe('ar,rtl');
    await page.goto('/history');
    await page.getByRole('heading', { name: 'السجل' }).waitFor();
  });

  it('whoever wants less motion gets none', async () => {
    const page = await site.open('/', { reducedMotion: 'reduce' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
  });
});

describe.skipIf(!CHROMIUM)('the documentation', () => {
  let site: Website;
  beforeAll(async () => {
    site = await startWebsite();
  });
  afterAll(() => site[Symbol.asyncDispose]());

  it('has every call, with examples that follow one choice', async () => {
    const page = await site.open('/docs');
    await page.locator('.operation').first().waitFor();
    expect(await page.locator('.operation').count()).toBe(OPERATIONS.length);
    const convert = page.locator('#convert');
    await convert.getByRole('radio', { name: 'Python' }).check();
    await convert.getByText('import requests').waitFor();
    await page.locator('#merge').getByText('import requests').waitFor();
    expect(site.faults).toEqual([]);
  });

  it('runs examples with the key of the visitor', async () => {
    const page = await site.open('/docs');
    const usage = page.locator('#getUsage');
    const run = usage.getByRole('button', { name: 'Run' });
    await run.waitFor();
    expect(await run.isDisabled()).toBe(true);
    await page.getByLabel('Your key, for the examples').fill(site.service.key);
    await usage.getByText(`X-API-Key: ${site.service.key}`).waitFor();
    await run.click();
    await usage.getByText('Answer: 200 OK').waitFor();
    await usage.getByText('"remaining"').waitFor();
    // What needs the id of something, or changes the account, is not run from here.
    for (const id of ['getConversion', 'savePreset', 'deletePreset'])
      expect(await page.locator(`#${id}`).getByRole('button', { name: 'Run' }).count(), id).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(site.faults).toEqual([]);
  });

  it('explains the code that a failure links to', async () => {
    const { failure } = await site.service.convert([]);
    const page = await site.open(failure.error.docs);
    const entry = page.locator(`#${failure.error.code}`);
    await entry.getByText(failure.error.code).waitFor();
    await waitUntil(page, 'scrollY > 0');
    expect(await page.locator('.errors > li').count()).toBe(Object.keys(ERRORS).length);
    expect(await page.locator(':target').getAttribute('id')).toBe(failure.error.code);
  });
});

/** One file chosen with its options open, one that failed, one that nobody knows. */
async function showConversions(page: Page): Promise<void> {
  await page.setInputFiles('input[type=file]', [pngFile(), unknownFile(), pngFile('b.png'), unknownFile('empty', '')]);
  const cards = page.getByRole('article');
  await page.locator('.for-all').waitFor();
  await cards.nth(0).locator('summary').first().click();
  await cards.nth(0).getByRole('radio').first().check();
  await cards.nth(0).locator('.plan-way').waitFor();
  await cards.nth(0).locator('.options > summary').click();
  await cards.nth(1).locator('.problem').waitFor();
  await cards.nth(2).locator('summary').first().click();
}

async function showKey(page: Page): Promise<void> {
  await page.locator('#key-name').fill('axe');
  await page.locator('form .primary').click();
  await page.getByTestId('new-key').waitFor();
  await page.locator('.usage-chart summary').click();
  await page.locator('.conversion .report-details summary').first().click();
}
