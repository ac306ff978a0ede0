import { describe, expect, it } from 'vitest';
import { WARNING_CODES } from '../../../engine/contract/codec.ts';
import { DIFFERENCE_KINDS, PLACE_NAMES } from '../../../engine/contract/differences.ts';
import { ERRORS } from '../../../server/errors.ts';
import ar from '../../../server/web/src/catalogues/service/ar.json' with { type: 'json' };
import de from '../../../server/web/src/catalogues/service/de.json' with { type: 'json' };
import es from '../../../server/web/src/catalogues/service/es.json' with { type: 'json' };
import fr from '../../../server/web/src/catalogues/service/fr.json' with { type: 'json' };
import zh from '../../../server/web/src/catalogues/service/zh.json' with { type: 'json' };

const CATALOGUES: [string, Readonly<Record<string, string>>][] = [
  ['de', de],
  ['fr', fr],
  ['es', es],
  ['zh', zh],
  ['ar', ar],
];

const CODES = [
  ...Object.keys(ERRORS).map((code) => `error.${code}`),
  ...WARNING_CODES.map((code) => `warning.${code}`),
  ...DIFFERENCE_KINDS.map((kind) => `difference.${kind}`),
  ...PLACE_NAMES.map((name) => `place.${name}`),
  ...['said.at', 'said.plain', 'said.expected', 'said.found', 'said.consent', 'said.exact'],
];

describe.each(CATALOGUES)('what the service says, in %s', (language, texts) => {
  const general = Object.keys(texts).filter((key) => !key.endsWith('.with'));

  it('has a text for every code, and for nothing else', () => {
    expect(CODES.length).toBeGreaterThan(200);
    expect(general.toSorted()).toEqual(CODES.toSorted());
    const exact = Object.keys(texts).filter((key) => key.endsWith('.with'));
    expect(exact.filter((key) => !general.includes(key.replace(/\.with$/, '')))).toEqual([]);
  });

  it('needs no details but where it has a text without', () => {
    for (const [key, text] of Object.entries(texts)) {
      const placeholders = text.match(/\{\w+\}/g) ?? [];
      if (/^(error|warning|difference)\./.test(key)) expect(placeholders.length > 0, key).toBe(key.endsWith('.with'));
      expect(placeholders.toSorted(), key).toEqual(
        ((de as Record<string, string>)[key]!.match(/\{\w+\}/g) ?? []).toSorted(),
      );
    }
  });

  it('is in its own language', () => {
    const letters = language === 'ar' ? /\p{Script=Arabic}/u : language === 'zh' ? /\p{Script=Han}/u : /\p{L}/u;
    const foreign = Object.entries(texts).filter(
      ([key, text]) => key !== 'place.entry' && !key.startsWith('said.') && !letters.test(text),
    );
    expect(foreign).toEqual([]);
    if (language !== 'de')
      expect(
        Object.entries(texts).filter(
          ([key, text]) => key.startsWith('error.') && text === (de as Record<string, string>)[key],
        ),
      ).toEqual([]);
  });
});
