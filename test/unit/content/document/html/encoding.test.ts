import { describe, expect, it } from 'vitest';
import { sniffHtmlEncoding } from '../../../../../engine/content/document/html/encoding.ts';

const sniff = (head: string): string | undefined => sniffHtmlEncoding(new TextEncoder().encode(head));

describe('sniffHtmlEncoding', () => {
  it.each([
    ['<meta charset="koi8-r">', 'koi8-r'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=latin1">', 'windows-1252'],
    ['<?xml version="1.0" encoding="ISO-8859-2"?>', 'iso-8859-2'],
    ['<meta charset="x-user-defined">', 'windows-1252'],
    ['<meta charset="no-such-encoding">', undefined],
    ['<p>charset=koi8-r', undefined],
  ])('reads what is declared: %s', (head, encoding) => expect(sniff(head)).toBe(encoding));

  it.each(['unicode', 'utf-16', 'UTF-16BE', 'utf-16le', 'iso-10646-ucs-2'])(
    'takes %s for UTF-8 where bytes are characters',
    (label) => {
      expect(sniff(`<meta charset=${label}>`)).toBe('utf-8');
      expect(sniff(`<?xml version="1.0" encoding="${label}"?>`)).toBe('utf-8');
    },
  );
});
