import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ConversionError, type ConversionResult, type FormatId } from '../../engine/index.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const engine = sharedEngine();

/** Far less than such a document takes, so that the tests end. */
const LONG_DEADLINE_MS = 4_000;

const corpus = (path: string): Promise<Buffer> => readFile(new URL(`../../corpus/sources/${path}`, import.meta.url));

const NAMESPACES = ['office', 'table', 'text']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

/** A flat OpenDocument file of this kind, `spreadsheet` or `text`. */
function flat(kind: string, body: string, doctype = ''): Buffer {
  return Buffer.from(
    `<?xml version="1.0"?>${doctype}<office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`,
  );
}

function textOf({ artifacts }: ConversionResult): string {
  const [artifact] = artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('Expected one result in memory.');
  return new TextDecoder().decode(artifact.bytes);
}

/** The code of the refusal; fails when there is none, or when it has no name. */
async function refusal(input: Buffer, fileName: string, to: FormatId): Promise<string> {
  const error = await engine.convert(input, { to, fileName }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConversionError)) throw new Error(`Expected a refusal, but got ${String(error)}.`);
  return error.code;
}

describe('a document', { timeout: 120_000 }, () => {
  /** Each of twelve entities is ten of the one before: a million million times two letters. */
  const laughs = Array.from({ length: 12 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join(
    '',
  );
  const bomb = flat('text', '<text:p>Begin &l12;</text:p>', `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>`);

  it.each(['pdf', 'odt'] as const)('whose entities multiply is refused before it is read: → %s', async (to) => {
    expect(await refusal(bomb, 'bomb.fodt', to)).toBe('input_corrupt');
  });

  it('whose entities multiply is read with its entities as they stand', async () => {
    const markdown = textOf(await engine.convert(bomb, { to: 'md', fileName: 'bomb.fodt' }));
    expect(markdown.trim()).toMatch(/^Begin \\?&l12;$/);
  });

  it.each([
    { name: 'long.md', to: 'docx', line: `${'Charcoal keeps an even heat. '.repeat(60)}\n\n` },
    { name: 'long.fodt', to: 'pdf', line: `<text:p>${'Charcoal keeps an even heat. '.repeat(60)}</text:p>` },
  ] as const)('of ten thousand pages ends by its deadline at the latest: $name → $to', async ({ name, to, line }) => {
    const text = line.repeat(10_000);
    const input = name.endsWith('.md') ? Buffer.from(text) : flat('text', text);
    const attempt = engine.convert(input, { to, fileName: name, deadlineMs: LONG_DEADLINE_MS, allowLoss: 'any' });
    const outcome = await attempt.then(
      ({ report }) => report.verified,
      (error: unknown) => (error instanceof ConversionError ? error.code : String(error)),
    );
    expect(['content', 'conversion_timeout', 'input_too_complex']).toContain(outcome);
  });

  it('with a million empty rows is a table of the rows that are filled', async () => {
    const cell = (value: string): string =>
      `<table:table-row><table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell></table:table-row>`;
    const empty = '<table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row>';
    const sheet = flat(
      'spreadsheet',
      `<table:table table:name="A">${cell('first')}${empty}${cell('last')}</table:table>`,
    );
    const csv = textOf(await engine.convert(sheet, { to: 'csv', fileName: 'rows.fods' }));
    expect([csv.startsWith('first'), csv.trimEnd().endsWith('last')]).toEqual([true, true]);
  });

  it('that hangs is ended by its deadline, while another conversion goes on', async () => {
    const cell = '<table:table-cell office:value-type="float" office:value="1"/>';
    const endless = flat(
      'spreadsheet',
      `<table:table table:name="A" table:print-ranges="A.A1:A.XFD1048576"><table:table-row table:number-rows-repeated="1048576">${cell}</table:table-row></table:table>`,
    );
    let hasEnded = false;
    const hanging = engine.convert(endless, { to: 'pdf', fileName: 'endless.fods', deadlineMs: 5000 });
    const ended = hanging
      .finally(() => (hasEnded = true))
      .then(
        () => 'converted',
        (error: unknown) => (error instanceof ConversionError ? error.code : String(error)),
      );
    const other = await engine.convert(await corpus('odt/report-table-note-picture.odt'), { to: 'md' });
    expect(hasEnded).toBe(false);
    expect(textOf(other)).toContain('The tide rises');
    expect(await ended).toBe('conversion_timeout');
  });
});
