import { strFromU8, unzipSync } from 'fflate';
import type { Damage } from '../scenario.ts';
import { changeEntries, changeParts, writingOf } from './result-text.ts';

type Edit = (text: string) => string;

/** A PNG of one red pixel. */
const RED = Uint8Array.from(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC', 'base64'),
);
const OTHER = 'https://example.invalid/elsewhere';

/** Damages that a bug in headings, lists, links, notes and images does, for a result of one format. */
export function buildDamages(format: string): readonly Damage[] {
  const edits = EDITS[format] ?? [];
  const { part } = writingOf(format);
  return [
    ...edits.map(({ name, harm, edit, at }): Damage => ({
      name,
      harm,
      apply: (bytes) => (at === NUMBERING && !usesNumbering(bytes) ? undefined : changeParts(bytes, at ?? part, edit)),
    })),
    ...(part ? mediaDamages(format) : []),
  ];
}

const NUMBERING = /^word\/numbering\.xml$/;

/** Programs write lists into a document that has none. */
function usesNumbering(bytes: Uint8Array): boolean {
  return /<w:numId w:val="[1-9]/.test(strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array()));
}

interface NamedEdit {
  readonly name: string;
  readonly harm: Damage['harm'];
  readonly edit: Edit;
  readonly at?: RegExp;
}

const replaceOnce =
  (pattern: RegExp, by: string): Edit =>
  (text) =>
    text.replace(pattern, by);

/** Exchanges the first two that differ. */
function exchange(pattern: RegExp): Edit {
  return (text) => {
    const found = [...text.matchAll(pattern)];
    const [a] = found;
    const b = found.find(([match]) => match !== a?.[0]);
    if (!a || !b) return text;
    const middle = text.slice(a.index + a[0].length, b.index);
    return text.slice(0, a.index) + b[0] + middle + a[0] + text.slice(b.index + b[0].length);
  };
}

