import type { Declarations } from '../../../content/document/css/declarations.ts';
import { formulaOf } from '../formulas/formula.ts';
import { breakable, call, stringOf, withoutControls } from '../markup.ts';
import { styledBlock } from './boxes.ts';
import {
  attribute,
  childrenOf,
  elementsOf,
  isElement,
  isText,
  type DomElement,
  type DomNode,
} from '../../../content/document/html/dom.ts';
import { inlineOf, Run } from './inline.ts';
import { listOf, termsOf } from './lists.ts';
import { columnsOf } from './columns.ts';
import type { Page } from './page.ts';
import { inBox, MAX_BOXES, within, type Scope } from './scope.ts';
import { tableOf } from './tables.ts';
import { fontList } from '../style.ts';
import { alignmentOf, styledRun } from './text-style.ts';

const BLOCKS = new Set(
  'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup p plaintext pre search section summary table caption tbody td tfoot th thead tr ul xmp'.split(
    ' ',
  ),
);
const HEADING = /^h([1-6])$/;
/** What a heading's style says of its letters; the rest is said of its block. */
const OF_TEXT = /^(?:font|color|letter|text-(?:decoration|transform)|vertical)/;
/** Letters of a line of code that are shown before it is broken. */
const LONGEST_CODE_WORD = 60;
/** Points. */
const QUOTE_INDENT = 14;
/** Of the size of the text. */
const CLOSE = '0.68em';

interface Block {
  readonly markup: string;
  /** Text that is in its container without a paragraph of its own. */
  readonly isText: boolean;
}

/** The markup of what is in a container: blocks, and the lines of text between them. */
export function flowOf(nodes: readonly DomNode[], scope: Scope, page: Page): string {
  page.checkDepth(scope);
  page.context.signal.throwIfAborted();
  const blocks = blocksOf(nodes, scope, page);
  const isTextAlone = blocks.every(({ isText }) => isText);
  if (isTextAlone) return blocks.map(({ markup }) => markup).join('');
  return blocks
    .map(({ markup, isText }, index) => {
      if (!isText) return `${markup}\n\n`;
      // A list that follows its text at once is close to it.
      const next = blocks[index + 1];
      const isAttached = next !== undefined && /^#(?:list|enum)\(/.test(next.markup);
      return isAttached ? `${markup}\n` : `${call('par', [`spacing: ${CLOSE}`], markup)}\n\n`;
    })
    .join('');
}

function blocksOf(nodes: readonly DomNode[], scope: Scope, page: Page): Block[] {
  const blocks: Block[] = [];
  let line: DomNode[] = [];
  const endLine = (): void => {
    const run = new Run();
    const markup = inlineOf(line, scope, run, page);
    if (run.isVisible || markup.includes('<to-')) blocks.push({ markup, isText: true });
    line = [];
  };
  for (const node of nodes) {
    if (isElement(node) && isBlock(node, page)) {
      endLine();
      const markup = blockOf(node, scope, page);
      if (markup !== '') blocks.push({ markup, isText: false });
    } else line.push(node);
  }
  endLine();
  return blocks;
}

/** Elements that hold blocks are blocks themselves, whatever they are. */
function isBlock(element: DomElement, page: Page): boolean {
  const known = blockness.get(element);
  if (known !== undefined) return known;
  const answer = judgeBlock(element, page);
  blockness.set(element, answer);
  return answer;
}

const blockness = new WeakMap<DomElement, boolean>();
const FORMULAS = new Set(['math', 'athanor-math']);
const NEVER_BLOCKS = new Set(['svg', 'athanor-footnote', 'button', 'select', 'ruby']);

function judgeBlock(element: DomElement, page: Page): boolean {
  if (FORMULAS.has(element.localName)) return attribute(element, 'display') === 'block';
  if (NEVER_BLOCKS.has(element.localName)) return false;
  const display = page.styleOf(element).get('display');
  if (display === 'none') return false;
  if (display !== undefined && /^(?:inline|contents)/.test(display) && display !== 'inline-table') {
    return display !== 'inline' && display !== 'contents'
      ? elementsOf(element).some((child) => child.localName === 'table')
      : elementsOf(element).some((child) => isBlock(child, page));
  }
  if (display !== undefined && /^(?:block|flex|grid|table|list-item|flow-root|inline-table)/.test(display)) return true;
  return BLOCKS.has(element.localName) || elementsOf(element).some((child) => isBlock(child, page));
}

function blockOf(element: DomElement, scope: Scope, page: Page): string {
  const style = page.styleOf(element);
  if (!page.isShown(element, style)) return '';
  const label = page.labelOf(element);
  const markup = elementOf(element, style, scope, page);
  return label === '' ? markup : `${label}${markup}`;
}

