import { describe, expect, it } from 'vitest';
import type { RunContext } from '../../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { compactJson } from '../../../../../engine/content/records/json/writer.ts';
import { readXml } from '../../../../../engine/content/records/xml/reader.ts';

function jsonOf(xml: string): string {
  const [value] = readXml(xml, { limits: DEFAULT_LIMITS } as RunContext).rows();
  return compactJson(value!);
}

describe('XML as data', () => {
  it.each([
    ['an ampersand alone', '<a>\n<b>x & y</b></a>', 2],
    ['the end of a CDATA section in text', '<a>x]]>y</a>', 1],
    ['a tag in an attribute', '<a b="<c>"/>', 1],
    ['an attribute without quotes', '<a b=c/>', 1],
    ['an attribute twice', '<a b="1" b="2"/>', 1],
    ['two hyphens in a comment', '<a><!-- x -- y --></a>', 1],
    ['a character that XML does not have', '<a>x\u0001</a>', 1],
    ['a reference to such a character', '<a>&#5;</a>', 1],
    ['two roots', '<a/>\n<b/>', 2],
    ['text behind the root', '<a/>x', 1],
    ['a declaration that is not at the start', '<a/>\n<?xml version="1.0"?>', 2],
    ['tags that cross', '<a><b></a></b>', 1],
    ['a tag that is not closed', '<a>\n\n<b>', 3],
  ])('refuses %s, and says where', (_, xml, line) => {
    expect(() => jsonOf(xml)).toThrow(`The file is damaged: it is no valid XML in line ${line}: `);
  });

  it('keeps names that nothing declares as they stand, whatever they are called', () => {
    expect(jsonOf('<a b="&nbsp;">x&nbsp;&constructor;&toString;&amp;y</a>')).toBe(
      '{"a":{"@b":"&nbsp;","#text":"x&nbsp;&constructor;&toString;&y"}}',
    );
    expect(jsonOf('<a __proto__="1"><constructor>2</constructor></a>')).toBe('{"a":{"@__proto__":1,"constructor":2}}');
  });

  it('resolves entities in text and in attributes, and references with any number of zeros', () => {
    const doctype = '<!DOCTYPE a [<!ENTITY firm "A &amp; B"><!ENTITY lt "&#38;#60;"><!ENTITY tag "&lt;i>">]>';
    expect(jsonOf(`${doctype}<a b="&firm;">&firm; &lt; &tag; &#0000000000065;&#x0000000041;</a>`)).toBe(
      '{"a":{"@b":"A & B","#text":"A & B < <i> AA"}}',
    );
  });

  it('takes white space in attributes as spaces, and line ends as line feeds', () => {
    expect(jsonOf('<a b="x\r\ny\tz&#10;">x\r\ny</a>')).toBe('{"a":{"@b":"x y z\\n","#text":"x\\ny"}}');
  });

  it('refuses elements within too many others', () => {
    const deep = DEFAULT_LIMITS.nesting + 1;
    expect(() => jsonOf(`${'<a>'.repeat(deep)}${'</a>'.repeat(deep)}`)).toThrow('nested more than');
  });
});
