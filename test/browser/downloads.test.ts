import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ConversionView } from '../../server/openapi/conversion-schemas.ts';
import { PDF } from '../support/service.ts';
import { CHROMIUM } from './chromium.ts';
import { startWebsite, type Website } from './website.ts';

/** A page that somebody has uploaded to be seen by somebody else: it would read his keys. */
const MALICIOUS = `<!doctype html><title>harmless</title><script>document.title = 'run'; fetch('/api/v1/keys')</script>
<img src="/x" onerror="document.title = 'run'"><svg onload="document.title = 'run'"></svg>`;

describe.skipIf(!CHROMIUM)('what users have made of files', () => {
  let site: Website;
  beforeAll(async () => {
    site = await startWebsite();
    site.service.engine.output = Buffer.from(MALICIOUS);
  });
  afterAll(() => site[Symbol.asyncDispose]());
  afterEach(async () => {
    for (const context of site.browser.contexts()) await context.close();
    site.faults.length = 0; // the refusals of the policy are what is wanted here
  });

  const convert = async (): Promise<ConversionView> => {
    const answer = await site.service.convert([PDF, { name: 'targetFormat', value: 'html' }]);
    return answer.data<ConversionView>();
  };

  it('is saved by a browser that goes there, and never shown', async () => {
    const { downloadUrl } = await convert();
    const page = await site.open('/history');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.evaluate(`location.href = ${JSON.stringify(downloadUrl)}`),
    ]);
    expect(download.suggestedFilename()).toBe('Report 2026.html');
    expect(new URL(page.url()).pathname).toBe('/history');
  });

  it('runs nothing even in a browser that shows it all the same', async () => {
    const { downloadUrl } = await convert();
    const page = await site.open('/healthz');
    const asked: string[] = [];
    page.on('requestfinished', (request) => asked.push(new URL(request.url()).pathname));
    await page.route(downloadUrl, async (route) => {
      const response = await route.fetch();
      const { 'content-disposition': _saved, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.goto(downloadUrl);
    expect(await page.title()).toBe('harmless');
    expect(asked).not.toContain('/api/v1/keys');
    expect(asked).not.toContain('/x');
  });
});
