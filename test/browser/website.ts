import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { CHROMIUM, CHROMIUM_FLAGS } from './chromium.ts';
import { makeSample } from '../../server/web/sample.ts';
import { buildWebsite } from '../../server/web/build.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { expect } from 'vitest';

/** Far more than anything takes, also where the machine has other work. */
const TIMEOUT_MS = 90_000;

let built: Promise<string> | undefined;

/** Where the website is, built once for all test files that a process runs: nobody changes it. */
function builtWebsite(): Promise<string> {
  return (built ??= build());
}

async function build(): Promise<string> {
  const { path } = await temporaryDirectory();
  await buildWebsite({ outDir: path });
  return path;
}

/** The service with the website as the sources make it now, and a browser to look at it. */
export interface Website extends AsyncDisposable {
  readonly service: TestService;
  readonly browser: Browser;
  /** A page in a profile of its own, of this service or of another. What goes wrong in it is in `faults`: nothing may. */
  open(path: string, options?: BrowserContextOptions, of?: TestService): Promise<Page>;
  /** Errors, refusals by the policy, and requests to elsewhere. */
  readonly faults: string[];
  /** Another service with the same build. */
  serve(options: TestServiceOptions): Promise<TestService>;
}

export interface WebsiteOptions extends TestServiceOptions {
  /** Whether the first page offers its files to try the service with, which the real engine makes. */
  readonly hasSample?: boolean;
}

export async function startWebsite({ hasSample = false, ...options }: WebsiteOptions = {}): Promise<Website> {
  await using resources = new AsyncDisposableStack();
  const websiteDir = hasSample ? resources.use(await temporaryDirectory()).path : await builtWebsite();
  if (hasSample) {
    await cp(await builtWebsite(), websiteDir, { recursive: true });
    await makeSample(join(websiteDir, 'sample'));
  }
  const serve = async (more: TestServiceOptions): Promise<TestService> => {
    const started = await startTestService({ ...more, websiteDir });
    // Pages count down by the clock of the browser.
    started.clock.now = Date.now();
    return started;
  };
  const service = resources.use(await serve(options));
  const browser = resources.adopt(await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS }), (opened) =>
    opened.close(),
  );
  const faults: string[] = [];
  const held = resources.move();
  return {
    ...{ service, browser, faults, serve },
    async open(path, contextOptions = {}, { url } = service) {
      const context = await browser.newContext({ baseURL: url, locale: 'en-GB', ...contextOptions });
      context.setDefaultTimeout(TIMEOUT_MS);
      const page = await context.newPage();
      watch(page, url, faults);
      await page.goto(path, { waitUntil: 'load' });
      return page;
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Waits until an expression is true. The policy of the pages lets no text be run in them again and again. */
export async function waitUntil(page: Page, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate(expression), { timeout: 20_000 }).toBe(true);
}

function watch(page: Page, url: string, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // Refusals of the service are shown by the page; the console has them too.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('blob:')) faults.push(`request: ${request.url()}`);
  });
}
