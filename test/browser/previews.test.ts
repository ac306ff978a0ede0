import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedEngine } from '../support/shared-engine.ts';
import type { TestService } from '../support/service.ts';
import { violations } from './axe.ts';
import { CHROMIUM } from './chromium.ts';
import { startWebsite, waitUntil, type Website } from './website.ts';

describe.skipIf(!CHROMIUM)('a result beside its source', () => {
  let site: Website;
  let real: TestService;
  beforeAll(async () => {
    site = await startWebsite();
    real = await site.serve({ engine: sharedEngine() });
    return () => real[Symbol.asyncDispose]();
  });
  afterAll(() => site[Symbol.asyncDispose]());
  afterEach(async () => {
    for (const context of site.browser.contexts()) await context.close();
    expect(site.faults.splice(0)).toEqual([]);
  });

  /** Converts a file, and opens the comparison. */
  const compare = async (name: string, buffer: Buffer, target: string): Promise<Page> => {
    const page = await site.open('/', {}, real);
    await page.setInputFiles('input[type=file]', [{ name, mimeType: 'application/octet-stream', buffer }]);
    await page.getByRole('radio', { name: new RegExp(`^${target}, `) }).check();
    await page.getByRole('button', { name: 'Convert 1 file' }).click();
    await page.getByText('Compare with the source').click();
    return page;
  };

  it('shows a text document with its headings, tables and pictures', async () => {
    const file = await readFile('corpus/sources/docx/furnace-headings-table-footnote-picture.docx');
    const page = await compare('furnace.docx', file, 'MD');
    const source = page.getByRole('region', { name: 'Source: furnace.docx' });
    await source.locator('.shown-heading-1, .shown-heading-2').first().waitFor();
    await source.locator('td').first().waitFor();
    await waitUntil(page, 'document.querySelector(".preview-paper img").naturalWidth > 0');
    await page.getByRole('region', { name: /^Result: furnace/ }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('shows a workbook, and the one that is made of a table', async () => {
    const page = await compare('people.csv', Buffer.from('name,age\nAda,36\nGrace,45\n'), 'XLSX');
    const result = page.getByRole('region', { name: 'Result: people.xlsx' });
    await result.getByRole('columnheader', { name: 'B', exact: true }).waitFor();
    expect(await result.getByRole('row').nth(2).textContent()).toBe('2Ada36');
    await page.getByRole('region', { name: 'Source: people.csv' }).getByText('Grace,45').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
