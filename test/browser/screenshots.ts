/**
 * `npm run screenshots`: photographs the website as `npm run web` has built it, for the README, at the widths of a phone, a
 * tablet, a laptop and a large screen, light and dark, and from right to left. Needs Chromium.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { createEngine } from '../../engine/index.ts';
import { loadConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { startService } from '../../server/service.ts';
import { WEBSITE_DIR } from '../../server/services/website.ts';
import { CHROMIUM, CHROMIUM_FLAGS } from './chromium.ts';
import { ROOT } from '../support/source-tree.ts';

const OUT = join(ROOT, 'server/web/screenshots');

interface Shot extends Pick<BrowserContextOptions, 'colorScheme' | 'locale'> {
  readonly width: number;
  readonly height: number;
}

const HEIGHTS: Readonly<Record<number, number>> = { 375: 812, 768: 1024, 1280: 900, 2560: 1440 };

const SHOTS: readonly Shot[] = Object.entries(HEIGHTS).flatMap(([width, height]) => {
  const size = { width: Number(width), height };
  return [
    { ...size, colorScheme: 'light', locale: 'en-GB' },
    { ...size, colorScheme: 'dark', locale: 'en-GB' },
    { ...size, colorScheme: 'light', locale: 'ar' },
  ];
});

/** The first page with a letter that was dropped on it, and the formats that it can become. */
async function photograph(
  browser: Browser,
  url: string,
  { width, height, colorScheme, locale }: Shot,
): Promise<Buffer> {
  const viewport = { width, height };
  await using context = await browser.newContext({ viewport, colorScheme, locale, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(url);
  const buffer = await readFile(join(WEBSITE_DIR, 'sample/letter.pdf'));
  await page.setInputFiles('input[type=file]', { name: 'letter.pdf', mimeType: 'application/pdf', buffer });
  await page.getByRole('radio', { name: /^DOCX/ }).check();
  await page.locator('.plan-way').waitFor();
  return await page.screenshot();
}

const directory = await mkdtemp(join(tmpdir(), 'athanor-screenshots-'));
await using engine = createEngine();
await using browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
const config = loadConfig({ PORT: '0', DATA_DIR: directory });
const service = await startService(config, { engine, log: createLog({ level: 'error' }) });
try {
  for (const shot of SHOTS) {
    const { width, locale, colorScheme } = shot;
    const name = `convert-${width}-${locale === 'ar' ? 'arabic' : colorScheme}`;
    const picture = join(directory, `${name}.png`);
    await writeFile(picture, await photograph(browser, service.url, shot));
    await engine.convert(picture, { to: 'webp', outDir: OUT });
    process.stdout.write(`${name}\n`);
  }
} finally {
  await service.close();
  await rm(directory, { recursive: true });
}
