import { ConversionError } from '../../../contract/errors.ts';
import { bytesOfBase64, equalBytes, latin1Of, utf8Bytes } from '../../../io/bytes.ts';
import { hashBytes, type HashAlgorithm } from '../../../io/hash.ts';
import { corruptArchive } from '../errors.ts';
import type { RawEntry } from '../model.ts';
import { derHex, derText, derTime, identifierOf, octetsOf, partsOf, readDer, TAG, type DerValue } from './der.ts';

/* Cryptographic Message Syntax (RFC 5652): what S/MIME and files that end in .p7m and .p7s are. */

const SIGNED = '1.2.840.113549.1.7.2';
const OTHER_KINDS: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.7.3': 'encrypted',
  '1.2.840.113549.1.9.16.1.23': 'encrypted',
};
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_TIME = '1.2.840.113549.1.9.5';
const DIGESTS: Readonly<Record<string, HashAlgorithm>> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
/** Parts of names, as they are abbreviated (RFC 4514, 3). */
const NAME_PARTS: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '1.2.840.113549.1.9.1': 'emailAddress',
};
const PEM = /-----BEGIN (?:PKCS7|CMS)-----([\s\S]*?)-----END/;
/** A message begins with lines of a name, a colon and what it says. */
const MESSAGE = /^(?:[\w-]+: [^\r\n]*\r?\n)+/;

/** Who signed, as the file says it. */
interface Signer {
  readonly name: string | undefined;
  readonly issuer: string;
  readonly serialNumber: string;
  readonly signedAt: string | undefined;
  readonly digest: string;
  /** What is signed has the hash that was signed; undefined where it is not in the file, or the hash is not known. */
  readonly isContentUnchanged: boolean | undefined;
}

/**
 * What is signed, the certificates, and who signed, of a signed file or message. Whether a certificate is to be trusted,
 * and whether its key made the signature, is not judged. Throws `input_encrypted` for what is encrypted, and
 * `input_corrupt` where the content is not what was signed.
 */
export function readSigned(bytes: Uint8Array, fileName: string): RawEntry[] {
  const [kind, body] = partsOf(readDer(unarmoured(bytes)));
  if (!kind || kind.tag !== TAG.object) throw corruptArchive('it is no signed file');
  const identifier = identifierOf(kind);
  if (identifier !== SIGNED) throw otherKind(identifier);
  const data = body && partsOf(body)[0];
  const [version, , encapsulated, ...rest] = data ? partsOf(data) : [];
  if (version?.tag !== TAG.integer || !encapsulated) throw corruptArchive('what is signed is missing');
  const inside = partsOf(encapsulated)[1];
  const wrapped = inside && partsOf(inside)[0];
  const content = wrapped && octetsOf(wrapped);
  const certificates = rest.filter(({ tag }) => tag === TAG.context0).flatMap(partsOf);
  const signerInfos = rest.filter(({ tag }) => tag === TAG.set).flatMap(partsOf);
  const names = namesBySerial(certificates);
  const signers = signerInfos.map((info) => readSigner(info, content, names));
  if (signers.some(({ isContentUnchanged }) => isContentUnchanged === false))
    throw corruptArchive('its content is not what was signed');
  return [
    ...(content ? [fileOf(nameOf(content, fileName), content)] : []),
    ...certificates.map(({ whole }, index) => fileOf(`certificate-${index + 1}.cer`, whole)),
    fileOf('signature.json', utf8Bytes(`${JSON.stringify({ signers }, null, 2)}\n`)),
  ];
}

function unarmoured(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === TAG.sequence) return bytes;
  const text = latin1Of(bytes);
  const body = PEM.exec(text)?.[1] ?? text;
  return bytesOfBase64(body);
}

function otherKind(identifier: string): ConversionError {
  if (OTHER_KINDS[identifier] === undefined) return corruptArchive(`it is not signed (kind ${identifier})`);
  return new ConversionError({
    code: 'input_encrypted',
    message: 'The message is encrypted for the key of its receiver. Open it in a mail program and save what is in it.',
  });
}

function readSigner(info: DerValue, content: Uint8Array | undefined, names: ReadonlyMap<string, string>): Signer {
  const [, who, digestAlgorithm, ...rest] = partsOf(info);
  if (!who || !digestAlgorithm) throw corruptArchive('it does not say who signed');
  // By the issuer and serial number of a certificate, or by the key that it has.
  const [issuer, serial] = who.tag === TAG.sequence ? partsOf(who) : [];
  const serialNumber = serial ? derHex(serial) : '';
  const digestIdentifier = identifierOf(partsOf(digestAlgorithm)[0] ?? digestAlgorithm);
  const algorithm = DIGESTS[digestIdentifier];
  const attributes = new Map(
    rest
      .filter(({ tag }) => tag === TAG.context0)
      .flatMap(partsOf)
      .map((attribute) => {
        const [type, values] = partsOf(attribute);
        return [type ? identifierOf(type) : '', values && partsOf(values)[0]] as const;
      }),
  );
  const signedDigest = attributes.get(MESSAGE_DIGEST);
  const signingTime = attributes.get(SIGNING_TIME);
  const isChecked = content !== undefined && signedDigest !== undefined && algorithm !== undefined;
  return {
    name: names.get(serialNumber) ?? (names.size === 1 ? [...names.values()][0] : undefined),
    issuer: issuer ? nameText(issuer) : '',
    serialNumber,
    signedAt: signingTime && derTime(signingTime),
    digest: algorithm ?? digestIdentifier,
    isContentUnchanged: isChecked ? equalBytes(hashBytes(algorithm, content), signedDigest.content) : undefined,
  };
}

/** Whom each certificate names, by its serial number. */
function namesBySerial(certificates: readonly DerValue[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const certificate of certificates) {
    const [signed] = certificate.tag === TAG.sequence ? partsOf(certificate) : [];
    const fields = signed ? partsOf(signed).filter(({ tag }) => tag !== TAG.context0) : [];
    const [serial, , , , subject] = fields;
    if (serial?.tag === TAG.integer && subject?.tag === TAG.sequence) names.set(derHex(serial), nameText(subject));
  }
  return names;
}

function nameText(name: DerValue): string {
  return partsOf(name)
    .flatMap(partsOf)
    .map((part) => {
      const [type, value] = partsOf(part);
      const identifier = type ? identifierOf(type) : '';
      return `${NAME_PARTS[identifier] ?? identifier}=${value ? derText(value) : ''}`;
    })
    .join(', ');
}

/** `invoice.xml.p7m` holds `invoice.xml`; what has no such name is a message, or a file without a kind. */
function nameOf(content: Uint8Array, fileName: string): string {
  const stem = fileName.replace(/\.p7[ms]$/i, '') || 'content';
  if (stem.includes('.')) return stem;
  return MESSAGE.test(latin1Of(content, 0, 4096)) ? `${stem}.eml` : stem;
}

function fileOf(path: string, content: Uint8Array): RawEntry {
  return { path, kind: 'file', sizeBytes: content.byteLength, content: () => content };
}
