import type { Declarations } from '../../../content/document/css/declarations.ts';
import { call, literal, points, stringOf, array, breakable, withoutControls } from '../markup.ts';
import { formulaOf } from '../formulas/formula.ts';
import {
  attribute,
  childrenOf,
  isElement,
  isText,
  type DomElement,
  type DomNode,
} from '../../../content/document/html/dom.ts';
import type { Page } from './page.ts';
import type { PlacedImage } from './images.ts';
import { lengthOf, transformed, within, type Scope } from './scope.ts';
import { boxArguments } from './box-style.ts';
import { fontList } from '../style.ts';
import { styledRun } from './text-style.ts';

/** A run of text as it is written: white space collapses across its elements (CSS Text 3, section 4.1). */
export class Run {
  endsWithSpace = true;
  /** Something in it is seen. */
  isVisible = false;
}

const CODE = new Set(['code', 'kbd', 'samp', 'tt']);
const WRAPPERS: Readonly<Record<string, string>> = {
  strong: 'strong',
  b: 'strong',
  em: 'emph',
  i: 'emph',
  cite: 'emph',
  dfn: 'emph',
  var: 'emph',
  address: 'emph',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  sub: 'sub',
  sup: 'super',
  mark: 'highlight',
};
const MONOSPACED = fontList('Cousine');
const SMALL = '0.85em';
/** Typst applies no more than 64 rules within each other: elements further in are text alone. */
const MAX_STYLED_DEPTH = 40;
const NO_STYLE: Declarations = new Map();

/** The markup of nodes that are in a line. */
export function inlineOf(nodes: readonly DomNode[], scope: Scope, run: Run, page: Page): string {
  return nodes
    .map((node) => {
      if (isText(node)) return textOf(node.textContent ?? '', scope, run);
      return isElement(node) ? elementOf(node, scope, run, page) : '';
    })
    .join('');
}

function textOf(raw: string, scope: Scope, run: Run): string {
  const text = withoutControls(raw);
  if (scope.preformatted) return preformattedText(text, scope, run);
  let collapsed = text.replace(/[ \t\n\r\f]+/g, ' ');
  if (run.endsWithSpace) collapsed = collapsed.replace(/^ /, '');
  if (collapsed === '') return '';
  run.endsWithSpace = collapsed.endsWith(' ');
  run.isVisible ||= collapsed.trim() !== '';
  return literal(breakable(transformed(collapsed, scope), scope.longestWord));
}

function preformattedText(text: string, scope: Scope, run: Run): string {
  run.endsWithSpace = false;
  run.isVisible ||= text.trim() !== '';
  return text
    .replaceAll('\r', '')
    .replaceAll('\t', '        ')
    .split('\n')
    .map((line) => literal(breakable(transformed(line, scope), scope.longestWord)))
    .join(LINE_BREAK);
}

const LINE_BREAK = '#linebreak();';

function elementOf(element: DomElement, scope: Scope, run: Run, page: Page): string {
  const style = page.styleOf(element);
  if (!page.isShown(element, style)) return '';
  page.checkDepth(scope);
  const label = page.labelOf(element);
  const content = special(element, style, scope, run, page) ?? ordinary(element, style, scope, run, page);
  return label + content;
}

/** Elements that are more than their text. */
function special(element: DomElement, style: Declarations, scope: Scope, run: Run, page: Page): string | undefined {
  switch (element.localName) {
    case 'br':
      run.endsWithSpace = true;
      return LINE_BREAK;
    case 'wbr':
      return literal('\u200b');
    case 'img':
      return imageOf(element, style, scope, run, page);
    case 'svg':
      return drawingOf(element, style, scope, run, page);
    case 'input':
      return inputOf(element, run);
    case 'q':
      return (
        textOf('“', scope, run) +
        inlineOf(childrenOf(element), within(scope, style), run, page) +
        textOf('”', scope, run)
      );
    case 'rt':
      return textOf(`(${element.textContent ?? ''})`, scope, run);
    case 'rp':
      return '';
    case 'math':
      return shown(formulaOf(element), run);
    case 'athanor-math':
      return shown(formulaOf(element), run);
    case 'athanor-footnote':
      return shown(
        call('footnote', [], inlineOf(childrenOf(element), { ...scope, inLink: undefined }, new Run(), page)),
        run,
      );
    default:
      return undefined;
  }
}

function shown(content: string, run: Run): string {
  run.endsWithSpace = false;
  run.isVisible = true;
  return content;
}

function ordinary(element: DomElement, style: Declarations, scope: Scope, run: Run, page: Page): string {
  const name = element.localName;
  const destination = name === 'a' && !scope.inLink ? page.destinationOf(element) : undefined;
  const inner: Scope = { ...within(scope, style), ...(destination && { inLink: true as const }) };
  let content = CODE.has(name)
    ? codeOf(element, style, inner, run, page)
    : styledRun(
        scope.depth > MAX_STYLED_DEPTH ? NO_STYLE : style,
        scope,
        inlineOf(childrenOf(element), inner, run, page),
      );
  if (content === '' || scope.depth > MAX_STYLED_DEPTH) return content;
  const wrapper = WRAPPERS[name];
  if (wrapper !== undefined && !overrides(style, wrapper)) content = call(wrapper, [], content);
  if (name === 'small') content = call('text', [`size: ${SMALL}`], content);
  if (name === 'big') content = call('text', ['size: 1.2em'], content);
  const box = boxArguments(style, scope);
  if (box.length > 0 && scope.boxes < 16) content = inlineBox(box, content);
  return destination === undefined ? content : call('link', [destination], content);
}

