import { describe, expect, it } from 'vitest';
import { repeatable } from '../../../engine/codecs/libreoffice/repeatable.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { openZip, writeZip } from '../../../engine/io/zip.ts';

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const at = (time: string): number => new Date(time).getTime();
const INTERVAL = { beganMs: at('2026-11-29T12:59:58'), endedMs: at('2026-11-29T13:01:04') };
const clean = (bytes: Uint8Array): Buffer => Buffer.from(repeatable(new Uint8Array(bytes), INTERVAL, DEFAULT_LIMITS));

/** A package with the time of 2026 in both headers of each of its parts. */
function packageOf(parts: Readonly<Record<string, string>>): Buffer {
  const zip = Buffer.from(
    writeZip(Object.entries(parts).map(([name, text], index) => ({ name, bytes: utf8(text), stored: index === 0 }))),
  );
  for (let at = 0; (at = zip.indexOf('PK\u0003\u0004', at)) >= 0; at++) zip.writeUInt32LE(0x5d7d6789, at + 10);
  for (let at = 0; (at = zip.indexOf('PK\u0001\u0002', at)) >= 0; at++) zip.writeUInt32LE(0x5d7d6789, at + 12);
  return zip;
}

function partsOf(bytes: Uint8Array): Record<string, string> {
  const zip = openZip(bytes, DEFAULT_LIMITS);
  return Object.fromEntries(zip.entries.map((entry) => [entry.name, Buffer.from(zip.read(entry)).toString()]));
}

describe('a package that LibreOffice has written', () => {
  it('has no times, and is the same otherwise', () => {
    const parts = { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<a xml:id="list7"/>' };
    const source = packageOf(parts);
    const result = clean(source);
    expect(result.byteLength).toBe(source.byteLength);
    expect(result).toEqual(
      Buffer.from(
        writeZip(
          [...openZip(source, DEFAULT_LIMITS).entries].map(({ name }) => ({
            name,
            bytes: utf8(parts[name as keyof typeof parts]),
            stored: name === 'mimetype',
          })),
        ),
      ),
    );
  });

  it('has identifiers in their order, the same one the same, and its first part as it is', () => {
    const list =
      '<l xml:id="list125414673229341"/><l text:continue-list="list125414673229341"/><l xml:id="list99999999999"/>';
    const field = '<a:fld id="{FC9264C9-F17A-43DD-923B-F613B88D2513}" type="slidenum"/>';
    const settings =
      '<i config:name="Rsid" config:type="int">808818</i><i config:name="Zoom" config:type="int">100</i>';
    const source = { mimetype: 'x', 'Object 1/content.xml': list, 'settings.xml': settings, 'ppt/slides/a.xml': field };
    const result = clean(packageOf(source));
    expect(partsOf(result)).toEqual({
      mimetype: 'x',
      'Object 1/content.xml': '<l xml:id="list1"/><l text:continue-list="list1"/><l xml:id="list2"/>',
      'settings.xml': settings.replace('808818', '0'),
      'ppt/slides/a.xml': '<a:fld id="{00000000-0000-4000-8000-000000000001}" type="slidenum"/>',
    });
    expect(openZip(result, DEFAULT_LIMITS).entries[0]).toMatchObject({ name: 'mimetype', method: 0 });
  });

  it('has no dates of its conversion, and all others', () => {
    const dated = (...dates: string[]): string => dates.map((date) => `<dc:date>${date}</dc:date>`).join('');
    const kept = ['2026-11-29T12:58:59', '2026-11-29T13:02:00', '2024-02-29T13:00:00'];
    const own = ['2026-11-29T12:59:00', '2026-11-29T13:00:30.5', '2026-11-29T13:01:00'];
    const result = clean(packageOf({ mimetype: 'x', 'content.xml': dated(...kept, ...own) }));
    expect(partsOf(result)['content.xml']).toBe(dated(...kept));
  });

  it('has the format of a level before its style, as the standard of Word documents has it', () => {
    const level = (...parts: string[]): string => `<w:lvl w:ilvl="0"><w:start w:val="1"/>${parts.join('')}</w:lvl>`;
    const [style, decimal, none] = [
      '<w:pStyle w:val="Heading1"/>',
      '<w:numFmt w:val="decimal"/>',
      '<w:numFmt w:val="none"/>',
    ];
    const written = level(style, decimal) + level(none) + level(style, none);
    const result = clean(packageOf({ mimetype: 'x', 'word/numbering.xml': written }));
    expect(partsOf(result)['word/numbering.xml']).toBe(level(decimal, style) + level(none) + level(none, style));
  });

  it('is one text as well', () => {
    const text = '<?xml version="1.0"?><l xml:id="list125414673229341"/>höher';
    expect(clean(utf8(text)).toString()).toBe('<?xml version="1.0"?><l xml:id="list1"/>höher');
  });
});

describe('a PDF that LibreOffice has written', () => {
  const pdf = (date: string, id: string, more = ''): Uint8Array =>
    utf8(
      `%PDF-1.7\n<</Producer(x)\n/CreationDate(D:${date}Z')>>\n<xmp:CreateDate>${date}</xmp:CreateDate>\n` +
        `trailer\n<</Size 3${more}/ID [ <${id}>\n<${id}> ]\n/DocChecksum /${id}\n>>\nstartxref`,
    );
  const [one, other] = ['0123456789ABCDEF0123456789ABCDEF', 'FEDCBA9876543210FEDCBA9876543210'];

  it('says nothing of the time, and has the identifier of its content', () => {
    const [first, second] = [clean(pdf('20261129125129', one)), clean(pdf('20261130000000', other))];
    expect(first).toEqual(second);
    expect(first.toString()).not.toMatch(/2026|CreationDate|0{32}/);
    expect(clean(utf8(Buffer.from(pdf('20261129125129', one)).toString().replace('(x)', '(y)')))).not.toEqual(first);
  });

  it('stays what it is when its identifier is part of its key', () => {
    const encrypted = pdf('20261129125129', one, '/Encrypt 2 0 R');
    expect(clean(encrypted)).toEqual(Buffer.from(encrypted));
  });
});
