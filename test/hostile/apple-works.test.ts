import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encode, ref, writeArchive, type ArchivedObject } from '../../corpus/make/iwork-archive.ts';
import { sourcePath } from '../../corpus/cases.ts';
import iwork from '../../engine/codecs/iwork/codec.ts';
import officeXml from '../../engine/codecs/office-xml/codec.ts';
import works from '../../engine/codecs/works/codec.ts';
import { ConversionError } from '../../engine/contract/errors.ts';
import type { FormatId } from '../../engine/formats/index.ts';
import { writeZip } from '../../engine/io/zip.ts';
import { mutantsOf } from '../support/mutants.ts';
import { packedTight } from '../support/repack.ts';
import { startRunner, type RunnerBench } from '../support/runner.ts';

let apple: RunnerBench;
let microsoft: RunnerBench;
let readers: RunnerBench;
beforeAll(async () => {
  apple = await startRunner(iwork);
  microsoft = await startRunner(works);
  readers = await startRunner(officeXml);
});
afterAll(async () => {
  for (const bench of [apple, microsoft, readers]) await bench[Symbol.asyncDispose]();
});

type Source = 'pages' | 'key' | 'wps';
const EDGES = { pages: ['odt', 'text'], key: ['odp', 'slides'], wps: ['odt', 'text'] } as const;

/** What becomes of a file in the converter and in the reader: `converted` and `read`, or the code of the refusal. */
async function outcomesOf(bytes: Uint8Array, from: Source): Promise<[string, string]> {
  const bench = from === 'wps' ? microsoft : apple;
  const [to, edge] = EDGES[from];
  return [
    await outcomeOf('converted', () => bench.convert(bytes, from, to, edge)),
    await outcomeOf('read', () => readers.inspect(bytes, from, 'full')),
  ];
}

