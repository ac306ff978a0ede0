import { utf8Of, viewOf } from '../../../io/bytes.ts';
import { decodeXml } from '../../../io/xml.ts';
import { openZip } from '../../../io/zip.ts';
import type { Limits } from '../../../contract/limits.ts';
import { isEncryptedOffice } from '../ooxml/package.ts';
import { openCompoundFile } from '../../../io/compound-file.ts';
import { decryptAgile } from './agile.ts';
import { damagedEncryption, encryptedDocument, unknownEncryption } from './errors.ts';
import { decryptOpenDocument } from './open-document.ts';
import { decryptStandard } from './standard.ts';

const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04];
const SIZE_BYTES = 8;

/**
 * An office file without its password; one that has none comes back as it is. Throws `input_encrypted` when there is no
 * password, or another one.
 */
export function decryptOffice(bytes: Uint8Array, password: string | undefined, limits: Limits): Uint8Array {
  if (isEncryptedOffice(bytes)) {
    if (password === undefined) throw encryptedDocument(password);
    return decryptPackage(bytes, password);
  }
  if (!ZIP_MAGIC.every((byte, index) => bytes[index] === byte)) return bytes;
  const zip = openZip(bytes, limits);
  const manifest = zip.find('META-INF/manifest.xml');
  const text = manifest && decodeXml(zip.read(manifest));
  if (!text?.includes('encryption-data')) return bytes;
  if (password === undefined) throw encryptedDocument(password);
  return decryptOpenDocument(zip, text, password, limits);
}

/** A package of ECMA-376 in a compound file ([MS-OFFCRYPTO] 2.3.4.1 to 2.3.4.4). */
function decryptPackage(bytes: Uint8Array, password: string): Uint8Array {
  const file = openCompoundFile(bytes);
  const [info, content] = ['EncryptionInfo', 'EncryptedPackage'].map((name) => file.read(name));
  if (!info || !content || info.byteLength < SIZE_BYTES || content.byteLength < SIZE_BYTES) throw damagedEncryption();
  const size = viewOf(content).getBigUint64(0, true);
  const [major, minor] = [0, 2].map((at) => viewOf(info).getUint16(at, true));
  const decrypted = decrypt(`${major}.${minor}`, info.subarray(SIZE_BYTES), content.subarray(SIZE_BYTES), password);
  return decrypted.subarray(0, Number(size));
}

function decrypt(version: string, header: Uint8Array, content: Uint8Array, password: string): Uint8Array {
  if (version === '4.4') return decryptAgile(utf8Of(header), content, password);
  if (/^[234]\.2$/.test(version)) return decryptStandard(header, content, password);
  throw unknownEncryption(`version ${version}`);
}
