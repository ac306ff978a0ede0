const SETTING = /^[ \t]*#\+(select_tags|exclude_tags):[ \t]*(.*)$/gim;
/** Stands for the tag of a headline that is commented out. */
const COMMENT = ' comment';
const HEADLINE = /^(\*+)[ \t]+(.*?)(?:[ \t]+:([\w@#%:]+):)?[ \t]*$/;

interface Tree {
  readonly level: number;
  readonly tags: readonly string[];
  readonly lines: string[];
  readonly parent: Tree | undefined;
}

/** A text in Org mode without the trees that its tags leave out of an export (Org manual, "Export Settings"). */
export function withExportedTrees(source: string): string {
  const settings = { select_tags: ['export'], exclude_tags: ['noexport'] };
  for (const [, name, tags] of source.matchAll(SETTING))
    settings[name!.toLowerCase() as keyof typeof settings] = tags!.split(/\s+/).filter((tag) => tag !== '');
  const { select_tags: selected, exclude_tags: excluded } = settings;
  const { before, trees } = treesOf(source);
  const hasTag = ({ tags }: Tree, wanted: readonly string[]): boolean => tags.some((tag) => wanted.includes(tag));
  const left = (tree: Tree | undefined): boolean =>
    tree !== undefined && (hasTag(tree, [...excluded, COMMENT]) || left(tree.parent));
  const chosen = trees.filter((tree) => hasTag(tree, selected));
  if (chosen.length === 0) {
    return [...before, ...trees.filter((tree) => !left(tree)).flatMap(({ lines }) => lines)].join('\n');
  }
  const shown = new Set<Tree>();
  for (const tree of chosen) for (let each: Tree | undefined = tree; each; each = each.parent) shown.add(each);
  const isInside = (tree: Tree | undefined): boolean =>
    tree !== undefined && (hasTag(tree, selected) || isInside(tree.parent));
  const kept = trees.filter((tree) => (shown.has(tree) || isInside(tree)) && !left(tree));
  // Of the trees around a chosen one only the headlines are expected.
  const lines = kept.flatMap((tree) => (isInside(tree) ? tree.lines : tree.lines.slice(0, 1)));
  return [...before.filter((line) => line.trimStart().startsWith('#+')), ...lines].join('\n');
}

function treesOf(source: string): { before: readonly string[]; trees: readonly Tree[] } {
  const before: string[] = [];
  const trees: Tree[] = [];
  let open: Tree | undefined;
  for (const line of source.split(/\r?\n/)) {
    const [, stars, title, tags] = HEADLINE.exec(line) ?? [];
    if (stars === undefined) {
      (open?.lines ?? before).push(line);
      continue;
    }
    let parent = open;
    while (parent && parent.level >= stars.length) parent = parent.parent;
    const isComment = /^COMMENT\b/.test(title!);
    open = {
      level: stars.length,
      tags: [...(tags?.split(':').filter((tag) => tag !== '') ?? []), ...(isComment ? [COMMENT] : [])],
      lines: [`${stars} ${title}`],
      parent,
    };
    trees.push(open);
  }
  return { before, trees };
}
