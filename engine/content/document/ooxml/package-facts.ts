import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import type { Feature } from '../../../formats/features.ts';
import type { Limits } from '../../../contract/limits.ts';
import {
  isEmptyImage,
  isEncryptedOffice,
  openOfficePackage,
  readCoreProperties,
  type OfficePackage,
  type Relationship,
} from './package.ts';
import type { FactsOf } from '../facts-of.ts';

interface PackageReader {
  /** Entries that are images of the document. */
  readonly media: RegExp;
  readonly read: (parts: OfficePackage, context: RunContext, request: InspectRequest) => FactsOf;
  /** What files of this kind have, whatever is in them. */
  readonly always?: readonly Feature[];
}

/** Where Office keeps the project of a document's macros ([MS-OFFMACRO2] 2.2.1). */
const MACRO_PROJECT = /(?:^|\/)vbaProject\.bin$/i;

/** Reads a package of ECMA-376: encryption and macros are the same in all of them. */
export function inspectPackage(
  bytes: Uint8Array,
  request: InspectRequest,
  context: RunContext,
  { media, read, always = ['text', 'structure', 'look', 'pages'] }: PackageReader,
): FactsOf {
  if (isEncryptedOffice(bytes)) return { depth: 'structure', features: [], encrypted: true };
  const parts = openOfficePackage(bytes, context.limits);
  const names = parts.zip.entries.map(({ name }) => name);
  const macros = names.some((name) => MACRO_PROJECT.test(name)) ? ({ macros: true } as const) : {};
  if (request.effort === 'probe') {
    const hasMedia = names.some((name) => media.test(name));
    return { depth: 'structure', features: [...always, ...(hasMedia ? (['figures'] as const) : [])], ...macros };
  }
  return { ...read(withoutEmptyImages(parts), context, request), ...macros };
}

/** An image that could not be written is a reference to nothing, which shows nothing. */
function withoutEmptyImages(parts: OfficePackage): OfficePackage {
  const relationshipsOf = (part: string): readonly Relationship[] =>
    parts.relationshipsOf(part).filter((relationship) => !isEmptyImage(parts, relationship));
  return { ...parts, relationshipsOf };
}

export function hasCoreProperties(parts: OfficePackage, limits: Limits): boolean {
  return Object.keys(readCoreProperties(parts, limits.nesting)).length > 0;
}