const DOCX_RELS = /^word\/_rels\/document\.xml\.rels$/;
const HTML: readonly NamedEdit[] = [
  { name: 'headings plain', harm: 'structure', edit: (text) => text.replace(/<(\/?)h[1-6](?=[ >])/g, '<$1p') },
  { name: 'one heading plain', harm: 'structure', edit: replaceOnce(/<h([2-6])( [^>]*)?>(.*?)<\/h\1>/s, '<p>$3</p>') },
  {
    name: 'levels of headings shifted',
    harm: 'structure',
    edit: (text) =>
      text.replace(/<(\/?)h([1-5])(?=[ >])/g, (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`),
  },
  { name: 'ol becomes ul', harm: 'structure', edit: (text) => text.replace(/<(\/?)ol(?=[ >])/g, '<$1ul') },
  { name: 'ul becomes ol', harm: 'structure', edit: (text) => text.replace(/<(\/?)ul(?=[ >])/g, '<$1ol') },
  {
    name: 'lists become paragraphs',
    harm: 'structure',
    edit: (text) => text.replace(/<\/?[ou]l(?: [^>]*)?>/g, '').replace(/<(\/?)li(?=[ >])/g, '<$1p'),
  },
  {
    name: 'numbers of a list begin elsewhere',
    harm: 'number',
    edit: replaceOnce(/<ol(?: start="\d+")?/, '<ol start="7"'),
  },
  {
    name: 'all links lead elsewhere',
    harm: 'link',
    edit: (text) => text.replace(/href="(?:https?|mailto):[^"]*"/g, `href="${OTHER}"`),
  },
  {
    name: 'one link leads elsewhere',
    harm: 'link',
    edit: replaceOnce(/href="(?:https?|mailto):[^"]*"/, `href="${OTHER}"`),
  },
  { name: 'links lost', harm: 'link', edit: (text) => text.replace(/<\/?a(?: [^>]*)?>/g, '') },
  { name: 'images lost', harm: 'image', edit: (text) => text.replace(/<img[^>]*>/g, '') },
  { name: 'one image lost', harm: 'image', edit: replaceOnce(/<img[^>]*>/, '') },
  { name: 'images exchanged', harm: 'image', edit: exchange(/<img[^>]*>/g) },
  {
    name: 'an image replaced',
    harm: 'image',
    edit: replaceOnce(/src="data:[^"]*"/, `src="data:image/png;base64,${Buffer.from(RED).toString('base64')}"`),
  },
  { name: 'an image leads nowhere', harm: 'image', edit: replaceOnce(/src="[^"]*"/, 'src="lost.png"') },
];

const EDITS: Readonly<Record<string, readonly NamedEdit[]>> = {
  html: HTML,
  epub: [
    ...HTML.filter(({ name }) => !name.includes('replaced')),
    {
      name: 'the list of contents is empty',
      harm: 'structure',
      at: /nav\.xhtml$|toc\.ncx$/,
      edit: (text) => text.replace(/<li>.*<\/li>|<navPoint.*<\/navPoint>/gs, ''),
    },
  ],
  docx: [
    {
      name: 'headings plain',
      harm: 'structure',
      edit: (text) => text.replace(/<w:pStyle w:val="(?:Heading|Titre|berschrift)[^"]*"\/>/g, ''),
    },
    { name: 'one heading plain', harm: 'structure', edit: replaceOnce(/<w:pStyle w:val="Heading[^"]*"\/>/, '') },
    {
      name: 'levels of headings shifted',
      harm: 'structure',
      edit: (text) =>
        text.replace(
          /(<w:pStyle w:val="Heading)(\d)/g,
          (_, style: string, level: string) => style + String(Number(level) + 1),
        ),
    },
    {
      name: 'lists become paragraphs',
      harm: 'structure',
      edit: (text) => text.replace(/<w:numPr>.*?<\/w:numPr>/gs, ''),
    },
    {
      name: 'ol becomes ul',
      harm: 'structure',
      at: NUMBERING,
      edit: (text) => text.replace(/(<w:numFmt w:val=")(?:decimal|lower\w+|upper\w+)/g, '$1bullet'),
    },
    {
      name: 'ul becomes ol',
      harm: 'structure',
      at: NUMBERING,
      edit: (text) => text.replace(/(<w:numFmt w:val=")bullet/g, '$1decimal'),
    },
    {
      name: 'numbers of lists begin elsewhere',
      harm: 'number',
      at: NUMBERING,
      edit: (text) => text.replace(/(<w:start(?:Override)? w:val=)"\d+"/g, '$1"7"'),
    },
    {
      name: 'all links lead elsewhere',
      harm: 'link',
      at: DOCX_RELS,
      edit: (text) => text.replace(/Target="(?:https?|mailto):[^"]*"/g, `Target="${OTHER}"`),
    },
    {
      name: 'one link leads elsewhere',
      harm: 'link',
      at: DOCX_RELS,
      edit: replaceOnce(/Target="(?:https?|mailto):[^"]*"/, `Target="${OTHER}"`),
    },
    { name: 'links lost', harm: 'link', edit: (text) => text.replace(/<\/?w:hyperlink(?: [^>]*)?>/g, '') },
    { name: 'images lost', harm: 'image', edit: (text) => text.replace(/<w:drawing>.*?<\/w:drawing>/gs, '') },
    { name: 'one image lost', harm: 'image', edit: replaceOnce(/<w:drawing>.*?<\/w:drawing>/s, '') },
    { name: 'images exchanged', harm: 'image', edit: exchange(/r:embed="[^"]*"/g) },
    {
      name: 'notes lost',
      harm: 'note',
      at: /^word\/(?:foot|end)notes\.xml$/,
      edit: (text) => text.replace(/(<w:t(?: [^>]*)?>)[^<]*/g, '$1'),
    },
    {
      name: 'marks of notes lost',
      harm: 'note',
      edit: (text) => text.replace(/<w:(?:foot|end)noteReference [^>]*>/g, ''),
    },
    { name: 'notes exchanged', harm: 'note', edit: exchange(/<w:(?:foot|end)noteReference [^>]*>/g) },
    {
      name: 'headers and footers lost',
      harm: 'block',
      at: /^word\/(?:header|footer)\d*\.xml$/,
      edit: (text) => text.replace(/(<w:t(?: [^>]*)?>)[^<]*/g, '$1'),
    },
    {
      name: 'text boxes lost',
      harm: 'block',
      edit: (text) => text.replace(/<w:txbxContent>.*?<\/w:txbxContent>/gs, '<w:txbxContent/>'),
    },
    {
      name: 'all text hidden',
      harm: 'visibility',
      edit: (text) =>
        text.replace(/<w:r>(?:<w:rPr>)?/g, (run) =>
          run.includes('rPr') ? `${run}<w:vanish/>` : '<w:r><w:rPr><w:vanish/></w:rPr>',
        ),
    },
    {
      name: 'all text deleted as a tracked change',
      harm: 'visibility',
      edit: (text) =>
        text.replace(
          /<w:r[ >].*?<\/w:r>/gs,
          (run) => `<w:del w:id="1" w:author="x">${run.replace(/w:t\b/g, 'w:delText')}</w:del>`,
        ),
    },
  ],
  odt: [
    { name: 'headings plain', harm: 'structure', edit: (text) => text.replace(/<(\/?)text:h(?=[ >])/g, '<$1text:p') },
    {
      name: 'one heading plain',
      harm: 'structure',
      edit: replaceOnce(/<text:h( [^>]*>.*?)<\/text:h>/s, '<text:p$1</text:p>'),
    },
    {
      name: 'levels of headings shifted',
      harm: 'structure',
      edit: (text) =>
        text.replace(/text:outline-level="(\d)"/g, (_, level: string) => `text:outline-level="${Number(level) + 1}"`),
    },
    {
      name: 'lists become paragraphs',
      harm: 'structure',
      edit: (text) => text.replace(/<\/?text:list(?:-item|-header)?(?: [^>]*)?>/g, ''),
    },
    {
      name: 'ol becomes ul',
      harm: 'structure',
      edit: (text) =>
        text.replace(
          /<(\/?)text:list-level-style-number( text:level="\d+")?[^>]*?(\/?)>/g,
          '<$1text:list-level-style-bullet$2 text:bullet-char="•"$3>',
        ),
      at: /^(?:content|styles)\.xml$/,
    },
    {
      name: 'numbers of lists begin elsewhere',
      harm: 'number',
      at: /^(?:content|styles)\.xml$/,
      edit: (text) => text.replace(/<text:list-level-style-number /g, '$&text:start-value="7" '),
    },
    {
      name: 'all links lead elsewhere',
      harm: 'link',
      edit: (text) => text.replace(/(<text:a [^>]*xlink:href=")(?:https?|mailto):[^"]*/g, `$1${OTHER}`),
    },
    {
      name: 'one link leads elsewhere',
      harm: 'link',
      edit: replaceOnce(/(<text:a [^>]*xlink:href=")(?:https?|mailto):[^"]*/, `$1${OTHER}`),
    },
    { name: 'links lost', harm: 'link', edit: (text) => text.replace(/<\/?text:a(?: [^>]*)?>/g, '') },
    { name: 'images lost', harm: 'image', edit: (text) => text.replace(/<draw:frame .*?<\/draw:frame>/gs, '') },
    { name: 'one image lost', harm: 'image', edit: replaceOnce(/<draw:frame .*?<\/draw:frame>/s, '') },
    { name: 'images exchanged', harm: 'image', edit: exchange(/xlink:href="Pictures[^"]*"/g) },
    { name: 'notes lost', harm: 'note', edit: (text) => text.replace(/<text:note .*?<\/text:note>/gs, '') },
    {
      name: 'texts of notes lost',
      harm: 'note',
      edit: (text) =>
        text.replace(/<text:note-body>.*?<\/text:note-body>/gs, '<text:note-body><text:p/></text:note-body>'),
    },
    { name: 'notes exchanged', harm: 'note', edit: exchange(/<text:note-body>.*?<\/text:note-body>/gs) },
    {
      name: 'headers and footers lost',
      harm: 'block',
      at: /^styles\.xml$/,
      edit: (text) => text.replace(/<style:(header|footer)>.*?<\/style:\1>/gs, '<style:$1/>'),
    },
  ],
  md: [
    { name: 'headings plain', harm: 'structure', edit: (text) => text.replace(/^#+ /gm, '') },
    { name: 'one heading plain', harm: 'structure', edit: replaceOnce(/^## /m, '') },
    { name: 'levels of headings shifted', harm: 'structure', edit: (text) => text.replace(/^#/gm, '##') },
    { name: 'ol becomes ul', harm: 'structure', edit: (text) => text.replace(/^(\s*)\d+\.( +)/gm, '$1-$2') },
    { name: 'ul becomes ol', harm: 'structure', edit: (text) => text.replace(/^(\s*)[-*]( +)(?=\p{L})/gmu, '$11.$2') },
    {
      name: 'lists become paragraphs',
      harm: 'structure',
      edit: (text) => text.replace(/^\s*(?:[-*]|\d+\.) +(?=\p{L})/gmu, '\n'),
    },
    {
      name: 'all links lead elsewhere',
      harm: 'link',
      edit: (text) => text.replace(/\]\((?:https?|mailto):[^)]*\)/g, `](${OTHER})`),
    },
    {
      name: 'one link leads elsewhere',
      harm: 'link',
      edit: replaceOnce(/\]\((?:https?|mailto):[^)]*\)/, `](${OTHER})`),
    },
    { name: 'links lost', harm: 'link', edit: (text) => text.replace(/(?<!!)\[([^\]^]*)\]\([^)]*\)/g, '$1') },
    {
      name: 'images lost',
      harm: 'image',
      edit: (text) => text.replace(/!\[[^\]]*\]\([^)]*\)(?:\{[^}]*\})?|<img[^>]*>/g, ''),
    },
    { name: 'notes lost', harm: 'note', edit: (text) => text.replace(/^\[\^\w+\]:.*$/gm, '') },
    { name: 'notes exchanged', harm: 'note', edit: exchange(/\[\^\w+\](?!:)/g) },
    {
      name: 'a row of a table lost',
      harm: 'block',
      edit: replaceOnce(/(?<=\n\|[-|: ]*-[-|: ]*\n)\|[^\n]*[\p{L}\p{N}][^\n]*\n/u, ''),
    },
    {
      name: 'a table flattened',
      harm: 'structure',
      edit: (text) =>
        /^\|.*[\p{L}\p{N}]/mu.test(text)
          ? text
              .replace(/^\|[-|: ]+\n/gm, '')
              .replace(/^\|(.*)\|$/gm, '$1\n')
              .replace(/\|/g, '\n\n')
          : text,
    },
  ],
  pptx: [
    {
      name: 'speaker notes lost',
      harm: 'block',
      at: /^ppt\/notesSlides\/notesSlide\d+\.xml$/,
      edit: (text) => text.replace(/(<a:t>)[^<]*/g, '$1'),
    },
    { name: 'slides exchanged', harm: 'order', at: /^ppt\/presentation\.xml$/, edit: exchange(/<p:sldId [^>]*>/g) },
    { name: 'a slide lost', harm: 'block', at: /^ppt\/presentation\.xml$/, edit: replaceOnce(/<p:sldId [^>]*>/, '') },
    {
      name: 'a slide hidden',
      harm: 'visibility',
      at: /^ppt\/slides\/slide2\.xml$/,
      edit: replaceOnce(/<p:sld /, '<p:sld show="0" '),
    },
    {
      name: 'a shape lost',
      harm: 'block',
      edit: (text) => text.replace(/(<p:sp>(?:(?!<p:sp>).)*?<\/p:sp>)(?!.*<p:sp>)/s, ''),
    },
    { name: 'images lost', harm: 'image', edit: (text) => text.replace(/<p:pic>.*?<\/p:pic>/gs, '') },
    {
      name: 'all links lead elsewhere',
      harm: 'link',
      at: /slide\d+\.xml\.rels$/,
      edit: (text) => text.replace(/Target="(?:https?|mailto):[^"]*"/g, `Target="${OTHER}"`),
    },
  ],
  odp: [
    {
      name: 'speaker notes lost',
      harm: 'block',
      edit: (text) =>
        text.replace(/<presentation:notes .*?<\/presentation:notes>/gs, (notes) =>
          /<text:(?:p|span)[^>]*>[^<]*[\p{L}\p{N}]/u.test(notes) ? '' : notes,
        ),
    },
    { name: 'slides exchanged', harm: 'order', edit: exchange(/<draw:page .*?<\/draw:page>/gs) },
    { name: 'a slide lost', harm: 'block', edit: replaceOnce(/<draw:page .*?<\/draw:page>/s, '') },
    {
      name: 'a frame lost',
      harm: 'block',
      edit: replaceOnce(/<draw:frame (?:(?!<draw:frame).)*?<draw:text-box>.*?<\/draw:frame>/s, ''),
    },
    { name: 'images lost', harm: 'image', edit: (text) => text.replace(/<draw:image .*?<\/draw:image>/gs, '') },
    {
      name: 'all links lead elsewhere',
      harm: 'link',
      edit: (text) => text.replace(/(<text:a [^>]*xlink:href=")(?:https?|mailto):[^"]*/g, `$1${OTHER}`),
    },
  ],
};

const MEDIA: Readonly<Record<string, RegExp>> = {
  docx: /^word\/media\/.*\.(?:png|jpe?g|gif)$/i,
  pptx: /^ppt\/media\/.*\.(?:png|jpe?g|gif)$/i,
  odt: /^Pictures\/.*\.(?:png|jpe?g|gif)$/i,
  odp: /^Pictures\/.*\.(?:png|jpe?g|gif)$/i,
  epub: /\.(?:png|jpe?g|gif)$/i,
};

function mediaDamages(format: string): readonly Damage[] {
  const isMedia = MEDIA[format]!;
  const names = (entries: Record<string, Uint8Array>): string[] =>
    Object.keys(entries).filter((name) => isMedia.test(name));
  return [
    {
      name: 'an image replaced',
      harm: 'image',
      apply: (bytes) =>
        changeEntries(bytes, (entries) => {
          const [name] = names(entries);
          if (name !== undefined) entries[name] = RED;
          return name !== undefined;
        }),
    },
    {
      name: 'image files lost',
      harm: 'image',
      apply: (bytes) =>
        changeEntries(bytes, (entries) => {
          const lost = names(entries);
          for (const name of lost) delete entries[name];
          return lost.length > 0;
        }),
    },
  ];
}
