import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSigned } from '../../../../../engine/content/archive/signed/reader.ts';

const sampleOf = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`../../../../../corpus/sources/p7m/${name}`, import.meta.url)));
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const filesOf = (bytes: Uint8Array, name: string): Record<string, string> =>
  Object.fromEntries(readSigned(bytes, name).map(({ path, content }) => [path, textOf(content!())]));

describe('a signed file', () => {
  const statement = sampleOf('statement.csv.p7m');

  it('holds what is signed under its own name, the certificate, and who signed', () => {
    const files = filesOf(statement, 'statement.csv.p7m');
    expect(Object.keys(files)).toEqual(['statement.csv', 'certificate-1.cer', 'signature.json']);
    expect(files['statement.csv']).toBe('day,amount\n2024-02-29,12.50\n2024-03-01,-3\n');
    expect(JSON.parse(files['signature.json']!)).toMatchObject({
      signers: [
        {
          name: 'C=IT, O=Athanor, CN=Zoë Signer, emailAddress=zoe@example.org',
          digest: 'sha256',
          isContentUnchanged: true,
        },
      ],
    });
  });

  it('is read in parts of lengths that are not said, and as text', () => {
    const message = filesOf(sampleOf('message-in-parts.p7m'), 'smime.p7m')['smime.eml'];
    expect(message).toContain('The furnace is warm.');
    const armoured = `-----BEGIN PKCS7-----\n${Buffer.from(statement).toString('base64')}\n-----END PKCS7-----\n`;
    expect(filesOf(new TextEncoder().encode(armoured), 'a.txt.p7m')['a.txt']).toContain('day,amount');
  });

  it('is refused where its content was changed, and where it is encrypted', () => {
    const at = Buffer.from(statement).indexOf('12.50');
    const changed = Uint8Array.from(statement);
    changed[at] = 0x39;
    expect(() => readSigned(changed, 'a.csv.p7m')).toThrow(/not what was signed/);
    const kind = Buffer.from(statement).indexOf(
      Buffer.from([0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07]),
    );
    const enveloped = Uint8Array.from(statement);
    enveloped[kind + 10] = 3;
    expect(() => readSigned(enveloped, 'a.csv.p7m')).toThrow(/encrypted for the key/);
  });

  it('ends too early or is damaged wherever it is cut', () => {
    for (let end = 1; end < statement.byteLength; end += 13)
      expect(() => readSigned(statement.subarray(0, end), 'a.p7m')).toThrow(/ends too early|cannot be read/);
    // Values of a length that is not said, each in the next.
    const nested = new Uint8Array(20_000).fill(0x80).map((byte, index) => (index % 2 === 0 ? 0x30 : byte));
    expect(() => readSigned(nested, 'a.p7m')).toThrow(/too deep|too early/);
  });
});
