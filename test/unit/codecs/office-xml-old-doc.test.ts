import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addOldText } from '../../../engine/content/document/doc/old-doc.ts';
import officeXml from '../../../engine/codecs/office-xml/codec.ts';
import { Content } from '../../../engine/content/document/text-content.ts';
import { splitText } from '../../../engine/content/document/inspect-text.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { startRunner } from '../../support/runner.ts';

interface OldDocument {
  readonly body: string;
  readonly header?: string;
  /** Character sets of its fonts. */
  readonly charsets: readonly number[];
  readonly flags?: number;
}

const TEXT_AT = 0x200;

/** The main stream of a document of Word 6: its information block, its text, and its table of fonts. */
function wordStream({ body, header = '', charsets, flags = 0 }: OldDocument): Buffer {
  const text = Buffer.from(body + header, 'latin1');
  const fonts = charsets.map((charset) => Buffer.from([8, 0x16, 0x90, 1, charset, 0, 0x41, 0x42, 0]));
  const table = Buffer.concat([Buffer.alloc(2), ...fonts]);
  const block = Buffer.alloc(TEXT_AT);
  block.writeUInt16LE(flags, 0x0a);
  block.writeUInt32LE(TEXT_AT, 0x18);
  block.writeUInt32LE(TEXT_AT + text.length, 0x1c);
  block.writeInt32LE(body.length, 0x34);
  block.writeInt32LE(header.length, 0x3c);
  block.writeUInt32LE(TEXT_AT + text.length, 0xd0);
  block.writeUInt32LE(table.length, 0xd4);
  return Buffer.concat([block, text, table]);
}

function read(document: OldDocument): { depth: string | undefined; page: string; asides: string } {
  const stream = wordStream(document);
  const content = new Content(1e6);
  const depth = addOldText(stream, new DataView(stream.buffer, stream.byteOffset, stream.byteLength), content);
  const { pages, asides } = splitText(content.document({ hasPages: false }).text);
  return { depth, page: pages.join(''), asides };
}

describe('documents of Word 6 and 95', () => {
  it('are read in the character set that their fonts share, symbols aside', () => {
    const greek = read({ body: 'one \xe1\xe2\xe3\r\x13 PAGE \x147\x15two', header: 'above', charsets: [161, 2, 161] });
    expect(greek).toEqual({ depth: 'content', page: 'one αβγ\ntwo', asides: 'above' });
    expect(read({ body: 'caf\xe9', charsets: [0, 2] })).toMatchObject({ depth: 'content', page: 'café' });
  });

  it('are read as far as their words are the same in all character sets of their fonts', () => {
    const mixed = read({ body: 'one caf\xe9s, two \xcc\xe8\xf0', charsets: [0, 204] });
    expect(mixed.depth).toBe('structure');
    expect(mixed.page).toBe('');
    expect(mixed.asides.split(/\W+/).filter(Boolean)).toEqual(['one', 'two']);
    expect(read({ body: 'plain text', charsets: [0, 204] })).toMatchObject({ depth: 'content', page: 'plain text' });
  });

  it('are not read where the text is in pieces', () => {
    expect(read({ body: 'pieces', charsets: [0], flags: 0x0004 })).toMatchObject({ depth: undefined, page: '' });
  });

  it.skipIf(!hasCorpora)('that others wrote are read too', async () => {
    await using bench = await startRunner(officeXml);
    const { depth, document } = await bench.inspect(join(CORPORA, 'word/poi/52117.doc'), 'doc', 'full');
    expect(depth).toBe('structure');
    expect(document!.text).toContain('WndTitle');
    expect(document!.text).toContain('wwsetup.ttf');
  });
});
