import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import iwork from '../../../engine/codecs/iwork/codec.ts';
import officeXml from '../../../engine/codecs/office-xml/codec.ts';
import { openZip } from '../../../engine/io/zip.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { openNumbers } from '../../../engine/content/workbook/open.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
let reader: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(iwork);
  reader = await startRunner(officeXml);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});

async function partsOf(from: 'pages' | 'key', source: string): Promise<{ content: string; styles: string }> {
  const [edge, to] = from === 'pages' ? (['text', 'odt'] as const) : (['slides', 'odp'] as const);
  const [result] = await bench.convert(await readFile(sourcePath({ from, source })), from, to, edge);
  const zip = openZip(result!, DEFAULT_LIMITS);
  const read = (name: string): string => new TextDecoder().decode(zip.read(zip.find(name)!));
  return { content: read('content.xml'), styles: read('styles.xml') };
}

/** The properties of the automatic style that a run or a paragraph with this text has. */
function styleOf(content: string, text: string): string {
  const name = new RegExp(`style-name="([^"]+)"[^<>]*>${text}<`).exec(content)?.[1];
  return new RegExp(`<style:style style:name="${name}".*?</style:style>`).exec(content)?.[0] ?? '';
}

describe.each(['2009', '2013'])('a document of Pages of %s', (year) => {
  const source = `keeper-list-table-note-box-${year}.pages`;

  it('keeps its paragraphs with their looks, headings and lists', async () => {
    const { content } = await partsOf('pages', source);
    expect(content).toMatch(/<text:h [^>]*text:outline-level="1">The keeper’s week<\/text:h>/);
    expect(content).toMatch(/<text:h [^>]*text:outline-level="1">Monday<\/text:h>/);
    expect(styleOf(content, 'north lamp')).toContain('fo:font-weight="bold"');
    expect(styleOf(content, 'without a flicker')).toMatch(/fo:font-style="italic".*underline-style="solid".*#cc001a/);
    expect(styleOf(content, 'The keeper’s week')).toMatch(/fo:text-align="center".*Helvetica.*fo:font-size="24pt"/);
    expect(content).toMatch(/<text:list [^>]*><text:list-item><text:p [^>]*>Trim the wick<\/text:p><\/text:list-item>/);
  });

  it('keeps its link, its note and its table', async () => {
    const { content } = await partsOf('pages', source);
    expect(content).toMatch(/<text:a [^>]*xlink:href="https:\/\/example\.com\/log">the log<\/text:a>/);
    expect(content).toMatch(/<text:note-class="footnote"|text:note-class="footnote"/);
    expect(content).toMatch(/<text:note-body><text:p [^>]*>(?:<text:s[^>]*>)?\s?By the almanac\./);
    expect(content.match(/<table:table-row/g)).toHaveLength(3);
    expect(content).toMatch(/<table:table-header-rows>.*Lamp.*<\/table:table-header-rows>.*12\.5/);
  });

  it('keeps what stands on the page, and its margins', async () => {
    const { content, styles } = await partsOf('pages', source);
    expect(content).toMatch(
      /anchor-page-number="1" svg:width="120pt" svg:height="50pt" svg:x="250pt" svg:y="430pt"><draw:text-box><text:p [^>]*>Beside the text/,
    );
    expect(content).toMatch(/text:anchor-type="as-char" svg:width="120pt" svg:height="80pt"><draw:image/);
    expect(styles).toMatch(/<style:header><text:p [^>]*>Rock station<\/text:p><\/style:header>/);
    expect(styles).toMatch(/<style:footer><text:p [^>]*>Page<text:s[^>]*\/><text:page-number/);
    expect(styles).toContain('fo:page-width="420pt" fo:page-height="595pt"');
  });

  it('is read block by block for the verifier', async () => {
    const facts = await reader.inspect(await readFile(sourcePath({ from: 'pages', source })), 'pages', 'full');
    expect(facts.document).toMatchObject({ figures: 1, links: 1, tables: 1 });
    const [body, asides] = facts.document!.text.split('\v') as [string, string];
    expect(body.replaceAll(/\s+/g, ' ')).toContain(
      'The keeper’s week Monday The north lamp was lit at dusk and burned without a flicker; see the log. Trim the wick Wind the clock',
    );
    expect(body).toContain('North');
    const blocks = facts.document!.blocks!;
    expect(blocks.filter(({ kind }) => kind === 'heading')).toMatchObject([
      { text: 'The keeper’s week', level: 1 },
      { text: 'Monday', level: 1 },
      { text: 'Tuesday', level: 1 },
    ]);
    expect(blocks.find(({ text }) => text === 'Trim the wick')).toMatchObject({ item: { level: 0, isOrdered: false } });
    expect(blocks.find(({ image }) => image)?.image).toMatchObject({ hash: expect.any(String) as string });
    for (const words of ['By the almanac.', 'Beside the text', 'Rock station']) expect(asides).toContain(words);
  });
});

it('merges cells that the table has merged', async () => {
  const { content } = await partsOf('pages', 'keeper-list-table-note-box-2009.pages');
  expect(content).toMatch(
    /table:number-columns-spanned="3" table:number-rows-spanned="1"><text:p [^>]*>Both lamps rested<\/text:p><\/table:table-cell><table:covered-table-cell\/><table:covered-table-cell\/>/,
  );
});

it('numbers the inner list as it says', async () => {
  const { content } = await partsOf('pages', 'keeper-list-table-note-box-2009.pages');
  expect(content).toMatch(
    /<text:list-level-style-number text:level="2" style:num-prefix="" style:num-suffix="\)" style:num-format="a">/,
  );
});

describe.each(['2009', '2013'])('a presentation of Keynote of %s', (year) => {
  const source = `lamps-picture-table-notes-${year}.key`;

  it('keeps its slides with titles, points, images, tables and notes', async () => {
    const { content, styles } = await partsOf('key', source);
    const slides = content.split('<draw:page ').slice(1);
    expect(slides).toHaveLength(2);
    expect(slides[0]).toMatch(
      /presentation:class="title" svg:width="560pt"[^>]*svg:x="40pt" svg:y="20pt">.*Three lamps/,
    );
    expect(slides[0]).toMatch(/presentation:class="outline".*<text:list .*North, with a red glass.*South/);
    expect(slides[0]).toMatch(/svg:x="400pt" svg:y="120pt"><draw:image/);
    expect(slides[0]).toMatch(/<presentation:notes>.*Speak slowly here/);
    expect(slides[1]).toMatch(/svg:x="300pt" svg:y="200pt"><table:table .*>Lamp<.*>12\.5</);
    // What lies on the layout comes before, on every slide.
    for (const slide of slides) expect(slide.indexOf('svg:y="460pt"')).toBeGreaterThan(0);
    expect(styles).toContain('fo:page-width="640pt" fo:page-height="480pt"');
  });

  it('is read block by block for the verifier', async () => {
    const facts = await reader.inspect(await readFile(sourcePath({ from: 'key', source })), 'key', 'full');
    expect(facts.document).toMatchObject({ pages: 2, figures: 1, tables: 1 });
    const pages = facts.document!.text.split('\f');
    expect(pages[0]).toContain('Three lamps');
    expect(pages[1]).toMatch(/What they burn[^]*Colza oil[^]*Lamp/);
    expect(facts.document?.unshown).toContain('Speak slowly here');
  });
});

describe('a workbook of Numbers of 2009', () => {
  it('has a sheet for each of its tables, with typed values', async () => {
    const bytes = await readFile(sourcePath({ from: 'numbers', source: 'stores-two-sheets-2009.numbers' }));
    const workbook = await openNumbers(bytes, DEFAULT_LIMITS);
    if (workbook === 'encrypted') throw new Error('It has no password.');
    expect(workbook.sheets.map(({ name }) => name)).toEqual(['Winter - Stores', 'Winter - Names', 'Summer']);
    expect(workbook.unreadFormulas).toBe(1);
    const rows: unknown[][] = [];
    workbook.sheets[0]!.read(({ cells }) => void rows.push(cells.map(({ kind, value }) => [kind, value])));
    expect(rows.slice(1)).toEqual([
      [
        ['text', 'Oil & wicks'],
        ['number', 12.25],
        ['date', 39_886],
        ['boolean', true],
      ],
      [
        ['text', 'Glass'],
        ['number', -3],
        ['date', 39_887.770833333336],
        ['boolean', false],
      ],
      [
        ['text', 'Sum'],
        ['number', 9.25],
        ['time', 0.0625],
      ],
    ]);
  });
});

it('says what it leaves out', async () => {
  const { writeZip } = await import('../../../engine/io/zip.ts');
  const index =
    '<sl:document><sl:drawables><sl:page-group sl:page="1"><sf:chart-info/><sf:media><sf:content><sf:data sf:path="a.pdf"/></sf:content></sf:media></sl:page-group></sl:drawables></sl:document>';
  const bytes = writeZip([
    { name: 'index.xml', bytes: Buffer.from(index) },
    { name: 'a.pdf', bytes: Buffer.from('%PDF-1.4') },
  ]);
  bench.warnings.length = 0;
  await bench.convert(bytes, 'pages', 'odt', 'text');
  expect(bench.warnings.map(({ code, lost }) => [code, lost])).toEqual([
    ['feature_dropped', ['vector']],
    ['picture_dropped', ['figures']],
  ]);
});

it('breaks no line of a box that is as wide as its text, and sees through what is not filled', async () => {
  const { writeZip } = await import('../../../engine/io/zip.ts');
  const shape = (attributes: string): string =>
    `<sf:shape${attributes}><sf:text><sf:text-storage sf:kind="textbox"><sf:text-body><sf:p>words</sf:p></sf:text-body></sf:text-storage></sf:text></sf:shape>`;
  const layer = `<sf:layer><sf:drawables>${shape(' can-autosize-h="true"')}${shape('')}</sf:drawables></sf:layer>`;
  const slides = `<key:presentation><key:slide-list><key:slide><key:page><sf:layers>${layer}</sf:layers></key:page></key:slide></key:slide-list></key:presentation>`;
  const [odp] = await bench.convert(
    writeZip([{ name: 'index.apxl', bytes: Buffer.from(slides) }]),
    'key',
    'odp',
    'slides',
  );
  const zip = openZip(odp!, DEFAULT_LIMITS);
  const content = new TextDecoder().decode(zip.read(zip.find('content.xml')!));
  expect(content.match(/fo:wrap-option="[^"]+"/g)).toEqual(['fo:wrap-option="no-wrap"', 'fo:wrap-option="wrap"']);
  expect(content.match(/draw:fill="none"/g)).toHaveLength(2);
});
