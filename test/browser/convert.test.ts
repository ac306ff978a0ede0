import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Download, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import { LOCAL_ACCOUNT } from '../../server/services/local-account.ts';
import { eventually } from '../support/eventually.ts';
import { sharedEngine } from '../support/shared-engine.ts';
import type { TestService } from '../support/service.ts';
import { pdfFile, pngFile, unknownFile } from './files.ts';
import { violations } from './axe.ts';
import { CHROMIUM } from './chromium.ts';
import { startWebsite, waitUntil, type Website } from './website.ts';

describe.skipIf(!CHROMIUM)('the page that converts', () => {
  let site: Website;
  beforeAll(async () => {
    site = await startWebsite();
  });
  afterAll(() => site[Symbol.asyncDispose]());
  afterEach(async () => {
    for (const context of site.browser.contexts()) await context.close();
    site.service.engine.failure = undefined;
    expect(site.faults.splice(0)).toEqual([]);
  });

  const add = (page: Page, ...files: ReturnType<typeof pdfFile>[]) => page.setInputFiles('input[type=file]', files);
  const card = (page: Page, name: string) => page.getByRole('article', { name });
  const target = (within: Page | Locator, id: string) => within.getByRole('radio', { name: new RegExp(`^${id}, `) });
  const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name });
  const download = async (page: Page, link: Locator): Promise<Download> => {
    const [started] = await Promise.all([page.waitForEvent('download'), link.click()]);
    return started;
  };
  const textOf = async (file: Download) => readFile(await file.path(), 'utf8');

  it('shows what a file is and what it can become, converts it and hands it out', async () => {
    const page = await site.open('/');
    await add(page, pdfFile());
    const file = card(page, 'Report 2026.pdf');
    await file.getByText('Portable Document Format, recognised by its content').waitFor();
    expect(await file.getByRole('radio').count()).toBe(3);
    await target(file, 'DOCX').check();
    await file.getByText('Keeps everything.').waitFor();
    await file.getByText(/about .* sec/).waitFor();
    await button(page, 'Convert 1 file').click();
    await file.getByText('kept for').waitFor();
    const result = await download(page, file.getByRole('link', { name: /Download DOCX/ }));
    expect(result.suggestedFilename()).toBe('Report 2026.docx');
    expect(await textOf(result)).toBe('docx made of 21 bytes');
    await file.getByText('Verified by content').waitFor();
    await file.getByText('How it was made and checked').click();
    await file.getByText('100 of 100').waitFor();
    await button(file, 'Another format').click();
    await target(file, 'HTML').check();
    await button(page, 'Convert 1 file').click();
    await file.getByRole('link', { name: /Download HTML/ }).waitFor();
    // Whoever tidies up does not throw away what was made.
    await button(page, 'Clear the list').click();
    await page.goto('/history');
    await page.getByRole('heading', { name: 'Report 2026.docx' }).waitFor();
    await page.getByRole('link', { name: 'Download' }).first().waitFor();
  });

  it('sends the options of the form, and only sound ones', async () => {
    const page = await site.open('/');
    await add(page, pngFile());
    await target(page, 'JPG').check();
    await page.getByText('Options').click();
    const quality = page.getByLabel('Quality');
    await quality.fill('101');
    await page.getByText('Enter a number from 1 to 100.').waitFor();
    expect(await button(page, 'Choose a format first').isDisabled()).toBe(true);
    await quality.fill('80');
    await button(page, 'Convert 1 file').click();
    await page.getByRole('link', { name: /Download JPG/ }).waitFor();
    expect(site.service.engine.calls.at(-1)).toMatchObject({ to: 'jpg', options: { quality: 80 } });
  });

  it('takes many files to one format, and packs the results', async () => {
    const page = await site.open('/');
    await add(page, pngFile('a.png'), pngFile('b.png'), pngFile('a.png'), pngFile('c.png'), pngFile('d.png'));
    const all = page.getByRole('region', { name: 'All files to the same format' });
    await button(page, 'Remove d.png').click();
    await eventually(async () => expect(await page.getByText('recognised by its content').count()).toBe(4));
    await target(all, 'WEBP').check();
    await button(page, 'Convert 4 files').click();
    const result = await download(page, button(page, 'Download all 4 as ZIP'));
    expect(result.suggestedFilename()).toBe('athanor.zip');
    const entries = unzipSync(await readFile(await result.path()));
    expect(Object.keys(entries).sort()).toEqual(['a (2).webp', 'a.webp', 'b.webp', 'c.webp']);
    expect(Buffer.from(entries['b.webp']!).toString()).toBe('webp made of 20 bytes');
  });

  it('merges files into one, in the order of the list', async () => {
    const page = await site.open('/');
    await add(page, pngFile('first.png'), pdfFile(), pngFile('third.png'));
    await page.getByText('Merge all 3 files into one').click();
    const merging = page.locator('details.several').filter({ hasText: 'Files are merged' });
    await target(merging, 'DOCX').check();
    await merging.getByText('Loses detail: layout.').waitFor();
    await button(page, 'Move Report 2026.pdf up').click();
    expect(await page.getByRole('article').getByRole('heading').allTextContents()).toEqual([
      ...['Report 2026.pdf', 'first.png', 'third.png'],
    ]);
    await merging.getByText('Options').click();
    await merging.getByLabel('Page size').selectOption('a4');
    await button(page, 'Merge 3 files into one DOCX').click();
    const result = await download(page, merging.getByRole('link', { name: /Download DOCX/ }));
    expect(result.suggestedFilename()).toBe('Report 2026.docx');
    expect(await textOf(result)).toBe('docx made of 61 bytes');
    expect(site.service.engine.calls.at(-1)).toMatchObject({ to: 'docx', options: { pageSize: 'a4' } });
    // A change of the files starts over.
    await button(page, 'Remove first.png').click();
    await page.getByText('Merge all 2 files into one').waitFor();
    expect(await merging.getByRole('link', { name: /Download DOCX/ }).count()).toBe(0);
  });

  it('shows progress, and cancels without counting', async () => {
    const used = await site.service.used();
    const page = await site.open('/');
    await add(page, pdfFile());
    const release = site.service.engine.hold();
    await target(page, 'DOCX').check();
    await button(page, 'Convert 1 file').click();
    await site.service.engine.begun;
    await page.getByText('Converting').waitFor();
    const tick = setInterval(() => site.service.engine.calls.at(-1)!.onProgress!(0.42), 20);
    await page.getByText('Converting 42%').waitFor();
    clearInterval(tick);
    await button(page, 'Cancel').click();
    await page.getByText('Cancelled. It does not count against the quota.').waitFor();
    await eventually(async () => expect(await site.service.used()).toBe(used));
    release();
    await button(page, 'Try again').click();
    await page.getByRole('link', { name: /Download DOCX/ }).waitFor();
    expect(await site.service.used()).toBe(used + 1);
  });

  it('says what is wrong with one file and what helps, and goes on with the others', async () => {
    const page = await site.open('/');
    site.service.engine.failure = new ConversionError({
      code: 'input_truncated',
      message: 'The file ends after 21 of 5,120 bytes. Upload the complete file.',
    });
    await add(page, pdfFile(), unknownFile('empty.pdf', ''));
    await card(page, 'empty.pdf').getByText('The file is empty').waitFor();
    const file = card(page, 'Report 2026.pdf');
    await target(file, 'DOCX').check();
    await button(page, 'Convert 1 file').click();
    await file.getByText('The file ends after 21 of 5,120 bytes. Upload the complete file.').waitFor();
    const link = file.getByRole('link', { name: 'input_truncated' });
    expect(await link.getAttribute('href')).toBe('/docs/errors#input_truncated');
  });

  it('offers to accept a loss that the service asks about', async () => {
    const page = await site.open('/');
    site.service.engine.failure = new ConversionError({
      code: 'loss_not_allowed',
      message: 'The text would be gone.',
    });
    await add(page, pdfFile());
    await target(page, 'DOCX').check();
    await button(page, 'Convert 1 file').click();
    await page.getByText('The text would be gone.').waitFor();
    site.service.engine.failure = undefined;
    await button(page, 'Convert anyway').click();
    await page.getByRole('link', { name: /Download DOCX/ }).waitFor();
    expect(site.service.engine.calls.at(-1)).toMatchObject({ allowLoss: 'any' });
  });

  it('keeps target and options as a preset, and fills them in for other files', async () => {
    await using fresh = await site.serve({});
    const page = await site.open('/', {}, fresh);
    await add(page, pngFile());
    await target(page, 'JPG').check();
    await page.getByText('Options').click();
    await page.getByLabel('Quality').fill('80');
    const file = card(page, 'photo.png');
    await file.getByText('Save as a preset').click();
    await file.getByLabel('Name of the preset').fill('web-photo');
    await button(file, 'Save').click();
    await file.getByText('web-photo is saved.').waitFor();
    await page.reload();
    await add(page, pngFile('a.png'), pdfFile());
    await page.getByText('recognised by its content').nth(1).waitFor();
    await page.getByLabel('Use a preset:').selectOption('web-photo');
    await page.getByText('web-photo is filled in for 1 file.').waitFor();
    await button(page, 'Convert 1 file').click();
    await card(page, 'a.png')
      .getByRole('link', { name: /Download JPG/ })
      .waitFor();
    expect(fresh.engine.calls.at(-1)).toMatchObject({ to: 'jpg', options: { quality: 80 } });
  });

  it('asks what a file is when its content does not tell', async () => {
    const page = await site.open('/');
    await add(page, unknownFile());
    await page.getByText('The format of this file cannot be detected.').waitFor();
    await page.getByLabel('Choose the format of the file:').selectOption('pdf');
    await page.getByText('Portable Document Format, as you specified').waitFor();
    await target(page, 'DOCX').check();
    await button(page, 'Convert 1 file').click();
    await page.getByRole('link', { name: /Download DOCX/ }).waitFor();
    expect(site.service.engine.calls.at(-1)).toMatchObject({ from: 'pdf' });
  });

  it('takes what is dropped and what is pasted', async () => {
    const page = await site.open('/');
    const files = (name: string) =>
      page.evaluateHandle(
        `(() => { const data = new DataTransfer(); data.items.add(new File(['%PDF-1.7'], '${name}')); return data; })()`,
      );
    await page.locator('.drop-zone').waitFor();
    await page.dispatchEvent('body', 'drop', { dataTransfer: await files('dropped.pdf') });
    await card(page, 'dropped.pdf').getByText('recognised').waitFor();
    await page.evaluate(
      `document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: (() => {
        const data = new DataTransfer(); data.setData('text/plain', '%PDF-1.7 as text'); return data; })() }))`,
    );
    await card(page, 'pasted.txt').getByText('recognised').waitFor();
  });

  it('works by keyboard alone', async () => {
    const page = await site.open('/');
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    // Asked for long before it opens: the browser has to be told to leave the choice to us.
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await press('Tab', 'Enter'); // skips to the content
    await waitUntil(page, 'document.activeElement.id === "content"');
    await press('Tab');
    await press('Enter');
    await (await chooser).setFiles([pdfFile()]);
    await target(page, 'DOCX').waitFor();
    await focusByTab(page, 'DOCX');
    await press('Space', 'ArrowRight');
    expect(await target(page, 'PNG').isChecked()).toBe(true);
    await focusByTab(page, 'Convert 1 file');
    await press('Enter');
    await page.getByRole('link', { name: /Download ZIP/ }).waitFor();
    await focusByTab(page, 'Download');
    const [result] = await Promise.all([page.waitForEvent('download'), press('Enter')]);
    expect(result.suggestedFilename()).toBe('Report 2026.zip');
  });

  it('works without scripts', async () => {
    const page = await site.open('/', { javaScriptEnabled: false });
    await page.setInputFiles('input[type=file]', [pdfFile()]);
    await page.getByLabel(/Format to convert to/).fill('docx');
    const result = await download(page, button(page, 'Convert'));
    expect(result.suggestedFilename()).toBe('Report 2026.docx');
    expect(await textOf(result)).toBe('docx made of 21 bytes');
  });

  it('says so when the quota is used up', async () => {
    await using poor = await site.serve({ environment: { MONTHLY_CONVERSIONS: '1' } });
    const page = await site.open('/', {}, poor);
    await add(page, pdfFile('first.pdf'), pdfFile('second.pdf'));
    await target(page.getByRole('region', { name: 'All files' }), 'DOCX').check();
    await button(page, 'Convert 2 files').click();
    await page.getByText('All conversions of this month are used.').waitFor();
    await page.getByRole('link', { name: /Download DOCX/ }).waitFor();
    expect(await poor.used(LOCAL_ACCOUNT)).toBe(1);
  });

  describe('with the real engine', () => {
    let real: TestService;
    beforeAll(async () => {
      real = await site.serve({ engine: sharedEngine() });
      return () => real[Symbol.asyncDispose]();
    });

    it('finds a target by typing', async () => {
      const page = await site.open('/', {}, real);
      await add(page, { ...pngFile(), buffer: await readFile('corpus/sources/png/palette-interlaced.png') });
      await page.getByRole('searchbox').fill('bitmap windows');
      expect(await page.getByRole('radio').count()).toBeGreaterThan(0);
      await target(page, 'BMP').check();
      await page.getByRole('searchbox').fill('no such thing');
      await page.getByText('No format matches').waitFor();
    });

    it('runs several steps at once, and keeps them as a preset', async () => {
      const page = await site.open('/', {}, real);
      const people = { mimeType: 'text/csv', buffer: Buffer.from('name,age\nAda,36\nGrace,45\n') };
      await add(page, { ...people, name: 'people.csv' });
      await page.getByText('Several steps in one go').click();
      const steps = page.locator('details.several').filter({ hasText: 'Several steps' });
      await steps.getByLabel('Format of step 1').selectOption('xlsx');
      await button(steps, 'Add a step').click();
      await steps.getByLabel('Format of step 2').selectOption('json');
      await steps.getByText('It counts as 2 conversions.').waitFor();
      await steps.getByText('Save as a preset').click();
      await steps.getByLabel('Name of the preset').fill('sheet-to-json');
      await button(steps, 'Save').click();
      await steps.getByText('sheet-to-json is saved.').waitFor();
      await button(steps, 'Run the steps on 1 file').click();
      const result = await download(page, steps.getByRole('link', { name: /Download JSON/ }));
      expect(JSON.parse(await textOf(result))).toMatchObject([{ name: 'Ada' }, { name: 'Grace' }]);

      await page.reload();
      await add(page, { ...people, name: 'others.csv' });
      await page.getByLabel('Use a preset:').selectOption('sheet-to-json');
      await button(steps, 'Run the steps on 1 file').click();
      await steps.getByRole('link', { name: /Download JSON/ }).waitFor();
    });

    it('says which step cannot follow', async () => {
      const page = await site.open('/', {}, real);
      await add(page, { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('name,age\nAda,36\n') });
      await page.getByText('Several steps in one go').click();
      const steps = page.locator('details.several').filter({ hasText: 'Several steps' });
      await steps.getByLabel('Format of step 1').selectOption('json');
      await button(steps, 'Add a step').click();
      await steps.getByLabel('What step 2 does').selectOption('split');
      await steps.getByText(/^Step 2/).waitFor();
      expect(await button(steps, 'Run the steps on 1 file').isDisabled()).toBe(true);
    });

    it('makes a table of a file into data, verified', async () => {
      const page = await site.open('/', {}, real);
      await add(page, {
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('name,age\nAda,36\nGrace,45\n'),
      });
      await target(page, 'JSON').check();
      await button(page, 'Convert 1 file').click();
      const result = await download(page, page.getByRole('link', { name: /Download JSON/ }));
      expect(JSON.parse(await textOf(result))).toMatchObject([{ name: 'Ada' }, { name: 'Grace' }]);
      await page.getByText('Verified by content').waitFor();
      await page.getByText('Compare with the source').click();
      await page.getByRole('region', { name: 'Source: people.csv' }).getByText('Ada,36').waitFor();
      await page.getByRole('region', { name: 'Result: people.json' }).getByText('"Ada"').waitFor();
    });

    it('shows a picture and a page beside the source', async () => {
      const page = await site.open('/', {}, real);
      await add(page, { ...pngFile('map.png'), buffer: await readFile('corpus/sources/png/palette-interlaced.png') });
      await target(page, 'PDF').check();
      await button(page, 'Convert 1 file').click();
      await page.getByText('Compare with the source').click();
      const source = page.getByRole('img', { name: 'Source: map.png' });
      await source.waitFor();
      await waitUntil(page, 'document.querySelector(".preview img").naturalWidth > 0');
      await page.getByRole('img', { name: 'Result: map.pdf, Page 1 of 1' }).waitFor();
      // What is drawn is not a blank page.
      await waitUntil(
        page,
        `(() => {
        const canvas = document.querySelector('.preview canvas');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size > 2;
      })()`,
      );
      expect(await violations(page)).toEqual([]);
    });
  });
});

/** Tabs on until something of this name has the focus, as somebody without a mouse does. */
async function focusByTab(page: Page, name: string): Promise<void> {
  const focused = `(() => {
    const element = document.activeElement;
    return element === document.body ? '' : element.ariaLabel ?? element.textContent;
  })()`;
  for (let count = 0; count < 30; count++) {
    await page.keyboard.press('Tab');
    if (String(await page.evaluate(focused)).includes(name)) return;
  }
  throw new Error(`nothing of the name ${name} can be reached`);
}
