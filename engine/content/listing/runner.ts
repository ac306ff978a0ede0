import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, InspectRequest, RunContext, Step } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Facts } from '../../contract/facts.ts';
import type { FormatId } from '../../formats/index.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { drawMap } from './drawing/map.ts';
import { drawPalette } from './drawing/palette.ts';
import { factsOfListing } from './facts.ts';
import { kindOfListing, type ListingKind, type ReadableListing, type WritableListing } from '../../formats/lists.ts';
import type { Listing } from './model.ts';
import { createValueBudget } from './failures.ts';
import { readListing } from './read.ts';
import { listingOfSource, sourceOfListing } from './rows.ts';
import { inOneLanguage } from './translation/languages.ts';
import { writeListing } from './write.ts';
import { writeJson } from '../records/json/writer.ts';
import { readData } from '../records/read.ts';
import { tellDropped } from './dropped.ts';

/** Runs the steps of codecs of lists. */
export const createListingRunner: CreateRunner = () => ({
  convert: async ([input], step, context) => {
    const bytes = await convert(input!, step, context);
    return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes }];
  },
  inspect,
});

async function convert(input: Artifact, { edge, from, to, options }: Step, context: RunContext): Promise<Uint8Array> {
  const bytes = context.bytes(input);
  const kind = kindOf(edge.startsWith('entries') ? to : from);
  const listing = edge.startsWith('entries')
    ? await readRows(bytes, { from, kind, sourceCrs: options.sourceCrs }, context)
    : await readListing(bytes, from as ReadableListing, context);
  context.progress(0.5);
  if (edge === 'drawing') return utf8Bytes(kind === 'map' ? drawMap(listing) : drawPalette(listing));
  if (to === 'json') return utf8Bytes([...writeJson(sourceOfListing(listing, kind))].join(''));
  const wanted = HOLDS_LANGUAGES.has(to) || kind !== 'translation' ? listing : inOneLanguage(listing, options);
  tellDropped(wanted, to, context);
  if (options.crs === undefined || kind !== 'map') return writeListing(wanted, to as WritableListing, { context });
  const [{ systemNamed }, { inSystem }] = await Promise.all([
    import('./map/epsg-codes.ts'),
    import('./map/reproject.ts'),
  ]);
  const system = systemNamed(options.crs);
  return writeListing(inSystem(wanted, system, context), to as WritableListing, { system, context });
}

interface Rows {
  readonly from: FormatId;
  readonly kind: ListingKind;
  /** Of the places among them; in degrees, if absent. */
  readonly sourceCrs: string | undefined;
}

async function readRows(bytes: Uint8Array, { from, kind, sourceCrs }: Rows, context: RunContext): Promise<Listing> {
  const source = await readData(bytes, from, { context });
  const { take } = createValueBudget(context.limits);
  const isProjected = sourceCrs !== undefined && kind === 'map';
  const listing = listingOfSource(source, kind, { take, isProjected });
  if (!isProjected) return listing;
  const [{ systemNamed }, { fromSystem }] = await Promise.all([
    import('./map/epsg-codes.ts'),
    import('./map/reproject.ts'),
  ]);
  return fromSystem(listing, systemNamed(sourceCrs, 'sourceCrs'), context);
}

/** Translations of which one file has several languages. */
const HOLDS_LANGUAGES: ReadonlySet<FormatId> = new Set(['tmx', 'xcstrings']);

function kindOf(format: FormatId): ListingKind {
  const kind = kindOfListing(format);
  if (kind) return kind;
  throw new ConversionError({ code: 'internal', message: `No list of the format ${format} is known.` });
}

async function inspect(artifact: Artifact, request: InspectRequest, context: RunContext): Promise<Facts> {
  const bytes = context.bytes(artifact);
  const { format } = artifact;
  // What is left out is told once, by who converts it.
  const quiet: RunContext = { ...context, warn: () => undefined };
  const listing: Listing = await readListing(bytes, format as ReadableListing, quiet);
  const basics = { format, sizeBytes: bytes.byteLength, reader: 'listing' };
  return factsOfListing(listing, kindOf(format), basics, { request, context });
}
