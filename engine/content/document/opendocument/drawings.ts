import { escapeXmlAttribute } from '../../../io/xml.ts';
import type { Drawing, Frame, Image } from './document.ts';
import { points } from './namespaces.ts';
import { enhancedPath, viewBox } from './shape-path.ts';
import { cleanText, writeBlocks, writeTable, type TextScope } from './text.ts';

/** How drawings are held where they are: attributes of each, and of their style. */
export interface Anchoring {
  readonly attributes: string;
  /** In the middle of a line its place is the line's own affair. */
  readonly isInline: boolean;
  readonly styleProperties: string;
  readonly kind: 'text' | 'presentation';
}

/** Names of the images of a package, by their names in the source. */
export class PackedImages {
  readonly #byName = new Map<string, { readonly path: string; readonly image: Image }>();

  add(image: Image): string {
    const known = this.#byName.get(image.name);
    if (known) return known.path;
    const path = `Pictures/picture${this.#byName.size + 1}.${image.extension}`;
    this.#byName.set(image.name, { path, image });
    return path;
  }

  get all(): readonly { readonly path: string; readonly image: Image }[] {
    return [...this.#byName.values()];
  }
}

export function writeDrawing(drawing: Drawing, scope: TextScope, anchoring: Anchoring, images: PackedImages): string {
  const { frame, content } = drawing;
  const style = graphicStyle(drawing, scope, anchoring);
  const role = drawing.role && anchoring.kind === 'presentation' ? ` presentation:class="${drawing.role}"` : '';
  const open = `${style}${role}${anchoring.attributes}${placeOf(frame, anchoring)}`;
  const title = drawing.alternative ? `<svg:desc>${cleanAttribute(drawing.alternative)}</svg:desc>` : '';
  switch (content.kind) {
    case 'image': {
      const href = images.add(content.image);
      return `<draw:frame${open}><draw:image xlink:href="${href}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>${title}</draw:frame>`;
    }
    case 'box':
      return `<draw:frame${open}><draw:text-box>${writeBlocks(content.text, scope)}</draw:text-box></draw:frame>`;
    case 'table': {
      const table = writeTable(content.table, scope);
      const inner =
        anchoring.kind === 'presentation'
          ? table
          : `<draw:text-box fo:min-height="${points(frame.height)}">${table}<text:p/></draw:text-box>`;
      return `<draw:frame${open}>${inner}</draw:frame>`;
    }
    case 'shape': {
      const path = enhancedPath(content.path);
      const box = viewBox(frame.width, frame.height);
      const text = content.text.length === 0 ? '' : writeBlocks(content.text, scope);
      return `<draw:custom-shape${open}>${text}<draw:enhanced-geometry svg:viewBox="${box}" draw:type="non-primitive" draw:enhanced-path="${path}"/></draw:custom-shape>`;
    }
  }
}

function cleanAttribute(text: string): string {
  return escapeXmlAttribute(cleanText(text));
}

function placeOf(frame: Frame, { isInline }: Anchoring): string {
  const size = ` svg:width="${points(Math.max(1, frame.width))}" svg:height="${points(Math.max(1, frame.height))}"`;
  if (isInline) return size;
  if (!frame.angle) return `${size} svg:x="${points(frame.x)}" svg:y="${points(frame.y)}"`;
  // It is turned about the point that is moved into its place: the corner goes where the turn about the middle puts it.
  const radians = (frame.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [halfWidth, halfHeight] = [frame.width / 2, frame.height / 2];
  const x = frame.x + halfWidth - halfWidth * cos - halfHeight * sin;
  const y = frame.y + halfHeight + halfWidth * sin - halfHeight * cos;
  return `${size} draw:transform="rotate (${radians.toFixed(6)}) translate (${points(x)} ${points(y)})"`;
}

function graphicStyle(drawing: Drawing, { styles }: TextScope, anchoring: Anchoring): string {
  const { content, fill, stroke, padding, anchor } = drawing;
  // In a text such a box would push aside what is beside it.
  const isUnbroken = drawing.isUnbroken && anchoring.kind === 'presentation';
  const holdsText = content.kind === 'box' || content.kind === 'shape';
  const colours = [
    fill === undefined ? ' draw:fill="none"' : ` draw:fill="solid" draw:fill-color="${fill}"`,
    stroke === undefined
      ? ' draw:stroke="none"'
      : ` draw:stroke="${stroke.dashed ? 'dash' : 'solid'}" svg:stroke-width="${points(stroke.width)}" svg:stroke-color="${stroke.colour}"`,
    // A frame in a text has its border and its background as a paragraph has them.
    anchoring.kind === 'text' && content.kind !== 'shape'
      ? ` fo:border="${stroke === undefined ? 'none' : `${points(stroke.width)} ${stroke.dashed ? 'dashed' : 'solid'} ${stroke.colour}`}"${fill === undefined ? ' fo:background-color="transparent" style:background-transparency="100%"' : ` fo:background-color="${fill}"`}`
      : '',
  ].join('');
  const layout = holdsText
    ? ` fo:padding="${points(padding ?? 0)}" draw:textarea-vertical-align="${anchor ?? 'top'}" draw:auto-grow-height="false" draw:auto-grow-width="${isUnbroken ? 'true' : 'false'}" fo:wrap-option="${isUnbroken ? 'no-wrap' : 'wrap'}"`
    : '';
  const properties = `<style:graphic-properties${colours}${layout}${anchoring.styleProperties}/>`;
  const isPlaceholder = drawing.role !== undefined && anchoring.kind === 'presentation';
  const name = styles.name(isPlaceholder ? 'presentation' : 'graphic', properties, parentOf(drawing, anchoring));
  return ` ${isPlaceholder ? 'presentation' : 'draw'}:style-name="${name}"`;
}

/**
 * In a text, what has no parent style is a drawing for LibreOffice, which holds no tables. What is turned must be one:
 * frames are upright.
 */
function parentOf({ content, frame }: Drawing, { kind }: Anchoring): string {
  if (kind !== 'text' || content.kind === 'shape' || frame.angle) return '';
  return ` style:parent-style-name="${content.kind === 'image' ? 'Graphics' : 'Frame'}"`;
}
