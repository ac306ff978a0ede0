/** Kinds of nodes that show no name. */
const NAMELESS = /^(?:start|end|sync|hidden)\b/;
/** Arrows and lines between nodes, by the signs that they consist of. */
const ARROW = /^[-<>:+o()/_]*[-_][-<>:+o()/_]*$/;

/** The texts that a diagram shows, read by their brackets and independently of who draws it. */
export function labelsOf(source: string): string[] {
  const lines = source.split(/\r?\n/).filter((line) => !/^\s*(?:#|\/\/)/.test(line));
  return labelsIn(lines.join('\n')).filter((label) => label !== '');
}

/** Those of one level: names once each, however often they come, and what stands in nodes and beside arrows. */
function labelsIn(level: string): string[] {
  const names = new Set<string>();
  const labels: string[] = [];
  let rest = '';
  for (let at = 0; at < level.length; at++) {
    if (level[at] !== '[') {
      rest += level[at]!;
      continue;
    }
    const end = endOfNode(level, at);
    const [, kind = '', content = ''] = /^(?:<([^>]*)>)?([\s\S]*)$/.exec(level.slice(at + 1, end)) ?? [];
    const [name = '', ...parts] = partsOf(content);
    if (!NAMELESS.test(kind)) names.add(name.trim());
    labels.push(...parts.flatMap((part) => (part.includes('[') ? labelsIn(part) : part.split(/[;\n]/))));
    rest += '\n';
    at = end;
  }
  const beside = rest.split(/\s+/).filter((word) => !ARROW.test(word));
  return [...names, ...labels.map((label) => label.trim()), ...beside];
}

function endOfNode(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '[') depth++;
    else if (text[at] === ']' && --depth === 0) return at;
  }
  return text.length;
}

/** Name and compartments of a node: those of nodes in it are theirs. */
function partsOf(content: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of content) {
    if (character === '[') depth++;
    if (character === ']') depth--;
    if (character === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}
