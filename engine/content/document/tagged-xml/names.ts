const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** The elements of HTML that those of a vocabulary stand for whatever they are in; others are blocks. */
function elements(table: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(table).flatMap(([tag, names]) => words(names).map((name) => [name, tag])));
}

const MATHML =
  'mi mn mo ms mtext mrow mfrac msqrt mroot mstyle msub msup msubsup munder mover munderover mtable mtr mtd mspace semantics annotation mfenced menclose mpadded mphantom';

/** DocBook 4 and 5. */
export const DOCBOOK = elements({
  p: 'para simpara formalpara attribution subtitle bridgehead',
  ul: 'itemizedlist simplelist calloutlist',
  ol: 'orderedlist procedure substeps',
  li: 'step member callout',
  dl: 'variablelist',
  dt: 'term',
  pre: 'programlisting screen literallayout synopsis programlistingco',
  blockquote: 'blockquote epigraph',
  code: 'literal code command filename option parameter function varname classname methodname computeroutput userinput systemitem replaceable',
  em: 'emphasis citetitle firstterm foreignphrase',
  sub: 'subscript',
  sup: 'superscript',
  tr: 'row',
  math: 'math',
  'athanor-inline-note': 'footnote',
  'athanor-box': 'info articleinfo bookinfo sectioninfo chapterinfo',
  span: `phrase quote acronym abbrev application email guibutton guilabel guimenu guimenuitem guisubmenu keycap keycombo prompt symbol
    trademark type uri wordasword inlinemediaobject mediaobject imageobject firstname surname personname othername honorific inlineequation footnoteref
    xref menuchoice keysym constant envar property productname markup tag sgmltag database hardware interface errorcode errorname
    returnvalue structname structfield token optional tgroup tbody colspec spanspec ${MATHML}`,
  template:
    'indexterm remark alt textobject primary secondary tertiary copyright legalnotice revhistory releaseinfo keywordset subjectset mathphrase',
});

/** JATS and BITS. */
export const JATS = elements({
  p: 'article-title attrib book-title collection-title',
  div: 'caption',
  li: 'list-item',
  dl: 'def-list',
  dt: 'term',
  dd: 'def',
  pre: 'preformat',
  blockquote: 'disp-quote verse-group',
  em: 'italic',
  strong: 'bold',
  code: 'monospace code',
  s: 'strike',
  u: 'underline',
  br: 'break',
  sub: 'sub',
  sup: 'sup',
  td: 'td',
  th: 'th',
  tr: 'tr',
  thead: 'thead',
  table: 'table',
  math: 'math',
  'athanor-footnote': 'fn',
  'athanor-box': 'front book-meta',
  span: `sc overline roman sans-serif styled-content named-content email abbrev inline-formula disp-formula alternatives
    milestone-start milestone-end target tbody colgroup col ${MATHML}`,
  template: `journal-id issn publisher-id article-id object-id contrib-id processing-meta tex-math label elocation-id day month year
    custom-meta-group permissions history counts journal-meta article-categories alt-title award-group role self-uri alt-text long-desc`,
});

/** TEI P5. */
export const TEI = elements({
  p: 'p ab l docauthor doctitle titlepart byline dateline',
  li: 'item',
  dt: 'label',
  blockquote: 'quote cit',
  code: 'code',
  em: 'emph',
  sup: '',
  br: 'lb',
  hr: 'milestone',
  tr: 'row',
  td: 'cell',
  table: 'table',
  'athanor-inline-note': 'note',
  'athanor-box': 'teiheader',
  'athanor-math': 'formula',
  span: 'seg ident term name persname placename date num abbr expan sic corr q soCalled mentioned foreign gloss title author pb anchor',
  template: 'publicationstmt sourcedesc encodingdesc revisiondesc profiledesc figdesc',
});