function elementOf(element: DomElement, style: Declarations, scope: Scope, page: Page): string {
  const name = element.localName;
  const flow = (inner: Scope): string => flowOf(childrenOf(element), inner, page);
  const level = HEADING.exec(name)?.[1];
  if (level !== undefined) return headingOf(element, Number(level), style, scope, page);
  switch (name) {
    case 'p':
      return paragraphOf(element, style, scope, page);
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return styledBlock(style, scope, (inner) => listOf(element, inner, page, flowOf));
    case 'dl':
      return styledBlock(style, scope, (inner) => termsOf(element, inner, page, flowOf));
    case 'table':
      return tableOf(element, style, scope, page, flowOf);
    case 'pre':
    case 'listing':
    case 'xmp':
      return codeBlockOf(element, style, scope, page);
    case 'blockquote':
      if (scope.boxes >= MAX_BOXES) return flow(scope);
      return styledBlock(style, scope, (inner) =>
        wrapped('quote', ['block: true'], flow(inBox(inner, inner.width - QUOTE_INDENT))),
      );
    case 'math':
    case 'athanor-math':
      return formulaOf(element);
    case 'hr':
      return styledBlock(style, scope, () => '#line(length: 100%, stroke: 0.5pt + luma(190));');
    case 'figure':
      return styledBlock(style, scope, (inner) => wrapped('align', [alignmentOf(style) ?? 'center'], flow(inner)));
    case 'figcaption':
    case 'caption':
      return styledBlock(style, scope, (inner) => wrapped('text', ['size: 0.9em', 'fill: luma(80)'], flow(inner)));
    case 'summary':
      return styledBlock(style, scope, (inner) => wrapped('strong', [], flow(inner)));
    case 'a': {
      const destination = scope.inLink ? undefined : page.destinationOf(element);
      const markup = styledBlock(style, scope, (inner) =>
        flow(destination === undefined ? inner : { ...inner, inLink: true }),
      );
      return destination === undefined ? markup : wrapped('link', [destination], markup);
    }
    default:
      return styledBlock(style, scope, columnsOf(element, style, page, flowOf) ?? flow);
  }
}

function wrapped(name: string, args: readonly string[], content: string): string {
  return content === '' ? '' : call(name, args, content);
}

function paragraphOf(element: DomElement, style: Declarations, scope: Scope, page: Page): string {
  return styledBlock(style, scope, (inner) => {
    const nodes = childrenOf(element);
    const run = new Run();
    if (nodes.some((node) => isElement(node) && isBlock(node, page))) return flowOf(nodes, inner, page);
    const markup = inlineOf(nodes, inner, run, page);
    return run.isVisible || markup.includes('<to-') ? call('par', [], markup) : '';
  });
}

function headingOf(element: DomElement, level: number, style: Declarations, scope: Scope, page: Page): string {
  const ofText = new Map([...style].filter(([property]) => OF_TEXT.test(property)));
  const run = new Run();
  const markup = inlineOf(childrenOf(element), within(scope, style), run, page);
  if (!run.isVisible) return '';
  const heading = call('heading', [`level: ${level}`], styledRun(ofText, scope, markup));
  const around = new Map([...style].filter(([property]) => !OF_TEXT.test(property)));
  return styledBlock(around, scope, () => heading, { sticky: true });
}

function codeBlockOf(element: DomElement, style: Declarations, scope: Scope, page: Page): string {
  const [code, ...others] = childrenOf(element).filter(
    (node) => !isText(node) || (node.textContent ?? '').trim() !== '',
  );
  const isPlain = (node: DomNode): boolean => childrenOf(node).every(isText);
  const single = others.length === 0 && code && isElement(code) && code.localName === 'code' ? code : element;
  if (isPlain(single)) {
    const text = withoutControls(element.textContent ?? '')
      .replaceAll('\r', '')
      .replace(/^\n|\s+$/g, '')
      .replaceAll('\t', '    ');
    if (text === '') return '';
    const language = languageOf(single) ?? languageOf(element);
    const args = ['block: true', ...(language === undefined ? [] : [`lang: ${stringOf(language)}`])];
    const longest = Math.min(LONGEST_CODE_WORD, Math.floor(scope.width / (scope.fontSize * 0.56)));
    return styledBlock(style, scope, () => call('raw', [...args, stringOf(breakable(text, longest))]));
  }
  return styledBlock(style, scope, (inner) => {
    const run = new Run();
    const markup = inlineOf(childrenOf(element), { ...inBox(inner, inner.width - 16), preformatted: true }, run, page);
    if (!run.isVisible) return '';
    const font = `#set text(font: ${fontList('Cousine')}, size: 0.9em);#set par(leading: 0.55em);`;
    const fill = style.has('background-color') ? 'none' : 'luma(246)'; // its own is drawn around it
    return call(
      'block',
      ['width: 100%', `fill: ${fill}`, 'inset: (x: 0.8em, y: 0.75em)', 'radius: 3pt'],
      font + markup,
    );
  });
}

/** The language of a code block, as Markdown writers and highlighters name it. */
function languageOf(element: DomElement): string | undefined {
  const name = /(?:^|\s)(?:language|lang|sourceCode|highlight-source)[-\s]([\w+#-]+)/.exec(
    attribute(element, 'class') ?? '',
  )?.[1];
  return name?.toLowerCase();
}
