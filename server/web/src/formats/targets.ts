/** Orders, searches and groups the targets of a format. */

export interface Target {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  /** Content that both formats can hold, but that the conversion drops. */
  readonly lost: readonly string[];
  /** Content that the target format cannot hold. */
  readonly gone: readonly string[];
}

export interface TargetGroup {
  readonly family: string;
  readonly targets: readonly Target[];
}

/** What somebody wants of a file. */
export const USES = ['edit', 'share', 'print', 'archive', 'web'] as const;
export type Use = (typeof USES)[number];

export interface UseGroup {
  readonly use: Use;
  readonly targets: readonly Target[];
}

/** The most common targets by family of the source and by use, the best first. */
const USUAL: Readonly<Record<string, Readonly<Partial<Record<Use, string>>>>> = {
  document: { edit: 'docx odt pptx odp rtf', share: 'pdf png jpg', archive: 'txt tiff', web: 'html md epub svg' },
  image: { edit: 'png psd tiff xcf', share: 'jpg pdf gif heic', archive: 'tiff jp2 dng jxl', web: 'webp avif svg ico' },
  audio: { edit: 'wav aiff', share: 'mp3 m4a ogg', archive: 'flac wv', web: 'opus weba' },
  video: { edit: 'mov mxf', share: 'mp4 gif mp3', archive: 'mkv', web: 'webm png' },
  markup: { edit: 'docx odt md latex', share: 'pdf txt', archive: 'docbook epub', web: 'html' },
  sheet: { edit: 'xlsx ods', share: 'pdf csv', archive: 'parquet sqlite tsv', web: 'html json' },
  data: { edit: 'xlsx yaml json', share: 'csv pdf', archive: 'parquet sqlite xml', web: 'html ndjson' },
  subtitle: { edit: 'srt ass', share: 'txt pdf', archive: 'ttml', web: 'vtt' },
  archive: { share: 'zip', archive: '7z txz tzst', web: 'tgz gz' },
  font: { edit: 'otf ttf', share: 'pdf', archive: 'svgfont', web: 'woff2 woff' },
  ebook: { edit: 'docx md txt', share: 'epub pdf azw3', archive: 'fb2 htmlz', web: 'html' },
  mail: { edit: 'docx txt csv', share: 'pdf eml', archive: 'mbox json', web: 'html' },
  model: { edit: 'obj ply gltf', share: 'png jpg', print: '3mf stl', archive: 'x3d', web: 'glb webp' },
  map: {
    edit: 'gpkg gpx csv xlsx',
    share: 'kml kmz png',
    archive: 'geojson shapefile mapinfo gml fgb geoparquet wkt',
    web: 'geojson topojson svg',
  },
  grid: { edit: 'asc grd csv xlsx', share: 'png jpg', archive: 'geotiff', web: 'webp json' },
  translation: { edit: 'po xlsx csv', share: 'xliff tmx', archive: 'xliff2 json', web: 'json arb' },
  playlist: { edit: 'csv', share: 'm3u pls', archive: 'xspf', web: 'jspf json' },
  link: { edit: 'csv xlsx', share: 'bookmarks', archive: 'xbel json', web: 'rss atom jsonfeed' },
  palette: { edit: 'swatches gpl aco', share: 'png csv', archive: 'json', web: 'svg hexpal' },
  notation: { edit: 'mei', share: 'pdf png', print: 'pdf', web: 'svg mp3' },
};
/** Targets of one use at most. */
const MOST_OF_A_USE = 4;

/** The common targets by use, without the source itself; each once. Several files have no common source. */
export function targetsByUse(
  source: { readonly id: string; readonly family: string } | undefined,
  targets: readonly Target[],
): UseGroup[] {
  const left = new Map(targets.filter(({ id }) => id !== source?.id).map((target) => [target.id, target]));
  const own = USUAL[source?.family ?? ''];
  const lists = own ? [own] : Object.values(USUAL);
  const groups = USES.map((use) => {
    const ids = lists.flatMap((list) => list[use]?.split(' ') ?? []);
    const found = [...new Set(ids)].map((id) => left.get(id)).filter((target) => target !== undefined);
    const chosen = found.slice(0, MOST_OF_A_USE);
    for (const { id } of chosen) left.delete(id);
    return { use, targets: chosen };
  });
  return groups.filter(({ targets: those }) => those.length > 0);
}

/**
 * Targets whose id, name (in English, or as it is shown) or family contains every word of the query. Those whose id
 * begins with it come first.
 */
export function searchTargets(
  targets: readonly Target[],
  query: string,
  nameOf: (target: Target) => string = ({ name }) => name,
): Target[] {
  const words = query.toLowerCase().replaceAll('.', ' ').split(/\s+/).filter(Boolean);
  const [first = ''] = words;
  return targets
    .filter((target) => {
      const { id, name, family } = target;
      const text = `${id} ${name} ${nameOf(target)} ${family}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => Number(b.id.startsWith(first)) - Number(a.id.startsWith(first)));
}

/** Groups by family, the source's own first, each in the order of the catalogue. */
export function groupTargets(targets: readonly Target[], sourceFamily: string): TargetGroup[] {
  const groups = [...Map.groupBy(targets, ({ family }) => family)].map(([family, those]) => ({
    family,
    targets: those,
  }));
  return groups.sort((a, b) => Number(b.family === sourceFamily) - Number(a.family === sourceFamily));
}

/** Targets that all lists have in common, in the order of the first. Each loses what it loses for any source. */
export function commonTargets([first, ...others]: readonly (readonly Target[])[]): Target[] {
  return (first ?? []).flatMap((target) => {
    const same = others.map((list) => list.find(({ id }) => id === target.id));
    return same.includes(undefined) ? [] : [same.reduce<Target>((sum, each) => withLossesOf(sum, each!), target)];
  });
}

function withLossesOf(target: Target, { lost, gone }: Target): Target {
  return { ...target, lost: [...new Set([...target.lost, ...lost])], gone: [...new Set([...target.gone, ...gone])] };
}

/** How much of the source a target keeps: everything, most of it, or a part. */
export function keptBy({ lost, gone }: Pick<Target, 'lost' | 'gone'>): 'all' | 'most' | 'part' {
  if (gone.length > 0) return 'part';
  return lost.length > 0 ? 'most' : 'all';
}
