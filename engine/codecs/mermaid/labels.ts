import type { Diagram, DiagramKind } from './source.ts';

/**
 * The texts that a diagram shows, read by their places in its lines and independently of who draws it: what the library
 * does not understand it leaves out without a word, and the drawing is compared with these. Without titles, notes of classes
 * and states, and comments, which it never draws.
 */
export function labelsOf({ kind, body }: Diagram): string[] {
  const lines = body
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !STYLING.test(line));
  const labels = READERS[kind](lines);
  return labels.map(plainLabel).filter((label) => label !== '');
}

/** Lines that show nothing by themselves. */
const STYLING =
  /^(?:classDef|cssClass|style|linkStyle|click|link|callback|direction|end(?!\s+note)|acc(?:Title|Descr)|activate|deactivate|autonumber|destroy)\b/;

/** Where a class is a style that nodes are given. */
function withoutClasses(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !/^class\s/.test(line));
}

const READERS: Readonly<Record<DiagramKind, (lines: readonly string[]) => string[]>> = {
  flow: readFlow,
  sequence: readSequence,
  class: readClasses,
  state: readStates,
  entity: readEntities,
  chart: readChart,
};

/** Without quotes, line breaks and marks of Markdown. */
function plainLabel(label: string): string {
  return label
    .replaceAll(/<br\s*\/?>|\\n/gi, ' ')
    .replaceAll(/["`*]/g, '')
    .trim();
}

/** Things by the names that lines call them, with what is written in their place. */
class Things {
  readonly #labels = new Map<string, string>();

  mention(...names: readonly (string | undefined)[]): void {
    for (const name of names) if (name && !this.#labels.has(name)) this.#labels.set(name, name);
  }

  label(name: string, label: string): void {
    this.#labels.set(name, label);
  }

  get labels(): string[] {
    return this.labelsBut(new Set());
  }

  labelsBut(names: ReadonlySet<string>): string[] {
    return Array.from(this.#labels, ([name, label]) => (names.has(name) ? '' : label));
  }
}

const SHAPE = /(\w+)(?:\(\(\(|\[\[|\[\(|\[\/|\[\\|\(\(|\(\[|\{\{|\[|\(|\{|>)(?:"([^"]*)"|([^"]*?))[\\/]?[)\]}]+/g;
const SHAPE_OF_DATA = /(\w+)@\{[^}]*?label:\s*(?:"([^"]*)"|'([^']*)')[^}]*\}/g;
const LABEL_IN_BARS = /\|([^|]*)\|/g;
const LABEL_IN_EDGE = /(--|-\.|==)\s+([^\s\-.=>|][^>|]*?)\s+(?=-{2,}|\.-|={2,})/g;
const EDGE = /(?:^|\s)?[<xo]?(?:-{2,}|={2,}|-\.+-)[-=.]*[>xo]?(?=\s|\w|$)/g;

function readFlow(lines: readonly string[]): string[] {
  const nodes = new Things();
  const groups = new Set<string>();
  const labels: string[] = [];
  for (const line of withoutClasses(lines)) {
    const [isGroup, name = ''] = /^subgraph\s*(.*)$/.exec(line) ?? [];
    if (isGroup !== undefined) {
      const [, id, title] = /^(\w+)\s*\[(.*)\]$/.exec(name) ?? [];
      labels.push(title ?? name);
      groups.add(id ?? name);
      continue;
    }
    const bare = line
      .replaceAll(SHAPE_OF_DATA, (_, id: string, quoted?: string, single?: string) => {
        nodes.label(id, quoted ?? single ?? '');
        return ' ';
      })
      .replaceAll(LABEL_IN_BARS, (_, label: string) => {
        labels.push(label);
        return ' ';
      })
      .replaceAll(SHAPE, (_, id: string, quoted?: string, plain?: string) => {
        nodes.label(id, quoted ?? plain ?? '');
        return ' ';
      })
      .replaceAll(LABEL_IN_EDGE, (_, start: string, label: string) => {
        labels.push(label);
        return start;
      })
      .replaceAll(/:::\w+/g, ' ')
      .replaceAll(EDGE, ' ');
    nodes.mention(...(bare.match(/\w+/g) ?? []));
  }
  return [...labels, ...nodes.labelsBut(groups)];
}

const MESSAGE = /^(\w[\w ]*?)\s*(?:<<)?-{1,2}(?:>>|>|x|\))\s*[+-]?\s*(\w[\w ]*?)\s*:\s*(.*)$/;

function readSequence(lines: readonly string[]): string[] {
  const people = new Things();
  const labels: string[] = [];
  for (const line of lines) {
    const [, person, alias] = /^(?:create\s+)?(?:participant|actor)\s+(\w+)(?:\s+as\s+(.*))?$/.exec(line) ?? [];
    const [, note] = /^note\s+(?:left of|right of|over)\s+[^:]+:(.*)$/i.exec(line) ?? [];
    const [, block] = /^(?:loop|alt|else|opt|par|and|critical|option|break)\b(.*)$/.exec(line) ?? [];
    const [, from, to, message] = MESSAGE.exec(line) ?? [];
    if (person !== undefined) people.label(person, alias ?? person);
    else if (note !== undefined) labels.push(note);
    else if (message !== undefined) {
      people.mention(from, to);
      labels.push(message);
    } else if (block !== undefined) labels.push(block);
    else if (!/^rect\b/.test(line)) labels.push(line.replace(/^(?:title|box)\b:?/, ''));
  }
  return [...labels, ...people.labels];
}

const RELATION =
  /^(\w+)\s*(?:"([^"]*)")?\s*(?:<\||[*o<>()])?(?:--|\.\.)(?:\|>|[*o<>()])?\s*(?:"([^"]*)")?\s*(\w+)(?:\s*:\s*(.*))?$/;

function readClasses(lines: readonly string[]): string[] {
  const classes = new Things();
  const labels: string[] = [];
  for (const line of lines) {
    if (line === '}') continue;
    const [, name, label] = /^class\s+(\w+)(?:~[^~]*~)?(?:\["([^"]*)"\])?(?::::\w+)?\s*(?:\{\}?)?$/.exec(line) ?? [];
    const [, from, first, second, to, relation] = RELATION.exec(line) ?? [];
    const [, owner, member] = /^(\w+)\s*:\s*(.*)$/.exec(line) ?? [];
    const [, kind, kindOf] = /^<<(.*?)>>\s*(\w*)$/.exec(line) ?? [];
    if (name !== undefined) {
      classes.mention(name);
      if (label !== undefined) classes.label(name, label);
    } else if (to !== undefined) {
      classes.mention(from, to);
      labels.push(...[first, second, relation].filter((one) => one !== undefined));
    } else if (kind !== undefined) {
      classes.mention(kindOf);
      labels.push(kind);
    } else if (member !== undefined) {
      classes.mention(owner);
      labels.push(member);
    } else if (!/^note\s/.test(line)) labels.push(line.replace(/^namespace\s/, ''));
  }
  return [...labels, ...classes.labels];
}

/** Notes of one line, and of those that end in one of their own. */
function withoutNotes(lines: readonly string[]): readonly string[] {
  let isNote = false;
  return lines.filter((line) => {
    if (isNote) {
      isNote = line !== 'end note';
      return false;
    }
    isNote = /^note\s[^:]*$/.test(line);
    return !/^note\s/.test(line);
  });
}

function readStates(lines: readonly string[]): string[] {
  const states = new Things();
  const labels: string[] = [];
  const nameOf = (state: string): string | undefined => (state === '[*]' ? undefined : state.replace(/:::\w+$/, ''));
  for (const line of withoutNotes(withoutClasses(lines))) {
    const [, from, to, way] = /^(\S+)\s*-->\s*([^\s:]+(?::::\w+)?)\s*(?::\s*(.*))?$/.exec(line) ?? [];
    const [, label, alias] = /^state\s+"([^"]*)"\s+as\s+(\w+)/.exec(line) ?? [];
    const [, opened] = /^state\s+(\w+)\s*(?:<<\w+>>|\{)?$/.exec(line) ?? [];
    const [, told, description] = /^(\w+)\s*:\s*(.*)$/.exec(line) ?? [];
    if (to !== undefined) {
      states.mention(nameOf(from!), nameOf(to));
      if (way !== undefined) labels.push(way);
    } else if (label !== undefined) states.label(alias!, label);
    else if (opened !== undefined) states.mention(opened);
    else if (description !== undefined) {
      states.mention(told);
      states.label(told!, description);
    } else if (!/^(?:\}|--)$/.test(line)) labels.push(line);
  }
  return [...labels, ...states.labels];
}

const CARDINALITY = String.raw`[|}o]{1,2}(?:--|\.\.)[|{o]{1,2}`;
const ENTITIES = new RegExp(
  String.raw`^([\w-]+)(?:\[([^\]]*)\])?\s+${CARDINALITY}\s+([\w-]+)(?:\[([^\]]*)\])?\s*(?::\s*(.*))?$`,
);

function readEntities(lines: readonly string[]): string[] {
  const entities = new Things();
  const labels: string[] = [];
  const add = (name: string, alias?: string): void =>
    alias === undefined ? entities.mention(name) : entities.label(name, alias);
  for (const line of lines) {
    const [, from, fromAlias, to, toAlias, relation] = ENTITIES.exec(line) ?? [];
    const [, opened, alias] = /^([\w-]+)(?:\[([^\]]*)\])?\s*\{?$/.exec(line) ?? [];
    if (to !== undefined) {
      add(from!, fromAlias);
      add(to, toAlias);
      if (relation !== undefined) labels.push(relation);
    } else if (opened !== undefined) add(opened, alias);
    else if (line !== '}') labels.push(line.replace(/"[^"]*"$/, ''));
  }
  return [...labels, ...entities.labels];
}

function readChart(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [, title] = /^title\s+(.*)$/.exec(line) ?? [];
    const [, axis, rest = ''] = /^([xy])-axis\s+(.*)$/.exec(line) ?? [];
    if (title !== undefined) return [title];
    if (axis === undefined) return [];
    const [, name = '', names = ''] = /^("[^"]*"|[^"[\d]*)\s*(?:\[(.*)\])?/.exec(rest) ?? [];
    return [name, ...names.split(',')];
  });
}
