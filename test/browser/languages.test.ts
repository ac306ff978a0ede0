import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import { violations } from './axe.ts';
import { pdfFile } from './files.ts';
import { CHROMIUM } from './chromium.ts';
import { startWebsite, type Website } from './website.ts';

describe.skipIf(!CHROMIUM)('what the service says, in the language of the page', () => {
  let site: Website;
  beforeAll(async () => {
    site = await startWebsite();
  });
  afterAll(() => site[Symbol.asyncDispose]());
  afterEach(async () => {
    for (const context of site.browser.contexts()) await context.close();
    expect(site.faults.splice(0)).toEqual([]);
  });

  const ENGLISH = 'The PDF is damaged: page 7 cannot be read.';
  const LANGUAGES = [
    {
      locale: 'de',
      found: 'Die Datei ist auf Seite 7 beschädigt.',
      shown: /Absatz fehlt \(Seite 3\)\. Erwartet: „Sehr geehrte“\./,
    },
    { locale: 'ar', found: 'الملف تالف في الصفحة', shown: /فقرة مفقودة/ },
    { locale: 'zh', found: '文件第 7 页已损坏', shown: /缺少段落（第 3 页）。应为“Sehr geehrte”。/ },
  ] as const;

  it.each(LANGUAGES)(
    '$locale: errors with their details, and differences with their places',
    async ({ locale, found, shown }) => {
      const page = await site.open('/', { locale, viewport: { width: 320, height: 640 } });
      site.service.engine.failure = new ConversionError({
        code: 'input_corrupt',
        message: ENGLISH,
        details: { page: 7 },
      });
      await page.setInputFiles('input[type=file]', [pdfFile()]);
      await page.getByRole('radio', { name: /^DOCX/ }).check();
      await page.locator('.toolbar .primary').click();
      await page.getByText(found).waitFor();
      const exact = page.getByText(ENGLISH);
      expect(await exact.isVisible()).toBe(false);
      await page.locator('.exact > summary').click();
      await exact.waitFor();
      expect(await violations(page)).toEqual([]);
      site.service.engine.failure = new ConversionError({
        code: 'output_not_verified',
        message: 'The result differs.',
        details: {
          differences: [
            {
              kind: 'paragraph_missing',
              severity: 'refuse',
              message: 'The paragraph is missing.',
              place: { page: 3 },
              expected: 'Sehr geehrte',
            },
          ],
        },
      });
      await page.locator('.toolbar .primary').click();
      await page.getByText(shown).waitFor();
    },
  );

  it('the codes of the documentation are explained in it too', async () => {
    const page = await site.open('/docs/errors', { locale: 'fr' });
    await page.locator('#input_truncated').getByText('Le fichier s’arrête trop tôt.').waitFor();
  });
});
