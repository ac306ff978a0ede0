import type { ConversionOutcome, NewConversion, NewKey } from '../../server/stores/store.ts';
import { ACCEPTED } from '../support/report.ts';

export const PERIOD = '2026-11';
export const NOW = Date.UTC(2026, 10, 21);

export const OUTCOME: ConversionOutcome = {
  resultName: 'c1.docx',
  downloadName: 'Report.docx',
  mimeType: 'application/x-docx',
  outputBytes: 20,
  outputSha256: 'b'.repeat(64),
  durationMs: 12,
  finishedAt: NOW + 1000,
  expiresAt: NOW + 3_600_000,
  detail: {
    route: [{ codec: 'pdf-docx', from: 'pdf', to: 'docx' }],
    report: { ...ACCEPTED, score: 97, lost: ['vector'] },
    warnings: [{ code: 'font_substituted', message: 'Café → “Carlito”' }],
  },
};

export function conversion(id: string, changes: Partial<NewConversion> = {}): NewConversion {
  return {
    ...{
      id,
      accountId: 'a',
      keyId: undefined,
      origin: 'api',
      period: PERIOD,
      sourceFormat: 'pdf',
      targetFormat: 'docx',
    },
    ...{ inputBytes: 10, inputSha256: 'a'.repeat(64), createdAt: NOW, processId: 'dead', predictedMs: 100 },
    ...changes,
  };
}

export function key(id: string, changes: Partial<NewKey> = {}): NewKey {
  return {
    id,
    accountId: 'a',
    name: `key ${id}`,
    prefix: 'ath_live_abc',
    hash: `hash of ${id}`,
    createdAt: NOW,
    ...changes,
  };
}
