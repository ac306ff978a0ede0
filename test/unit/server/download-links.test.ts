import { describe, expect, it } from 'vitest';
import { createDownloadLinks } from '../../../server/services/download-links.ts';

const NOW = 1_800_000_000_000;

function queryOf(link: string): { name: string; query: Record<string, string> } {
  const url = new URL(link, 'http://localhost');
  return { name: url.pathname.slice('/d/'.length), query: Object.fromEntries(url.searchParams) };
}

describe('download links', () => {
  it('are good until their second, and expired after it', () => {
    let now = NOW;
    const links = createDownloadLinks(['a'.repeat(32)], () => now);
    const { name, query } = queryOf(links.sign('id.docx', NOW + 3_600_999));
    expect(query.e).toBe(String((NOW + 3_600_000) / 1000));
    now = NOW + 3_600_000;
    links.verify(name, query);
    now += 1;
    expect(() => links.verify(name, query)).toThrow(expect.objectContaining({ code: 'download_expired', status: 410 }));
  });

  it('that are forged are told apart from expired ones only when the signature is right', () => {
    const links = createDownloadLinks(['a'.repeat(32)], () => NOW);
    const { name, query } = queryOf(links.sign('id.docx', NOW - 10_000));
    expect(() => links.verify(name, { ...query, s: 'x' })).toThrow(
      expect.objectContaining({ code: 'invalid_signature' }),
    );
  });

  it('outlive a change of the secret, until the old one is dropped', () => {
    const [old, fresh] = ['o'.repeat(32), 'f'.repeat(32)];
    const { name, query } = queryOf(createDownloadLinks([old], () => NOW).sign('id.docx', NOW + 1000));
    const both = createDownloadLinks([fresh, old], () => NOW);
    both.verify(name, query);
    expect(queryOf(both.sign('id.docx', NOW)).query.k).not.toBe(query.k);
    expect(() => createDownloadLinks([fresh], () => NOW).verify(name, query)).toThrow(
      expect.objectContaining({ code: 'invalid_signature' }),
    );
  });

  it('say nothing about the secret', () => {
    const secret = 'very secret indeed, and 32 long!';
    expect(createDownloadLinks([secret], () => NOW).sign('id.docx', NOW)).not.toContain('secret');
  });
});
