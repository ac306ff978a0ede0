import { describe, expect, it } from 'vitest';
import { readTaggedXml } from '../../../../../engine/content/document/tagged-xml/reader.ts';
import { outlineOf } from './outline.ts';

describe('DocBook', () => {
  const outline = (body: string): readonly string[] =>
    outlineOf(readTaggedXml(`<article>${body}</article>`, 'docbook'));

  it('has the titles of sections as headings of their level, and what is said of the text beside it', () => {
    expect(
      outline(
        '<info><title>Book</title><legalnotice><para>secret</para></legalnotice></info><section><title>One</title><sect2><info><title>Two</title></info><para>A&eacute;&lt;</para></sect2></section>',
      ),
    ).toEqual(['box Book', 'h1 One', 'h2 Two', 'p Aé<']);
  });

  it('has lists, terms, tables and code', () => {
    expect(
      outline(
        '<orderedlist numeration="loweralpha"><listitem><para>a</para><itemizedlist><listitem>b</listitem></itemizedlist></listitem></orderedlist><variablelist><varlistentry><term>t</term><listitem><para>d</para></listitem></varlistentry></variablelist>',
      ),
    ).toEqual(['p a. a', 'p - b', 'p t', 'p d']);
    expect(
      outline(
        '<table><title>T</title><tgroup cols="2"><thead><row><entry namest="c1" nameend="c2">A</entry></row></thead><tbody><row><entry>1</entry><entry>2</entry></row></tbody></tgroup></table><programlisting>x\n  y</programlisting>',
      ),
    ).toEqual(['p T', '1,1 A', '2,1 1', '2,2 2', 'code x\n  y']);
  });

  it('has links, notes and images', () => {
    expect(
      outline('<para>A <ulink url="https://a.org">link</ulink><footnote><para>n</para></footnote>.</para>'),
    ).toEqual(['p A link<https://a.org>{athanor-note-1}.', 'note athanor-note-1 n']);
    expect(
      outline(
        '<mediaobject><imageobject><imagedata fileref="a.png"/></imageobject><textobject><phrase>secret</phrase></textobject></mediaobject>',
      ),
    ).toEqual(['image a.png ']);
  });
});

describe('JATS', () => {
  it('has sections, notes by their marks, links and images', () => {
    const body =
      '<body><sec><title>One</title><p>T<xref ref-type="fn" rid="f">1</xref> <ext-link xlink:href="https://a.org">L</ext-link></p><fig><graphic xlink:href="a.png"/></fig></sec></body><back><fn-group><fn id="f"><label>1</label><p>n</p></fn></fn-group></back>';
    expect(outlineOf(readTaggedXml(`<article>${body}</article>`, 'jats'))).toEqual([
      'h1 One',
      'p T{f} L<https://a.org>',
      'image a.png ',
      'note f n',
    ]);
  });

  it('shows of its front what articles show', () => {
    const front =
      '<front><article-meta><article-id>secret</article-id><article-title>T</article-title><pub-date iso-8601-date="2024-05-01"><day>1</day></pub-date><volume>3</volume></article-meta></front>';
    expect(outlineOf(readTaggedXml(`<article>${front}</article>`, 'jats'))).toEqual(['box T', 'box 2024-05-01']);
  });
});

describe('TEI', () => {
  it('has divisions, lists, tables and looks', () => {
    const body =
      '<div><head>One</head><div><head>Two</head><list type="ordered:arabic"><item>a</item></list><table><row role="label"><cell>A</cell><cell>B</cell></row></table><p>x <ref target="https://a.org">L</ref></p></div></div>';
    const header =
      '<teiHeader><titleStmt><title>T</title></titleStmt><sourceDesc><p>secret</p></sourceDesc></teiHeader>';
    expect(outlineOf(readTaggedXml(`<TEI>${header}<text>${body}</text></TEI>`, 'tei'))).toEqual([
      'box T',
      'h1 One',
      'h2 Two',
      'p 1. a',
      '1,1 A',
      '1,2 B',
      'p x L<https://a.org>',
    ]);
  });
});
