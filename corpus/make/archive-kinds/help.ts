import type { ArchivedFile } from './fields.ts';

const item = (name: string, page: string): string =>
  `<LI><OBJECT type="text/sitemap"><param name="Name" value="${name}"><param name="Local" value="${page}"></OBJECT>`;

/** The files of a compiled help: pages that are listed in another order than that of their names, and an image. */
export function helpFiles(image: Uint8Array): ArchivedFile[] {
  const text = (name: string, content: string): ArchivedFile => ({ name, bytes: Buffer.from(content) });
  const title = Buffer.from('The lighthouse\0');
  const system = Buffer.from([3, 0, 0, 0, 3, 0, title.byteLength, 0, ...title, 4, 0, 4, 0, 0x09, 0x04, 0, 0]);
  return [
    { name: '#SYSTEM', bytes: system },
    text(
      'lighthouse.hhc',
      `<HTML><BODY><UL>\n${item('The lamp', 'pages\\lamp.htm')}\n<UL>${item('Oil', 'PAGES/Lamp.htm#oil')}</UL>\n${item('Keepers', 'pages/keepers.htm')}\n</UL></BODY></HTML>`,
    ),
    text(
      'pages/keepers.htm',
      '<HTML><BODY><H1>Keepers</H1><OL><LI>Ada Quay, 1911 to 1934</LI>, who lit it first<LI>Tom Sand, 1934 to 1962</OL><P>They kept <A HREF="ms-its:lighthouse.chm::/pages/lamp.htm#oil">the oil</A> dry.</BODY></HTML>',
    ),
    text(
      'pages/lamp.htm',
      '<HTML><BODY><H1>The lamp</H1><P>It is seen for 12 miles.<P><IMG SRC="../IMAGES/card.png" ALT="A card"><H2><A NAME="oil">Oil</A></H2><P>340 litres a year.<TABLE><TR><TD>Winter<TD>210<TR><TD>Summer<TD>130</TABLE></BODY></HTML>',
    ),
    { name: 'images/card.png', bytes: Buffer.from(image) },
  ];
}
