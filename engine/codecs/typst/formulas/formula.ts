import { attribute, elementsOf, type DomElement } from '../../../content/document/html/dom.ts';
import { call, stringOf, withoutControls } from '../markup.ts';
import { texOfMathMl } from './mathml.ts';
import { typstOfTex } from './tex.ts';

/** Formulas longer than this are no formulas. */
const MAX_CHARS = 10_000;

/** A formula of a page in Typst's language; as it stands in the page where it is not understood. */
export function formulaOf(element: DomElement): string {
  const isMathMl = element.localName === 'math';
  const tex = (isMathMl ? (annotationOf(element) ?? texOfMathMl(element)) : (element.textContent ?? '')).trim();
  const formula = tex.length > MAX_CHARS ? undefined : typstOfTex(tex);
  const isBlock = attribute(element, 'display') === 'block';
  if (formula === undefined || formula === '')
    return call('raw', [stringOf(withoutControls(tex).replace(/\s+/g, ' '))]);
  return isBlock ? `$ ${formula} $` : `$${formula}$`;
}

/** Many programs write the TeX from which they made the formula beside it. */
function annotationOf(math: DomElement): string | undefined {
  const [semantics] = elementsOf(math).filter(({ localName }) => localName === 'semantics');
  const annotation = (semantics ? elementsOf(semantics) : []).find(
    (child) => child.localName === 'annotation' && /tex/i.test(attribute(child, 'encoding') ?? ''),
  );
  return annotation?.textContent ?? undefined;
}
