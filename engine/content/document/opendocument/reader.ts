import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { openOpenDocument, readOpenDocumentMeta, type OpenDocument } from './package.ts';
import { childAt, childrenNamed, descendants, parseXmlTree, TEXT_NODE, type XmlNode } from '../../../io/xml-tree.ts';
import { encryptedOffice } from '../ooxml/package.ts';
import type { Block, Box, Document, Page } from '../model.ts';
import { readFrames } from './frames.ts';
import { blocksOf, readLooks, type OdfText } from './text-blocks.ts';

/** Reads OpenDocument texts and presentations, packed or flat. */
export function readOpenDocument(bytes: Uint8Array, context: RunContext): Document {
  const document = openOpenDocument(bytes, context.limits);
  if (document === 'encrypted') throw encryptedOffice();
  const root = parseXmlTree(document.content, context.limits, { mixed: true });
  const body = [...descendants(root, 'body')][0];
  const texts = body && childAt(body, 'text');
  const slides = body && childAt(body, 'presentation');
  if (!texts && !slides) {
    throw new ConversionError({
      code: 'input_corrupt',
      message: 'The file is neither a text nor a presentation in OpenDocument: it holds something else.',
    });
  }
  const title = readOpenDocumentMeta(document, context.limits).get('title');
  const styles = stylesOf(document, root, context);
  const reading: Reading = { document, context, ...styles };
  const blocks = texts ? readText(texts, root, reading) : readSlides(slides!, root, reading);
  return { properties: title === undefined ? {} : { title }, blocks };
}

interface Reading extends Pick<OdfText, 'looks' | 'numbered'> {
  readonly document: OpenDocument;
  readonly context: RunContext;
}

/** Styles stand in both parts: those that users name in one, those that programs make in the other. */
function stylesOf({ styles, isFlat }: OpenDocument, root: XmlNode, { limits }: RunContext) {
  const own = readLooks(root);
  if (styles === undefined || isFlat) return own;
  const named = readLooks(parseXmlTree(styles, limits));
  return { looks: new Map([...named.looks, ...own.looks]), numbered: new Set([...named.numbered, ...own.numbered]) };
}

function textReader({ document, context, looks, numbered }: Reading): OdfText {
  const odf: OdfText = {
    looks,
    numbered,
    notes: [],
    readFrame: (frame) => readFrames(frame, { document, context, text: odf }),
  };
  return odf;
}

function* readText(body: XmlNode, root: XmlNode, reading: Reading): Generator<Block> {
  const odf = textReader(reading);
  const { header, footer } = readMargins(root, reading);
  yield* header;
  for (const node of body.children) {
    reading.context.signal.throwIfAborted();
    yield* blocksOf({ ...body, children: [node] }, odf);
  }
  yield* footer;
  if (odf.notes.length > 0) yield { kind: 'aside', label: 'Notes', blocks: odf.notes };
}

/** The headers and footers of all kinds of pages, each text once. */
function readMargins(root: XmlNode, reading: Reading): { header: Block[]; footer: Block[] } {
  const { styles, isFlat } = reading.document;
  const source = isFlat || styles === undefined ? root : parseXmlTree(styles, reading.context.limits, { mixed: true });
  const margins = { header: new Map<string, Block>(), footer: new Map<string, Block>() };
  for (const page of descendants(source, 'master-page')) {
    for (const node of page.children) {
      const kind = /^(header|footer)(?:-(?:left|first))?$/.exec(node.name)?.[1] as 'header' | 'footer' | undefined;
      if (!kind) continue;
      for (const block of blocksOf(node, textReader(reading))) margins[kind].set(JSON.stringify(block), block);
    }
  }
  return { header: [...margins.header.values()], footer: [...margins.footer.values()] };
}

function* readSlides(presentation: XmlNode, root: XmlNode, reading: Reading): Generator<Block> {
  const hidden = hiddenStyles(root);
  for (const [index, page] of childrenNamed(presentation, 'page').entries()) {
    reading.context.signal.throwIfAborted();
    yield readSlide(page, index + 1, hidden, reading);
  }
}

function hiddenStyles(root: XmlNode): ReadonlySet<string> {
  const styles = [...descendants(root, 'style')].filter(
    (style) => childAt(style, 'drawing-page-properties')?.attributes.get('visibility') === 'hidden',
  );
  return new Set(styles.map(({ attributes }) => attributes.get('name') ?? ''));
}

const FURNITURE = /^(?:header|footer|date-time|page-number|page|notes)$/;

/** Programs that make presentations without a template do not say what the frame is for. */
function holdsNotes({ name, attributes }: XmlNode): boolean {
  return name === 'frame' && (attributes.get('class') ?? 'notes') === 'notes';
}

function readSlide(page: XmlNode, number: number, hidden: ReadonlySet<string>, reading: Reading): Page {
  const odf = textReader(reading);
  const notes = childAt(page, 'notes');
  const shapes = page.children.filter(({ name }) => name !== 'notes' && name !== TEXT_NODE);
  const notesOf = notes ? notes.children.filter(holdsNotes) : [];
  return {
    kind: 'page',
    number,
    blocks: shapes.map((node): Box => ({
      kind: 'box',
      blocks: odf.readFrame(node),
      ...roleOf(node),
      ...frameOf(node),
    })),
    notes: notesOf.flatMap((node) => odf.readFrame(node)),
    ...(hidden.has(page.attributes.get('style-name') ?? '') && { unshown: 'hidden' }),
  };
}

function roleOf({ attributes }: XmlNode): Pick<Box, 'role'> {
  const kind = attributes.get('class') ?? '';
  return kind === 'title' ? { role: 'title' } : FURNITURE.test(kind) ? { role: 'furniture' } : {};
}

/** Points of the units of lengths. */
const POINTS: Readonly<Record<string, number>> = { cm: 72 / 2.54, mm: 72 / 25.4, in: 72, pt: 1, pc: 12, px: 0.75 };

function frameOf({ attributes }: XmlNode): Pick<Box, 'frame'> {
  const length = (attribute: string): number | undefined => {
    const match = /^(-?[\d.]+)(cm|mm|in|pt|pc|px)$/.exec(attributes.get(attribute) ?? '');
    return match ? Number(match[1]) * POINTS[match[2]!]! : undefined;
  };
  const [x, y, width, height] = [length('x'), length('y'), length('width') ?? 0, length('height') ?? 0];
  return x === undefined || y === undefined ? {} : { frame: { x, y, width, height } };
}
