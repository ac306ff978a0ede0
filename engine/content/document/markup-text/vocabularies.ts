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

/** XML vocabularies that say little of how a text is built: ICML, EndNote. */
export const VOCABULARIES: Partial<Record<FormatId, Vocabulary>> = {
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
