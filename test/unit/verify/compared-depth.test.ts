import { expect, it } from 'vitest';
import type { Facts } from '../../../engine/contract/facts.ts';
import { difference } from '../../../engine/contract/differences.ts';
import { comparedDepth } from '../../../engine/verify/compare.ts';
import { collectFindings, NO_FINDINGS } from '../../../engine/verify/findings.ts';

const facts = (depth: Facts['depth']): Facts => ({ format: 'docx', sizeBytes: 1, reader: 'r', depth, features: [] });
const found = collectFindings([difference('text_added')]);
const checked = collectFindings([{ name: 'pages', ok: true, expected: 1, found: 1 }]);

it.each([
  ['as far as both were inspected', found, facts('content'), [facts('content')], 'content'],
  ['by a check alone', checked, facts('content'), [facts('content')], 'content'],
  ['no further than the source', checked, facts('structure'), [facts('content')], 'structure'],
  [
    'no further than the shallowest output',
    checked,
    facts('content'),
    [facts('content'), facts('signature')],
    'signature',
  ],
  [
    'not where nothing of the contents could be compared',
    NO_FINDINGS,
    facts('content'),
    [facts('content')],
    'structure',
  ],
] as const)('a comparison reaches %s', (_, findings, source, outputs, depth) => {
  expect(comparedDepth(findings, source, outputs)).toBe(depth);
});
