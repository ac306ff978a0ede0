import { elementsOf, type DomElement } from '../../../content/document/html/dom.ts';

/** Elements within each other; deeper ones are left out. */
const MAX_DEPTH = 40;
const ACCENTS: Readonly<Record<string, string>> = {
  '¯': 'bar',
  '^': 'hat',
  '~': 'tilde',
  '→': 'vec',
  '˙': 'dot',
  '¨': 'ddot',
};

/** Presentation MathML as TeX: what MathML Core can say about the place of parts (MathML 3, chapter 3). */
export function texOfMathMl(element: DomElement, depth = 0): string {
  if (depth > MAX_DEPTH) return '';
  const children = elementsOf(element);
  const part = (index: number): string => `{${children[index] ? texOfMathMl(children[index], depth + 1) : ''}}`;
  switch (element.localName) {
    case 'mi': {
      const name = textOf(element);
      return [...name].length > 1 ? `\\operatorname{${name}}` : escaped(name);
    }
    case 'mn':
    case 'mo':
      return escaped(textOf(element));
    case 'mtext':
    case 'ms':
      return `\\text{${textOf(element).replace(/[\\{}$]/g, '')}}`;
    case 'mspace':
      return '\\,';
    case 'mfrac':
      return `\\frac${part(0)}${part(1)}`;
    case 'msqrt':
      return `\\sqrt{${joined(children, depth)}}`;
    case 'mroot':
      return `\\sqrt[${part(1)}]${part(0)}`;
    case 'msup':
      return `${part(0)}^${part(1)}`;
    case 'msub':
    case 'munder':
      return `${part(0)}_${part(1)}`;
    case 'mover': {
      const accent = ACCENTS[children[1] ? textOf(children[1]) : ''];
      return accent === undefined ? `${part(0)}^${part(1)}` : `\\${accent}${part(0)}`;
    }
    case 'msubsup':
    case 'munderover':
      return `${part(0)}_${part(1)}^${part(2)}`;
    case 'mfenced':
      return `(${joined(children, depth)})`;
    case 'mtable':
      return `\\begin{matrix}${children
        .map((row) =>
          elementsOf(row)
            .map((cell) => texOfMathMl(cell, depth + 1))
            .join(' & '),
        )
        .join(' \\\\ ')}\\end{matrix}`;
    case 'annotation':
    case 'annotation-xml':
      return '';
    default:
      return children.length === 0 ? escaped(textOf(element)) : joined(children, depth);
  }
}

function joined(children: readonly DomElement[], depth: number): string {
  return children.map((child) => texOfMathMl(child, depth + 1)).join(' ');
}

function textOf(element: DomElement): string {
  return (element.textContent ?? '').replace(/[\u2061-\u2064]/g, '').trim();
}

function escaped(text: string): string {
  return text.replace(/[\\{}$&#%_^~]/g, '\\$&');
}
