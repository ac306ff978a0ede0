import { scanXml } from '../../io/xml.ts';
import type { Limits } from '../../contract/limits.ts';
import {
  findWordPart,
  openOfficePackage,
  relationshipsName,
  replaceParts,
  type OfficePackage,
} from '../../content/document/ooxml/package.ts';
import { outlineStyleId, rewriteStory, type StoryFindings } from '../../content/document/ooxml/story-rewriter.ts';
import type { Margins } from './margins.ts';
import { repairParts } from '../../content/document/ooxml/repair-parts.ts';

const ALTERNATIVES =
  /<mc:AlternateContent\b[^>]*>\s*<mc:Choice\b[^>]*>((?:(?!<\/mc:Choice>).)*)<\/mc:Choice>(?:(?!<\/mc:AlternateContent>).)*<\/mc:AlternateContent>/gs;
const IMAGE = 'http://schemas.openxmlformats.org/drawingml/2006/picture';

/**
 * The source of a Word document's part with images in the first of their forms: where there are several, pandoc takes
 * the last, which LibreOffice writes without the image (ECMA-376 part 3, 10.2.1).
 */
export function withFirstImages(source: string): string {
  return source.replace(ALTERNATIVES, (whole, first: string) =>
    first.includes(IMAGE) && !first.includes('<mc:AlternateContent') ? first : whole,
  );
}

/** Fields that mean nothing where there are no pages. */
const PAGE_FIELD = /\b(?:PAGE|NUMPAGES)\b/;

/** Parts beside the main one whose text pandoc reads. */
const NOTES: ReadonlySet<string> = new Set(['footnotes', 'endnotes']);

/** A Word document as pandoc takes it, and what of it pandoc does not read. */
interface ReadableWord {
  readonly bytes: Uint8Array;
  readonly margins?: Margins;
}

/** A Word document with its stories rewritten, or the document itself when nothing is to be changed. */
export function readableWord(bytes: Uint8Array, limits: Limits, findings: StoryFindings): ReadableWord {
  const parts = openOfficePackage(bytes, limits);
  const main = findWordPart(parts);
  const source = parts.readXml(main);
  if (source === undefined) return { bytes };
  const rewrite = (story: string): string => rewriteStory(story, findings, { maxDepth: limits.nesting, isPlain: true });
  const body = rewrite(withFirstImages(source));
  const changed = new Map(body === source ? [] : [[main, body]]);
  for (const { type, target, external } of parts.relationshipsOf(main)) {
    const notes = NOTES.has(type) && !external ? parts.readXml(target) : undefined;
    const written = notes === undefined ? undefined : rewrite(notes);
    if (written !== undefined && written !== notes) changed.set(target, written);
  }
  for (const [name, text] of outlineStyles(parts, main, findings.outlineLevels)) changed.set(name, text);
  return {
    bytes: changed.size === 0 ? bytes : replaceParts(parts, changed),
    margins: { header: linesOf(parts, main, 'header', limits), footer: linesOf(parts, main, 'footer', limits) },
  };
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const STYLES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles';
/** The part of styles in a document that has none: pandoc looks for it by this name. */
const NEW_STYLES = 'word/styles.xml';

/** The parts that name the styles of outline levels: pandoc knows headings by the names of their styles. */
function outlineStyles(parts: OfficePackage, main: string, levels: ReadonlySet<number>): Map<string, string> {
  if (levels.size === 0) return new Map();
  const styles = Array.from(
    levels,
    (level) =>
      `<w:style xmlns:w="${WORD}" w:type="paragraph" w:styleId="${outlineStyleId(level)}"><w:name w:val="heading ${level}"/></w:style>`,
  ).join('');
  const part = parts.relationshipsOf(main).find(({ type }) => type === 'styles')?.target;
  const source = part === undefined ? undefined : parts.readXml(part);
  if (part !== undefined && source !== undefined)
    return new Map([[part, source.replace(/<\/(?:\w+:)?styles>\s*$/, (end) => styles + end)]]);
  const name = relationshipsName(main);
  const relationships = parts.readXml(name) ?? EMPTY_RELATIONSHIPS;
  const relationship = `<Relationship Id="athanorStyles" Type="${STYLES}" Target="/${NEW_STYLES}"/>`;
  return new Map([
    [NEW_STYLES, `<w:styles xmlns:w="${WORD}">${styles}</w:styles>`],
    [name, relationships.replace('</Relationships>', () => `${relationship}</Relationships>`)],
  ]);
}

const EMPTY_RELATIONSHIPS =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';

/** The distinct texts of all headers or footers, without those that are only a page's number. */
function linesOf(parts: OfficePackage, main: string, type: 'header' | 'footer', limits: Limits): string[] {
  const targets = parts.relationshipsOf(main).filter((one) => one.type === type && !one.external);
  return [...new Set(targets.flatMap(({ target }) => textsOf(parts.readXml(target) ?? '', limits)))];
}

function textsOf(source: string, { nesting }: Limits): string[] {
  const texts: string[] = [];
  let text = '';
  let instructions = '';
  let element = '';
  scanXml(
    source,
    {
      open(name) {
        element = name;
        if (name === 'tab' || name === 'br') text += ' ';
      },
      close(name) {
        element = '';
        if (name !== 'p') return;
        const isPageNumber = PAGE_FIELD.test(instructions) && !/\p{L}/u.test(text);
        if (/[\p{L}\p{N}]/u.test(text) && !isPageNumber) texts.push(text.trim());
        text = '';
        instructions = '';
      },
      text(value) {
        if (element === 't') text += value;
        if (element === 'instrText') instructions += value;
      },
    },
    nesting,
  );
  return texts;
}

/** The number of columns stands before how they are set, and normal text has no style (ECMA-376 part 1, 22.1.2). */
const MISPLACED = /(<m:mcJc [^<>]*\/>)(<m:count [^<>]*\/>)|(<m:nor ?\/>)<m:sty [^<>]*\/>/g;
const WITH_FORMULAS = /^word\/(?:document|footnotes|endnotes|comments)\.xml$/;

/** A Word document of pandoc whose formulas have their properties in the order of the standard. */
export function repairFormulas(bytes: Uint8Array, limits: Limits): Uint8Array {
  return repairParts(bytes, limits, WITH_FORMULAS, (source) => source.replace(MISPLACED, '$2$1$3'));
}
