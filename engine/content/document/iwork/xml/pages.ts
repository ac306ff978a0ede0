import { childAt, childrenNamed, type XmlNode } from '../../../../io/xml-tree.ts';
import type { Block, PageLayout, PlacedDrawing, TextDocument } from '../../opendocument/document.ts';
import { readDrawable, type DrawingContext } from './drawables.ts';
import { numberIn } from './elements.ts';
import { propertiesOf } from './properties.ts';
import { propertyOf } from './styles.ts';
import { readStorage } from './text.ts';

const A4 = { width: 595, height: 842 };
const MARGIN = 72;

/** A document of Pages '05 to '09: `sl:document`. */
export function readPages(root: XmlNode, context: DrawingContext, lists: TextDocument['lists']): TextDocument {
  const storage = childAt(root, 'text-storage');
  const body = readStorage(storage, { ...context.text, hasOutline: true });
  const masters = mastersOf(root, storage, context);
  return {
    kind: 'text',
    page: pageOf(childAt(root, 'slprint-info')),
    header: marginOf(root, 'header', masters.header, context),
    footer: marginOf(root, 'footer', masters.footer, context),
    body,
    placed: placedOf(root, context),
    properties: propertiesOf(childAt(root, 'metadata')),
    lists,
  };
}

function pageOf(info: XmlNode | undefined): PageLayout {
  const margins = childAt(info, 'page-margins');
  const scale = numberIn(info, 'page-scale') ?? 1;
  const size = (name: string, usual: number): number => {
    const value = numberIn(info, name) ?? usual;
    return value > 20 && value < 20_000 ? value * (scale > 0 && scale <= 4 ? scale : 1) : usual;
  };
  const side = (name: string): number => Math.max(0, Math.min(numberIn(margins, name) ?? MARGIN, 1000));
  const [header, footer] = [numberIn(margins, 'header'), numberIn(margins, 'footer')];
  return {
    width: size('page-width', A4.width),
    height: size('page-height', A4.height),
    margins: { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') },
    ...(header === undefined ? {} : { headerOffset: header }),
    ...(footer === undefined ? {} : { footerOffset: footer }),
  };
}

interface Masters {
  readonly header: string;
  readonly footer: string;
}

/** The pages of the first section name which headers and footers they bear. */
function mastersOf(root: XmlNode, storage: XmlNode | undefined, { text, sheet }: DrawingContext): Masters {
  const section = childAt(text.styles.elements.resolve(storage), 'text-body', 'section');
  const chain = text.styles.find(section?.attributes.get('style'), sheet);
  const master = propertyOf(chain, 'oddPageMaster');
  return {
    header: master?.attributes.get('header') ?? 'SFWPDefaultOddHeaderIdentifier',
    footer: master?.attributes.get('footer') ?? 'SFWPDefaultOddFooterIdentifier',
  };
}

function marginOf(root: XmlNode, kind: 'header' | 'footer', name: string, context: DrawingContext): Block[] {
  const all = childrenNamed(childAt(root, `${kind}s`), kind);
  const chosen = all.find((found) => found.attributes.get('name') === name);
  const storage = chosen?.children.find((child) => child.name.startsWith('text-storage'));
  const blocks = readStorage(storage, { ...context.text, depth: 1, hasOutline: false });
  return blocks.some((block) => block.kind === 'table' || block.content.length > 0) ? blocks : [];
}

/** What is on pages instead of in the text. Of linked boxes the first holds the whole text. */
function placedOf(root: XmlNode, context: DrawingContext): PlacedDrawing[] {
  const groups = childrenNamed(childAt(root, 'drawables'), 'page-group');
  return groups.flatMap((group) => {
    const page = Math.max(1, Math.round(numberIn(group, 'page') ?? 1));
    const ordered = [...group.children].sort(
      (one, other) => (numberIn(one, 'order') ?? 0) - (numberIn(other, 'order') ?? 0),
    );
    return ordered.flatMap((node) => readDrawable(node, context)).map((drawing) => ({ page, drawing }));
  });
}
