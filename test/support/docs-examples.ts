/** A fenced block of a page. */
export interface Fence {
  readonly language: string;
  readonly text: string;
}

const FENCE = /^```(?<language>\w*)\n(?<text>.*?)^```$/gms;

/** The fenced blocks of a text; one that comes twice is given once. */
export function fencesOf(markdown: string): Fence[] {
  const blocks = new Map([...markdown.matchAll(FENCE)].map((block) => [block[0], block]));
  return [...blocks.values()].map(({ groups }) => ({
    language: groups!['language']!,
    text: groups!['text']!,
  }));
}

/** The lines of all shell examples that begin with a word, without their comments, split as a shell would. */
export function commandsOf(markdown: string, program: string): string[][] {
  return fencesOf(markdown)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n'))
    .map(splitCommand)
    .filter(([first]) => first === program);
}

/** Splits a command line at blanks outside of quotes; a `#` after a blank begins a comment. Knows no escapes. */
export function splitCommand(line: string): string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)) {
    if (word.startsWith('#')) break;
    words.push(word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
  }
  return words;
}

/** Names of scripts that `npm run NAME` and `npm run -s NAME` call anywhere in a text. */
export function scriptsOf(text: string): string[] {
  return [...new Set([...text.matchAll(/npm run (?:-s )?(?<name>[\w:]+)/g)].map(({ groups }) => groups!['name']!))];
}

/** Files and folders named in backticks, by their first folder. Patterns with `<` are none. */
export function pathsOf(text: string, folders: readonly string[]): string[] {
  const quoted = [...text.matchAll(/`(?<path>[\w./-]+)`/g)].map(({ groups }) => groups!['path']!);
  return [...new Set(quoted.filter((path) => folders.some((folder) => path.startsWith(`${folder}/`))))];
}

/** Targets of links and images that are no addresses of other sites. */
export function linksOf(text: string): string[] {
  const targets = [...text.matchAll(/\]\((?<link>[^)\s]+)\)|(?:src|srcset)="(?<image>[^"]+)"/g)];
  return targets.map(({ groups }) => groups!['link'] ?? groups!['image']!).filter((target) => !/^[a-z]+:/.test(target));
}

/** Names by which links reach the headings of a page. */
export function anchorsOf(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (?<heading>.+)$/gm)].map(({ groups }) => groups!['heading']!);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
