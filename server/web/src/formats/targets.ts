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

/** The most common targets by family of the source, then for any source. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  image: ['jpg', 'png', 'webp', 'pdf', 'avif', 'svg', 'gif'],
  audio: ['mp3', 'wav', 'flac', 'm4a', 'ogg', 'opus'],
  video: ['mp4', 'webm', 'gif', 'mp3', 'mov', 'mkv'],
  subtitle: ['srt', 'vtt', 'ass', 'txt'],
  document: ['pdf', 'docx', 'txt', 'html', 'md', 'png', 'jpg'],
  markup: ['pdf', 'docx', 'html', 'md', 'txt', 'epub'],
  sheet: ['xlsx', 'csv', 'json', 'pdf', 'ods', 'html'],
  data: ['json', 'yaml', 'csv', 'xlsx'],
};
const USUAL_ANYWHERE: readonly string[] = [
  ...['pdf', 'docx', 'jpg', 'png', 'webp', 'mp4', 'mp3', 'txt', 'html', 'md', 'xlsx', 'csv', 'epub'],
  ...['svg', 'gif', 'wav', 'm4a', 'webm', 'pptx', 'json', 'avif', 'srt', 'vtt', 'zip'],
];
const SUGGESTIONS = 6;

/** The common targets, without the source itself. Several files have no common source. */
export function suggestedTargets(
  source: { readonly id: string; readonly family: string } | undefined,
  targets: readonly Target[],
): Target[] {
  const usual = new Set([...(USUAL[source?.family ?? ''] ?? []), ...USUAL_ANYWHERE]);
  return [...usual]
    .map((id) => targets.find((target) => target.id === id && id !== source?.id))
    .filter((target) => target !== undefined)
    .slice(0, SUGGESTIONS);
}

/** Targets whose id, name or family contains every word of the query. Those whose id begins with it come first. */
export function searchTargets(targets: readonly Target[], query: string): Target[] {
  const words = query.toLowerCase().replaceAll('.', ' ').split(/\s+/).filter(Boolean);
  const [first = ''] = words;
  return targets
    .filter(({ id, name, family }) => {
      const text = `${id} ${name} ${family}`.toLowerCase();
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
