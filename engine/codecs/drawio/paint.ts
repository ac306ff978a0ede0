import { escapeXmlAttribute } from '../../io/xml.ts';
import { short } from '../../content/pages/painter/numbers.ts';
import { isSet, numberIn, type Style } from './model.ts';

const COLOUR = /^(#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,24}|rgba?\([\d.,%\s]+\))$/;

/** A colour of a style as SVG takes it: `none` where there is none, and `otherwise` where the style does not say it. */
export function colourOf(value: string | undefined, otherwise: string): string {
  // Of a colour for light and one for dark pages, the first.
  const text = /^light-dark\(\s*([^,()]+(?:\([^)]*\))?)\s*,/.exec(value ?? '')?.[1] ?? value;
  if (text === undefined || text === '' || text === 'default' || text === 'inherit' || text.startsWith('var('))
    return otherwise;
  return COLOUR.test(text) ? text : otherwise;
}

/** Fill, stroke, dashes and opacity of a shape, and the gradients that they need. */
export class Painter {
  readonly definitions: string[] = [];

  paint(style: Style, { fill, stroke }: { readonly fill: string; readonly stroke: string }): string {
    const width = numberIn(style, 'strokeWidth', 1);
    return `fill="${this.#fillOf(style, fill)}"${fillOpacityOf(style)} ${strokeOf(style, stroke, width)}`;
  }

  #fillOf(style: Style, fill: string): string {
    const second = colourOf(style.get('gradientColor'), 'none');
    if (fill === 'none' || second === 'none') return escapeXmlAttribute(fill);
    const id = `gradient-${this.definitions.length + 1}`;
    const [x1, y1, x2, y2] = { north: [0, 1, 0, 0], east: [0, 0, 1, 0], west: [1, 0, 0, 0] }[
      style.get('gradientDirection') ?? ''
    ] ?? [0, 0, 0, 1];
    this.definitions.push(
      `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"><stop offset="0" stop-color="${fill}"/><stop offset="1" stop-color="${second}"/></linearGradient>`,
    );
    return `url(#${id})`;
  }
}

export function strokeOf(style: Style, stroke: string, width: number): string {
  if (stroke === 'none') return 'stroke="none"';
  const dashes = isSet(style, 'dashed')
    ? ` stroke-dasharray="${(style.get('dashPattern') ?? '3 3')
        .split(/[\s,]+/)
        .slice(0, 8)
        .map((part) => short(Math.max(0, Number.parseFloat(part) || 0) * width))
        .join(' ')}"`
    : '';
  const opacity = numberIn(style, 'strokeOpacity', 100);
  const faint = opacity < 100 ? ` stroke-opacity="${short(opacity / 100)}"` : '';
  return `stroke="${escapeXmlAttribute(stroke)}" stroke-width="${short(width)}"${dashes}${faint}`;
}

function fillOpacityOf(style: Style): string {
  const opacity = numberIn(style, 'fillOpacity', 100);
  return opacity < 100 ? ` fill-opacity="${short(opacity / 100)}"` : '';
}