/** A style that takes away what the element would do, as `font-style: normal` of an `em`. */
function overrides(style: Declarations, wrapper: string): boolean {
  if (wrapper === 'strong') return style.has('font-weight');
  if (wrapper === 'emph') return style.has('font-style');
  if (wrapper === 'underline' || wrapper === 'strike') return style.has('text-decoration-line');
  return wrapper === 'highlight' && style.has('background-color');
}

/** Backgrounds of running text can be broken across lines only as a highlight. */
function inlineBox(args: readonly string[], content: string): string {
  const [only] = args;
  if (args.length === 1 && only!.startsWith('fill:')) return call('highlight', [only!, 'extent: 0.1em'], content);
  return call('box', [...args, 'outset: (y: 0.2em)'], content);
}

function codeOf(element: DomElement, style: Declarations, scope: Scope, run: Run, page: Page): string {
  const children = childrenOf(element);
  if (!scope.preformatted && children.every(isText)) {
    const text = withoutControls(element.textContent ?? '').replace(/\s+/g, ' ');
    if (text === '') return '';
    run.endsWithSpace = false;
    run.isVisible = true;
    return styledRun(style, scope, call('raw', [stringOf(breakable(text, Math.min(36, scope.longestWord)))]));
  }
  return call('text', [`font: ${MONOSPACED}`], styledRun(style, scope, inlineOf(children, scope, run, page)));
}

function inputOf(element: DomElement, run: Run): string {
  switch (attribute(element, 'type')?.toLowerCase() ?? 'text') {
    case 'checkbox':
    case 'radio':
      run.endsWithSpace = false;
      return shown(checkbox(element.hasAttribute('checked')), run);
    case 'hidden':
    case 'image':
    case 'file':
    case 'password':
      return '';
    default:
      return shown(
        literal(withoutControls(attribute(element, 'value') ?? attribute(element, 'placeholder') ?? '')),
        run,
      );
  }
}

/** A box to tick, drawn: few fonts have one. */
export function checkbox(isChecked: boolean): string {
  const tick = isChecked
    ? 'place(dx: 0.13em, dy: 0.08em, curve(stroke: 1.1pt + rgb("#0b57a4"), curve.move((0em, 0.24em)), curve.line((0.18em, 0.42em)), curve.line((0.48em, 0em))))'
    : '';
  return `#box(width: 0.75em, height: 0.75em, baseline: 0.08em, radius: 1.5pt, stroke: 0.6pt + luma(110), {${tick}});`;
}

function imageOf(element: DomElement, style: Declarations, scope: Scope, run: Run, page: Page): string {
  const address = attribute(element, 'src');
  const description = attribute(element, 'alt') ?? '';
  const image = address === undefined ? undefined : page.images.at(address);
  if (image) return placed(image, description, style, scope, run);
  if (description === '') return '';
  return call('text', ['fill: luma(110)'], call('emph', [], textOf(description, scope, run)));
}

function drawingOf(element: DomElement, style: Declarations, scope: Scope, run: Run, page: Page): string {
  const markup = element.outerHTML;
  const source = /\sxmlns=/.test(markup) ? markup : markup.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  const image = page.images.add(new TextEncoder().encode(source), source);
  return image ? placed(image, '', style, scope, run) : '';
}

/** Height of an image at most, of the width of the text: a tall one leaves room for its caption. */
const TALLEST = 1.25;

/** An image in its own size, or the one that its page asks for, never wider than the text. */
function placed(image: PlacedImage, description: string, style: Declarations, scope: Scope, run: Run): string {
  run.endsWithSpace = false;
  run.isVisible = true;
  const ratio = image.width / image.height;
  const asked = { width: lengthOf(style, 'width', scope, scope.width), height: lengthOf(style, 'height', scope) };
  const widest = Math.min(scope.width, lengthOf(style, 'max-width', scope, scope.width) ?? Infinity);
  const tallest = Math.min(scope.width * TALLEST, lengthOf(style, 'max-height', scope) ?? Infinity);
  let width = asked.width ?? (asked.height === undefined ? image.width : asked.height * ratio);
  let height = asked.height !== undefined && asked.width !== undefined ? asked.height : width / ratio;
  const scale = Math.min(1, widest / width, Math.max(tallest, scope.fontSize) / height);
  width *= scale;
  height *= scale;
  if (!(width > 0.1 && height > 0.1)) return '';
  const args = [
    stringOf(image.path),
    `width: ${points(width)}`,
    `height: ${points(height)}`,
    'fit: "stretch"',
    ...(description === '' ? [] : [`alt: ${stringOf(withoutControls(description))}`]),
  ];
  return `#box(image${array(args).replace(/,\)$/, ')')});`;
}
