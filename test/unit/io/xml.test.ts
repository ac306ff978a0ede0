import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeXml,
  decodeXmlPieces,
  escapeXml,
  escapeXmlAttribute,
  scanXml,
  scanXmlPieces,
  type XmlHandler,
} from '../../../engine/io/xml.ts';
import { refusalOf } from '../../support/refusal.ts';
import { assertProperty } from '../../support/property.ts';

function events(source: string, maxDepth = 20): string[] {
  const seen: string[] = [];
  scanXml(
    source,
    {
      open: (name, attributes) => void seen.push(`<${name} ${attributes.get('val') ?? ''}`.trim()),
      close: (name) => void seen.push(`/${name}`),
      text: (value) => void seen.push(value),
    },
    maxDepth,
  );
  return seen;
}

describe('scanning XML', () => {
  it('gives local names, attributes, references and CDATA', () => {
    expect(
      events(
        `<?xml version="1.0"?><w:a w:val="1 &gt; &#x30;"><b val='x>y'/>t &amp; &lt;<!-- c --><![CDATA[<raw>]]></w:a>`,
      ),
    ).toEqual(['<a 1 > 0', '<b x>y', '/b', 't & <', '<raw>', '/a']);
  });

  it('tells where tags stand, so that a source can be rewritten', () => {
    const source = '<a><b x="1">t</b><c/></a>';
    const ranges: string[] = [];
    scanXml(
      source,
      {
        open: (_name, _attributes, start, end) => void ranges.push(source.slice(start, end)),
        close: (_name, start, end) => void ranges.push(source.slice(start, end)),
        text() {},
      },
      9,
    );
    expect(ranges).toEqual(['<a>', '<b x="1">', '</b>', '<c/>', '', '</a>']);
  });

  it('refuses document types, so that no entity is ever expanded', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a>&y;</a>';
    expect(refusalOf(() => events(bomb)).code).toBe('input_corrupt');
    expect(events('<a>&unknown;</a>')).toEqual(['<a', '&unknown;', '/a']);
  });

  it('skips document types where they are allowed, without expanding anything', () => {
    const names: string[] = [];
    const handler = {
      open: (name: string) => void names.push(name),
      close() {},
      text: (text: string) => void names.push(text),
    };
    const subset = `<!ENTITY x ">]>"> <!-- it's > ] --> <!ELEMENT a ANY>`;
    for (const doctype of ['<!DOCTYPE a>', '<!DOCTYPE a SYSTEM "a.dtd">', `<!DOCTYPE a [${subset}]>`]) {
      scanXml(`${doctype}<a>&x;</a>`, handler, 9, { doctype: 'skip' });
    }
    expect(names).toEqual(['a', '&x;', 'a', '&x;', 'a', '&x;']);
    for (const inside of ['<a><!DOCTYPE a></a>', '<!DOCTYPE a [']) {
      expect(refusalOf(() => scanXml(inside, handler, 9, { doctype: 'skip' })).code).toBe('input_corrupt');
    }
  });

  it.each(['<a><b></a></b>', '<a>', '<a', '<a x="1>', '<a><!-- ', '</a>'])('refuses %s', (source) => {
    expect(refusalOf(() => events(source)).code).toBe('input_corrupt');
  });

  it('bounds the depth', () => {
    expect(refusalOf(() => events('<a>'.repeat(50) + '</a>'.repeat(50))).details).toMatchObject({ limit: 'nesting' });
  });

  it('decodes UTF-16 by its mark', () => {
    expect(decodeXml(Buffer.from('\ufeff<ä/>', 'utf16le'))).toBe('<ä/>');
    expect(decodeXml(Buffer.from('\ufeff<ä/>', 'utf16le').swap16())).toBe('<ä/>');
  });
});

describe('scanning XML that comes in pieces', () => {
  const SOURCE =
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><a><!-- > c --><b v="1>2" w=\'"\'/>text &amp; <![CDATA[<raw>]]> more<ç:d> </ç:d></a>\n';

  function recorder(): { readonly seen: string[]; readonly handler: XmlHandler } {
    const seen: string[] = [];
    const handler: XmlHandler = {
      open: (name, attributes, start, end) => void seen.push(`${start}-${end} ${name} ${[...attributes.all()].join()}`),
      close: (name, start, end) => void seen.push(`${start}-${end} /${name}`),
      text: (value) => void seen.push(value),
    };
    return { seen, handler };
  }

  function whole(source: string): string[] {
    const { seen, handler } = recorder();
    scanXml(source, handler, 9, { doctype: 'skip' });
    return seen;
  }

  function inPieces(pieces: Iterable<string>): string[] {
    const { seen, handler } = recorder();
    scanXmlPieces(pieces, handler, 9, { doctype: 'skip' });
    return seen;
  }

  /** A text divided at some places. */
  const divided = (source: string) =>
    fc.uniqueArray(fc.integer({ min: 0, max: source.length }), { maxLength: 12 }).map((places) => {
      const cuts = [0, ...places.sort((a, b) => a - b), source.length];
      return cuts.slice(1).map((end, index) => source.slice(cuts[index], end));
    });

  it('finds the same, wherever it is divided', () => {
    const expected = whole(SOURCE);
    expect(inPieces([...SOURCE])).toEqual(expected);
    assertProperty(
      fc.property(divided(SOURCE), (pieces) => {
        expect(inPieces(pieces)).toEqual(expected);
      }),
    );
  });

  it.each(['<a><b></a></b>', '<a>', '<a', '<a x="1>', '<a><!-- ', '</a>', '<a><!DOCTYPE a></a>', '<!DOCTYPE a ['])(
    'refuses %s as it does the whole',
    (source) => {
      expect(refusalOf(() => inPieces([...source]))).toEqual(refusalOf(() => whole(source)));
    },
  );

  it('decodes bytes whose pieces divide characters', () => {
    const text = `\ufeff${SOURCE}€😀`;
    const bytesOf = (bytes: Buffer): Uint8Array[] => [
      bytes.subarray(0, 3),
      ...Array.from(bytes.subarray(3), (_, at) => bytes.subarray(at + 3, at + 4)),
    ];
    for (const bytes of [Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()]) {
      expect([...decodeXmlPieces(bytesOf(bytes))].join('')).toBe(decodeXml(bytes));
    }
  });
});

describe('a text in XML', () => {
  it('has no character that XML cannot hold', () => {
    const text = 'a\u0000\u0008<b>\t&\n\ufffe"';
    expect(escapeXml(text)).toBe('a&lt;b&gt;\t&amp;\n"');
    expect(escapeXmlAttribute(text)).toBe('a&lt;b&gt;\t&amp;\n&quot;');
  });
});
