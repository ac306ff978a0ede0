import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../engine/contract/facts.ts';
import { warningOfMacros } from '../../../engine/verify/macros.ts';

const document: Facts = { format: 'docm', sizeBytes: 1, reader: 'office-xml', depth: 'structure', features: [] };

describe('macros', () => {
  it('are told of where the target cannot hold them', () => {
    expect(warningOfMacros({ ...document, macros: true }, 'pdf')).toMatchObject({ code: 'feature_dropped' });
    expect(warningOfMacros({ ...document, macros: true }, 'docx')).toMatchObject({ code: 'feature_dropped' });
  });

  it('are not where it can, or where there are none', () => {
    expect(warningOfMacros({ ...document, macros: true }, 'xls')).toBeUndefined();
    expect(warningOfMacros(document, 'pdf')).toBeUndefined();
  });
});
