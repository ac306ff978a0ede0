import { describe, expect, it } from 'vitest';
import { inlinesOf } from '../../../../../engine/content/document/model.ts';
import { paragraphsOf } from '../../../../../engine/content/document/pptx/drawing-text.ts';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { childAt, parseXmlTree } from '../../../../../engine/io/xml-tree.ts';

const read = (paragraphs: string) => {
  const source = `<a:txBody xmlns:a="a" xmlns:a14="a14" xmlns:m="m">${paragraphs}</a:txBody>`;
  const body = childAt(parseXmlTree(source, DEFAULT_LIMITS), 'txBody');
  return paragraphsOf(body, { linkOf: () => undefined, isList: false }).map((block) => inlinesOf(block));
};
const run = (text: string): string => `<a:r><a:t>${text}</a:t></a:r>`;
const letter = (text: string): string => `<m:r><m:rPr/><m:t>${text}</m:t></m:r>`;

describe('text of slides', () => {
  it('has equations between its words, and by themselves', () => {
    const fraction = `<m:f><m:num>${letter('1')}</m:num><m:den>${letter('n')}</m:den></m:f>`;
    const inLine = `<a14:m><m:oMath>${letter('p')}${letter('=')}${fraction}</m:oMath></a14:m>`;
    const alone = `<a14:m><m:oMathPara><m:oMathParaPr/><m:oMath>${letter('q')}</m:oMath></m:oMathPara></a14:m>`;
    expect(read(`<a:p>${run('where ')}${inLine}${run(' holds')}</a:p><a:p>${alone}</a:p>`)).toMatchObject([
      [{ text: 'where ' }, { kind: 'formula', text: 'p = 1 n' }, { text: ' holds' }],
      [{ kind: 'formula', text: 'q', isDisplay: true }],
    ]);
  });
});
