import { zipSync, type Zippable } from 'fflate';
import { hashBytes, deriveKey, decrypt } from '../../../io/hash.ts';
import { inflateRaw } from '../../../io/compression.ts';
import { bytesOfBase64 } from '../../../io/bytes.ts';
import { decodeXml, scanXml } from '../../../io/xml.ts';
import type { ZipArchive } from '../../../io/zip.ts';
import type { Limits } from '../../../contract/limits.ts';
import { encryptedDocument, unknownEncryption } from './errors.ts';

const MANIFEST = 'META-INF/manifest.xml';
const ENCRYPTION = /<(\w+:)?encryption-data\b.*?<\/\1encryption-data>/gs;
/** Iterations that a document may ask for, over all of its entries: LibreOffice writes 100,000 for each. */
const MOST_ITERATIONS = 20_000_000;
/** The first that a ZIP can hold. */
const ENTRY_DATE = new Date(1980, 0, 1);
const AES_CBC = /aes(128|192|256)-cbc$/;

interface EncryptedEntry {
  readonly name: string;
  readonly sizeBytes: number;
  /** What the elements in `encryption-data` say, by the local names of their attributes. */
  readonly says: ReadonlyMap<string, string>;
}

/** Decrypts an OpenDocument package entry by entry (OASIS ODF 1.3 part 2, section 3.4). Throws `input_encrypted`. */
export function decryptOpenDocument(zip: ZipArchive, manifest: string, password: string, limits: Limits): Uint8Array {
  const entries = readManifest(manifest, limits);
  const iterations = [...entries.values()].reduce((sum, { says }) => sum + Number(says.get('iteration-count')), 0);
  if (!(iterations <= MOST_ITERATIONS)) throw unknownEncryption(`${iterations} iterations`);
  const files: Zippable = {};
  let expanded = 0;
  for (const file of zip.entries.filter(({ isDirectory }) => !isDirectory)) {
    const bytes = zip.read(file);
    const entry = entries.get(file.name);
    const plain = entry ? decryptEntry(bytes, entry, password, limits.expandedBytes - expanded) : bytes;
    expanded += plain.byteLength;
    files[file.name] = file.name === MANIFEST ? withoutEncryption(plain) : plain;
  }
  // Whole at once: LibreOffice refuses stored entries whose size comes after them, as in a ZIP that is streamed.
  return zipSync(files, { level: 0, mtime: ENTRY_DATE });
}

function withoutEncryption(manifest: Uint8Array): Uint8Array {
  return new TextEncoder().encode(decodeXml(manifest).replace(ENCRYPTION, ''));
}

function readManifest(manifest: string, { nesting }: Limits): ReadonlyMap<string, EncryptedEntry> {
  const entries = new Map<string, EncryptedEntry>();
  let file = { name: '', sizeBytes: 0 };
  let says: Map<string, string> | undefined;
  scanXml(
    manifest,
    {
      open(name, attributes) {
        if (name === 'file-entry') {
          file = { name: attributes.get('full-path') ?? '', sizeBytes: Number(attributes.get('size')) };
        }
        if (name === 'encryption-data') {
          says = new Map();
          entries.set(file.name, { ...file, says });
        }
        for (const [attribute, value] of says ? attributes.all() : []) {
          // Two elements have a size of a key: the one of the start key follows from its hash.
          const known = attribute.replace(/^.*:/, '');
          if (known !== 'key-size' || name === 'key-derivation') says!.set(known, value);
        }
      },
      close(name) {
        if (name === 'encryption-data') says = undefined;
      },
      text() {},
    },
    nesting,
    { doctype: 'skip' },
  );
  return entries;
}

function decryptEntry(
  bytes: Uint8Array,
  { sizeBytes, says }: EncryptedEntry,
  password: string,
  most: number,
): Uint8Array {
  const algorithm = says.get('algorithm-name') ?? '';
  const bits = AES_CBC.exec(algorithm)?.[1];
  const derivation = says.get('key-derivation-name') ?? '';
  if (bits === undefined || !derivation.endsWith('PBKDF2'))
    throw unknownEncryption(`${algorithm} ${derivation}`.trim());
  const startHash = says.get('start-key-generation-name')?.endsWith('sha256') ? 'sha256' : 'sha1';
  const key = deriveKey(hashBytes(startHash, password), bytesOfBase64(says.get('salt') ?? ''), {
    iterations: Number(says.get('iteration-count')),
    keyBytes: Number(bits) / 8,
    algorithm: 'sha1',
  });
  const vector = bytesOfBase64(says.get('initialisation-vector') ?? '');
  try {
    // What the padding is filled with is not said (XML Encryption 5.2): its last byte tells its length.
    const padded = decrypt(`aes-${bits}-cbc`, key, vector, bytes);
    const packed = padded.subarray(0, padded.byteLength - (padded.at(-1) ?? 0));
    return inflateRaw(packed, { maxOutputLength: Math.max(1, Math.min(most, sizeBytes)) });
  } catch {
    throw encryptedDocument(password); // with another password, what comes out is noise
  }
}
