import { childAt, childrenNamed, type XmlNode } from '../../../../io/xml-tree.ts';
import type { Drawing, Presentation, Slide } from '../../opendocument/document.ts';
import { anchorOf, frameOf, readDrawable, textIn, type DrawingContext } from './drawables.ts';
import { numberIn } from './elements.ts';
import { propertiesOf } from './properties.ts';
import { fillOf, propertyOf, type StyleChain } from './styles.ts';
import { readStorage } from './text.ts';

const USUAL_SIZE = { width: 1024, height: 768 };
const ORIGIN = { x: 0, y: 0 };
const PLACEHOLDERS = [
  { name: 'title-placeholder', role: 'title', visibility: 'titlePlaceholderVisibility' },
  { name: 'body-placeholder', role: 'outline', visibility: 'bodyPlaceholderVisibility' },
] as const;

/** A presentation of Keynote '05 to '09: `key:presentation`. */
export function readKeynote(root: XmlNode, context: DrawingContext, lists: Presentation['lists']): Presentation {
  const size = childAt(root, 'size');
  const slides = childrenNamed(childAt(root, 'slide-list'), 'slide');
  return {
    kind: 'presentation',
    width: numberIn(size, 'w') ?? USUAL_SIZE.width,
    height: numberIn(size, 'h') ?? USUAL_SIZE.height,
    slides: slides.map((slide, index) => readSlide(slide, index, context)),
    properties: propertiesOf(childAt(root, 'metadata')),
    lists,
  };
}

function readSlide(slide: XmlNode, index: number, shared: DrawingContext): Slide {
  const { elements } = shared.text.styles;
  const context = { ...shared, sheet: elements.child(slide, 'stylesheet') };
  const master = elements.resolve(childAt(slide, 'master-ref'));
  const style = styleOf(slide, context);
  const background = fillOf(style);
  const notes = childAt(slide, 'notes', 'text-storage') ?? childAt(slide, 'notes', 'text-storage-ref');
  const noteBlocks = readStorage(notes, { ...context.text, depth: 1, hasOutline: false });
  return {
    name: `Slide ${index + 1}`,
    drawings: [
      ...drawingsOf(master, { ...shared, sheet: elements.child(master, 'stylesheet') }),
      ...PLACEHOLDERS.flatMap((placeholder) => placeholderOf(slide, placeholder, style, context)),
      ...drawingsOf(slide, context),
    ],
    notes: noteBlocks.some((block) => block.kind === 'table' || block.content.length > 0) ? noteBlocks : [],
    ...(background === undefined ? {} : { background }),
    ...(slide.attributes.get('hidden') === 'true' ? { isHidden: true } : {}),
  };
}

function styleOf(node: XmlNode, { text, sheet }: DrawingContext): StyleChain {
  const reference = childAt(node, 'style-ref') ?? childAt(node, 'style')?.children.find(({ name }) => name !== '#text');
  return text.styles.chainOf(text.styles.elements.resolve(reference), sheet);
}

/** What is on the layers of a page besides the placeholders, which have their own place among the styles. */
function drawingsOf(page: XmlNode | undefined, context: DrawingContext): Drawing[] {
  const layers = childrenNamed(childAt(page, 'page', 'layers'), 'layer');
  return layers
    .filter((layer) => !childAt(layer, 'type')?.children.some(isPrototypeLayer))
    .flatMap((layer) => childAt(layer, 'drawables')?.children ?? [])
    .filter(({ name }) => !name.includes('placeholder'))
    .flatMap((node) => readDrawable(node, context));
}

function isPrototypeLayer(type: XmlNode): boolean {
  return type.attributes.get('string') === 'BGMasterSlidePrototypeLayer';
}

/** Title and body: shown when the slide's style says so, or when something is in them. */
function placeholderOf(
  slide: XmlNode,
  { name, role, visibility }: (typeof PLACEHOLDERS)[number],
  slideStyle: StyleChain,
  context: DrawingContext,
): Drawing[] {
  const node = childAt(slide, name);
  const text = node ? textIn(node, context) : [];
  const isShown = (numberIn(propertyOf(slideStyle, visibility), 'number') ?? 1) !== 0;
  if (!node || text.length === 0 || !isShown) return [];
  const chain = styleOf(node, context);
  const geometry = propertyOf(chain, 'geometry') ?? childAt(node, 'geometry');
  return [{ frame: frameOf(geometry, ORIGIN), content: { kind: 'box', text }, role, ...anchorOf(chain, context) }];
}