async function outcomeOf(done: string, attempt: () => Promise<unknown>): Promise<string> {
  try {
    await attempt();
    return done;
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

const zipOf = (files: Readonly<Record<string, Uint8Array | string>>): Uint8Array =>
  writeZip(Object.entries(files).map(([name, content]) => ({ name, bytes: Buffer.from(content) })));
const pagesOf = (inner: string, prolog = ''): Uint8Array =>
  zipOf({ 'index.xml': `${prolog}<sl:document>${inner}</sl:document>` });
const archiveOf = (...objects: readonly ArchivedObject[]): Uint8Array =>
  zipOf({ 'Index/Document.iwa': writeArchive(objects) });

describe('documents of Apple', () => {
  it('that expand a thousandfold are refused', async () => {
    const bomb = packedTight(zipOf({ 'index.xml': Buffer.alloc(300_000_000, 0x20) }));
    expect(await outcomesOf(bomb, 'pages')).toEqual(['input_too_complex', 'input_too_complex']);
  }, 60_000);

  it('expand no entities', async () => {
    const doctype = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
    const text = '<sf:text-storage sf:kind="body"><sf:text-body><sf:p>&b;</sf:p></sf:text-body></sf:text-storage>';
    const facts = await readers.inspect(pagesOf(text, doctype), 'pages', 'full');
    expect(facts.document?.text.trim()).toBe('&b;');
    expect(await outcomesOf(pagesOf(text, doctype), 'pages')).toEqual(['converted', 'read']);
  });

  it('that nest too deep are refused', async () => {
    const deep = `${'<sf:group>'.repeat(400)}${'</sf:group>'.repeat(400)}`;
    expect(await outcomesOf(pagesOf(deep), 'pages')).toEqual(['input_too_complex', 'input_too_complex']);
  });

  it('whose groups hold themselves again and again are refused', async () => {
    const group = `<sf:group sfa:ID="g">${'<sf:group-ref sfa:IDREF="g"/>'.repeat(8)}</sf:group>`;
    const file = pagesOf(`<sl:drawables><sl:page-group sl:page="1">${group}</sl:page-group></sl:drawables>`);
    expect((await outcomesOf(file, 'pages'))[0]).toBe('input_too_complex');
    const groups = archiveOf(
      { id: 1, type: 10_000, fields: { 3: ref(2), 4: ref(4) } },
      { id: 2, type: 10_010, fields: { 1: { 1: 0, 4: { 1: ref(3) } } } },
      { id: 3, type: 3008, fields: { 2: Array.from({ length: 8 }, () => ref(3)) } },
      { id: 4, type: 2001, fields: { 3: 'x' } },
    );
    expect((await outcomesOf(groups, 'pages'))[0]).toBe('input_too_complex');
  });

  it('whose styles come from each other are read', async () => {
    const styles =
      '<sl:stylesheet sfa:ID="s"><sf:styles><sf:paragraphstyle sf:ident="a" sf:parent-ident="b"/><sf:paragraphstyle sf:ident="b" sf:parent-ident="a"/></sf:styles><sf:parent-ref sfa:IDREF="s"/></sl:stylesheet>';
    const text =
      '<sf:text-storage sf:kind="body"><sf:stylesheet-ref sfa:IDREF="s"/><sf:text-body><sf:p sf:style="a">round</sf:p></sf:text-body></sf:text-storage>';
    expect(await outcomesOf(pagesOf(styles + text), 'pages')).toEqual(['converted', 'read']);
    const archive = archiveOf(
      { id: 1, type: 10_000, fields: { 4: ref(2) } },
      { id: 2, type: 2001, fields: { 3: 'round', 5: { 1: { 1: 0, 2: ref(3) } } } },
      { id: 3, type: 2022, fields: { 1: { 3: ref(3) } } },
    );
    expect(await outcomesOf(archive, 'pages')).toEqual(['converted', 'read']);
  });

  it('whose tables say that they are enormous are refused', async () => {
    const table = archiveOf(
      { id: 1, type: 10_000, fields: { 3: ref(2), 4: ref(4) } },
      { id: 2, type: 10_010, fields: { 1: { 1: 0, 4: { 1: ref(5) } } } },
      { id: 4, type: 2001, fields: { 3: 'x' } },
      { id: 5, type: 6000, fields: { 2: ref(6) } },
      { id: 6, type: 6001, fields: { 4: { 1: {} }, 6: 1_000_000, 7: 1_000_000 } },
    );
    expect((await outcomesOf(table, 'pages'))[0]).toBe('input_too_complex');
  });

  it('that are protected with a password are refused by name', async () => {
    const file = zipOf({ '.iwpv2': 'x', 'Index/Document.iwa': 'encrypted' });
    expect(await outcomesOf(file, 'pages')).toEqual(['input_encrypted', 'input_encrypted']);
  });

  it.each([
    ['nothing', zipOf({ 'readme.txt': 'x' })],
    ['an index of something else', zipOf({ 'index.xml': '<html/>' })],
    ['objects of another program', archiveOf({ id: 1, type: 999, fields: {} })],
    ['an object that is longer than its file', zipOf({ 'Index/Document.iwa': longObject() })],
  ])('with %s are refused', async (_what, file) => {
    expect((await outcomesOf(file, 'pages'))[0]).toBe('input_corrupt');
  });
});

function longObject(): Uint8Array {
  const info = encode({ 1: 1, 2: { 1: 10_000, 3: 5000 } });
  const block = Buffer.concat([Buffer.from([info.length + 1, info.length << 2, info.length]), info]);
  return Buffer.concat([Buffer.from([0, block.length, 0, 0]), block]);
}

describe('documents of Works', () => {
  it('whose parts are listed in a circle are read once', async () => {
    const file = Buffer.alloc(0x400);
    file.write('CHNKWKS ', 0, 'latin1');
    file.writeUInt32LE(0x18, 0x1c);
    expect(await outcomesOf(file, 'wps')).toEqual(['input_corrupt', 'input_corrupt']);
  });

  it('whose text ends beyond the file are refused', async () => {
    const file = Buffer.alloc(0x200);
    file.set([4, 0xfe]);
    file.writeUInt32LE(0xffff, 0x26);
    expect(await outcomesOf(file, 'wps')).toEqual(['input_corrupt', 'input_corrupt']);
  });

  it('of an unknown kind are refused', async () => {
    expect(await outcomesOf(Buffer.from('not Works at all'), 'wps')).toEqual(['input_corrupt', 'input_corrupt']);
  });
});

describe('damaged files', () => {
  const SOURCES: readonly (readonly [Source & FormatId, string])[] = [
    ['pages', 'keeper-list-table-note-box-2009.pages'],
    ['pages', 'keeper-list-table-note-box-2013.pages'],
    ['key', 'lamps-picture-table-notes-2009.key'],
    ['key', 'lamps-picture-table-notes-2013.key'],
    ['wps', 'heizer-dos-code-page.wps'],
    ['wps', 'stoker-fonts-indents-version-4.wps'],
    ['wps', 'stoker-note-colours-version-8.wps'],
  ];

  it.each(SOURCES)('of %s (%s) are converted, or refused by name', async (from, source) => {
    for (const mutant of mutantsOf(await readFile(sourcePath({ from, source })), 60)) await outcomesOf(mutant, from);
  });

  /** Behind the checksums of the package, where damage reaches the readers. */
  it.each(SOURCES.slice(0, 4))('in the index of %s (%s) are converted, or refused by name', async (from, source) => {
    const { openZip } = await import('../../engine/io/zip.ts');
    const { DEFAULT_LIMITS } = await import('../../engine/contract/limits.ts');
    const zip = openZip(await readFile(sourcePath({ from, source })), DEFAULT_LIMITS);
    const files = zip.entries.map((entry) => ({ name: entry.name, bytes: zip.read(entry) }));
    const [index, ...others] = files;
    for (const mutant of mutantsOf(index!.bytes, 200)) {
      await outcomesOf(writeZip([{ name: index!.name, bytes: mutant }, ...others]), from);
    }
  });
});
