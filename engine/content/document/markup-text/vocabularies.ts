import type { FormatId } from '../../../formats/index.ts';
import type { Vocabulary } from './tagged.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' ').filter((word) => word !== ''));

interface Names {
  readonly inline: string;
  readonly hidden?: string;
  readonly formulas?: string;
  readonly headings?: string;
  readonly figures?: string;
  readonly links?: string;
  readonly tables?: string;
  readonly metadata?: string;
  readonly notes?: string;
  /** Attributes that hold text. */
  readonly attributes?: string;
}

function vocabulary(names: Names): Vocabulary {
  const {
    inline,
    hidden = '',
    formulas = '',
    headings = '',
    figures = '',
    links = '',
    tables = '',
    metadata = '',
    notes = '',
    attributes = '',
  } = names;
  return {
    inline: words(inline),
    hidden: words(hidden),
    formulas: words(formulas),
    headings: words(headings),
    figures: words(figures),
    links: words(links),
    tables: words(tables),
    metadata: words(metadata),
    notes: words(notes),
    attributes: [...words(attributes)],
  };
}

const JATS = vocabulary({
  inline:
    'italic bold monospace sub sup sc strike underline overline roman sans-serif styled-content named-content ext-link xref uri email inline-graphic abbrev inline-formula milestone-start milestone-end target',
  hidden:
    'journal-id issn publisher-id article-id object-id contrib-id processing-meta tex-math label elocation-id day month custom-meta-group permissions history counts journal-meta article-categories alt-title award-group role self-uri',
  formulas: 'math inline-formula disp-formula',
  headings: 'title',
  figures: 'graphic inline-graphic',
  links: 'ext-link xref uri',
  tables: 'table',
  metadata: 'article-title contrib book-title',
  notes: 'fn contrib-group pub-date aff corresp funding-group',
  attributes: 'iso-8601-date',
});

/** XML vocabularies of documents: DocBook 5.2, JATS 1.3, TEI P5, FictionBook 2.1, OPML 2.0, ICML. */
export const VOCABULARIES: Partial<Record<FormatId, Vocabulary>> = {
  docbook: vocabulary({
    inline:
      'emphasis link ulink xref literal code command filename option replaceable systemitem userinput computeroutput varname function classname methodname parameter subscript superscript quote phrase acronym abbrev application citetitle email firstterm foreignphrase guibutton guilabel guimenu guimenuitem keycap prompt symbol trademark type uri wordasword anchor inlinemediaobject firstname surname personname inlineequation footnoteref footnote',
    hidden: 'indexterm remark alt textobject',
    formulas: 'math inlineequation equation informalequation',
    headings: 'title',
    figures: 'imagedata graphic inlinegraphic',
    links: 'link ulink xref',
    tables: 'table informaltable',
    metadata: 'info articleinfo bookinfo author',
    notes: 'footnote',
  }),
  jats: JATS,
  bits: JATS,
  tei: vocabulary({
    inline: 'hi seg ref emph code ident term title name persname placename date num abbr expan sic corr note formula',
    formulas: 'formula',
    headings: 'head',
    figures: 'graphic',
    links: 'ref ptr',
    tables: 'table',
    metadata: 'titlestmt',
  }),
  icml: {
    ...vocabulary({
      inline: 'content characterstylerange hyperlinktextsource hyperlinktextdestination footnote',
      figures: 'image',
      links: 'hyperlinktextsource',
      tables: 'table',
    }),
    shown: words('content'),
  },
  endnotexml: vocabulary({ inline: 'style', hidden: 'rec-number foreign-keys source-app database ref-type' }),
};
