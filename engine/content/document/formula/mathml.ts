import { ConversionError } from '../../../contract/errors.ts';
import type { FormulaFacts } from '../../../contract/facts.ts';
import { scanXml } from '../../../io/xml.ts';

const NAMESPACE = 'http://www.w3.org/1998/Math/MathML';
/** Elements that hold the characters of a formula; an annotation repeats it in another notation. MathML Core, 3.2. */
export const MATHML_TOKENS: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'mtext', 'ms']);

/** What a formula in MathML says. Throws `input_corrupt` for what is none, or is not well-formed. */
export function readMathml(source: string, maxDepth: number): FormulaFacts {
  const open: string[] = [];
  const tokens: string[] = [];
  let elements = 0;
  let hasEnded = false;
  scanXml(
    source.trim(),
    {
      open(name, attributes) {
        const isRoot = open.length === 0;
        if (isRoot && (hasEnded || name !== 'math' || attributes.get('xmlns') !== NAMESPACE)) throw damaged();
        open.push(name);
        if (MATHML_TOKENS.has(name)) tokens.push('');
        elements++;
      },
      close(name) {
        if (open.pop() !== name) throw damaged();
        hasEnded ||= open.length === 0;
      },
      text(text) {
        if (open.some((name) => MATHML_TOKENS.has(name))) tokens[tokens.length - 1] += text;
        else if (text.trim() !== '' && !open.includes('annotation')) throw damaged();
      },
    },
    maxDepth,
  );
  if (!hasEnded || open.length > 0) throw damaged();
  return { elements, text: tokens.map((token) => token.trim()).join(' ') };
}

function damaged(): ConversionError {
  return new ConversionError({ code: 'input_corrupt', message: 'The file is no formula in well-formed MathML.' });
}
