import { FORMATS, type FormatId } from '../index.ts';
import { hasMarker } from './byte-fields.ts';
import { found, type Detector, type Finding } from './finding.ts';

/** Bytes of a format's row as they are looked for. */
interface Signature {
  readonly markers: readonly { readonly at: number; readonly bytes: string }[];
  readonly finding: Finding;
}

/** Of several that are in a file the longest: GeoPackage is a database with a mark of its own behind that of SQLite. */
const SIGNATURES: readonly Signature[] = [...FORMATS.values()]
  .flatMap(({ id, magic = [] }) =>
    magic.map((entry): Signature => {
      const { at = 0, bytes, and, confidence, orNamed = [] } = typeof entry === 'string' ? { bytes: entry } : entry;
      const markers = [{ at, bytes }, ...(and ? [and] : [])];
      return { markers, finding: found(id, confidence, orNamed as readonly FormatId[]) };
    }),
  )
  .toSorted((a, b) => lengthOf(b) - lengthOf(a));

function lengthOf({ markers }: Signature): number {
  return markers.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** Prose does not begin with so many bytes of a signature by chance. */
const SURE_BYTES = 8;

/** Signatures that are read whether or not the rest of the file looks like text. */
export const detectSignature: Detector = async ({ head }) => signatureIn(head)?.finding;

/** The same for a file whose bytes could be text that is no known kind of text. */
export const detectLongSignature: Detector = async ({ head }) => {
  const signature = signatureIn(head);
  return signature && lengthOf(signature) >= SURE_BYTES ? signature.finding : undefined;
};

function signatureIn(head: Uint8Array): Signature | undefined {
  return SIGNATURES.find(({ markers }) => markers.every(({ at, bytes }) => hasMarker(head, bytes, at)));
}
