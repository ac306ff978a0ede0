import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { BrowserContext, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LOCALES } from '../../server/web/src/i18n/locales.ts';
import { ROOT } from '../support/source-tree.ts';
import { CHROMIUM } from './chromium.ts';
import { startWebsite, type Website } from './website.ts';

/** Bytes that a page may bring before anything is done in it: all answers, compressed, with their headers. */
const MAX_PAGE_BYTES = 60_000;

const PAGES = globSync('{*,docs/*}.html', { cwd: join(ROOT, 'server/web') }).map(
  (name) => `/${name.replace(/(index)?\.html$/, '')}`,
);

const CATALOGUES = join(ROOT, 'server/web/src/catalogues');

const CREDENTIALS = { email: 'ada@example.org', password: 'an engine of brass' };

describe.skipIf(!CHROMIUM)('the weight of a page', () => {
  let site: Website;
  beforeAll(async () => {
    site = await startWebsite({
      environment: { ACCOUNTS: 'yes', TRIAL_CONVERSIONS: '5' },
      limits: { signInsPerMinute: 1000 },
      sendMail: async () => {},
    });
    await post('/web/sign-up');
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const post = async (path: string, context?: BrowserContext): Promise<void> => {
    const { url } = site.service;
    const used = context ?? (await site.browser.newContext());
    const answer = await used.request.post(url + path, { data: CREDENTIALS, headers: { Origin: url } });
    expect(answer.status()).toBe(200);
    if (!context) await used.close();
  };
  /** Of a first visit: nothing is in the cache. */
  const weigh = async (path: string, locale: string, isSignedIn: boolean): Promise<number> => {
    const page = await site.open('about:blank', { locale });
    if (isSignedIn) await post('/web/sign-in', page.context());
    const sizes: Promise<number>[] = [];
    const open = new Set<Request>();
    // A stream of events goes on for as long as the page is there.
    page.on('request', (request) => void (request.resourceType() !== 'eventsource' && open.add(request)));
    page.on('requestfailed', (request) => open.delete(request));
    // The page does not read what an error brings: for the browser such a request does not end.
    page.on('response', (response) => void (response.ok() || open.delete(response.request())));
    page.on('requestfinished', (request) => {
      open.delete(request);
      sizes.push(sizeOf(request));
    });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // What is asked for after the page itself has a moment to begin.
    let seen = -1;
    const isQuiet = (): boolean => open.size === 0 && seen === (seen = sizes.length);
    await vi.waitUntil(isQuiet, { interval: 500, timeout: 90_000 });
    expect(await page.evaluate('document.documentElement.lang')).toBe(locale);
    const all = await Promise.all(sizes);
    await page.context().close();
    return all.reduce((sum, size) => sum + size, 0);
  };

  it('is bounded for every page, in the language with the heaviest texts', { timeout: 300_000 }, async () => {
    const [heaviest = 'en'] = Object.keys(LOCALES).toSorted((a, b) => textBytes(b) - textBytes(a));
    // Visitors see the first page as users do not; of what needs a session they see less.
    const weights: Record<string, number> = { 'the first page of visitors': await weigh('/', heaviest, false) };
    for (const path of PAGES) weights[path] = await weigh(path, heaviest, true);
    const tooHeavy = Object.entries(weights).filter(([, bytes]) => bytes > MAX_PAGE_BYTES);
    expect(tooHeavy).toEqual([]);
    // Of a page that had not loaded nothing would be known.
    expect(Math.min(...Object.values(weights))).toBeGreaterThan(20_000);
  });
});

/** What the texts of a language weigh, as they are sent. */
function textBytes(locale: string): number {
  const files = globSync(`{${locale},*/${locale}}.json`, { cwd: CATALOGUES });
  return files.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(CATALOGUES, name))).byteLength, 0);
}

async function sizeOf(request: Request): Promise<number> {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  return responseBodySize + responseHeadersSize;
}
