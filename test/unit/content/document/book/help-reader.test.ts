import { describe, expect, it } from 'vitest';
import { openHelp, type HelpFile } from '../../../../../engine/content/document/book/help-reader.ts';

const encoder = new TextEncoder();
const file = (path: string, content: string | Uint8Array): HelpFile => ({
  path,
  content: () => (typeof content === 'string' ? encoder.encode(content) : content),
});

/** A file `#SYSTEM` with these entries. */
function systemOf(entries: readonly (readonly [code: number, value: Uint8Array])[]): Uint8Array {
  const bytes: number[] = [3, 0, 0, 0];
  for (const [code, value] of entries) bytes.push(code, 0, value.byteLength & 255, value.byteLength >> 8, ...value);
  return Uint8Array.from(bytes);
}

const item = (name: string, local?: string): string =>
  `<LI><OBJECT type="text/sitemap"><param name="Name" value="${name}">${
    local === undefined ? '' : `<param name="Local" value="${local}">`
  }</OBJECT>`;

const CONTENTS = `<HTML><BODY><OBJECT type="text/site properties"><param name="Window Styles" value="0x800025"></OBJECT>
<UL>${item('The tower')}<UL>${item('Lamp &amp; lens', 'Pages\\lamp.htm')}${item('Stairs', 'pages/stairs.htm#top')}</UL>
${item('Keepers', 'ms-its:tower.chm::/pages/keepers.htm')}</UL></BODY></HTML>`;

const FILES: readonly HelpFile[] = [
  file('pages/keepers.htm', '<h1>Keepers</h1>'),
  file('pages/Lamp.htm', '<h1>Lamp</h1><img src="../images/lamp.png">'),
  file('pages/more.htm', '<h1>More</h1>'),
  file('pages/stairs.htm', '<h1>Stairs</h1>'),
  file('images/Lamp.png', Uint8Array.of(1)),
  file('tower.hhc', CONTENTS),
];

describe('a compiled help', () => {
  it('has its pages in the order of its contents, and then the others', () => {
    const { pages, contents } = openHelp(FILES);
    expect(pages.map(({ name }) => name)).toEqual([
      ...['pages/Lamp.htm', 'pages/stairs.htm', 'pages/keepers.htm', 'pages/more.htm'],
    ]);
    expect(contents).toEqual([
      {
        title: 'The tower',
        children: [
          { title: 'Lamp & lens', place: 'pages/Lamp.htm', children: [] },
          { title: 'Stairs', place: 'pages/stairs.htm#top', children: [] },
        ],
      },
      { title: 'Keepers', place: 'pages/keepers.htm', children: [] },
    ]);
  });

  it('finds files in whichever case, by their place and by the name of the help', () => {
    const { resolve, find } = openHelp(FILES);
    expect(resolve('../images/LAMP.PNG', 'pages/lamp.htm')).toBe('images/Lamp.png');
    expect(resolve('mk:@MSITStore:C:\\Help\\tower.chm::/pages/More.htm#x', 'a.htm')).toBe('pages/more.htm');
    expect(find('/PAGES/stairs.htm')?.path).toBe('pages/stairs.htm');
  });

  it('is called what it says itself, in the letters of its language', () => {
    const russian = Uint8Array.from([0xcc, 0xe0, 0xff, 0xea, 0x00]); // «Маяк» in windows-1251
    const system = systemOf([
      [2, encoder.encode('pages/more.htm\0')],
      [3, russian],
      [4, Uint8Array.from([0x19, 0x04, 0, 0])],
    ]);
    const { title, language, pages } = openHelp([...FILES.slice(0, 4), file('#SYSTEM', system)]);
    expect([title, language]).toEqual(['Маяк', 'ru']);
    expect(pages[0]!.name).toBe('pages/more.htm'); // without contents, the page that it opens with
  });

  it('may have no pages', () => {
    expect(openHelp([file('#SYSTEM', systemOf([])), file('data.bin', 'x')]).pages).toEqual([]);
  });
});
