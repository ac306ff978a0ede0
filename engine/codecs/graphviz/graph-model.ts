/** What a graph says. */
interface GraphModel {
  /** The labels of its nodes, edges and clusters, one a line. */
  readonly text: string;
  readonly links: number;
}

interface GraphObject {
  readonly name?: string;
  readonly label?: string;
  readonly xlabel?: string;
  readonly headlabel?: string;
  readonly taillabel?: string;
  readonly shape?: string;
  readonly style?: string;
  readonly href?: string;
  readonly URL?: string;
  /** Of a cluster, what is in it. */
  readonly nodes?: readonly unknown[];
}

interface GraphJson extends GraphObject {
  readonly objects?: readonly GraphObject[];
  readonly edges?: readonly GraphObject[];
}

/** Reads Graphviz's own JSON of a graph (`dot_json`). */
export function graphModel(json: string): GraphModel {
  const graph = JSON.parse(json) as GraphJson;
  const { objects = [], edges = [] } = graph;
  const shown = [graph, ...objects, ...edges].filter(isShown);
  const text = shown.map((object) => labelsOf(object, graph).join('\n')).filter((label) => label !== '');
  return {
    text: text.join('\n'),
    links: shown.filter(({ href, URL }) => (href ?? URL ?? '') !== '').length,
  };
}

function isShown({ style = '', name = '', nodes }: GraphObject): boolean {
  const isInvisible = /\binvis\b/.test(style);
  const isMereGroup = nodes !== undefined && !name.startsWith('cluster');
  return !isInvisible && !isMereGroup;
}

/** What is written in and at one object. A point has no room for a label. */
function labelsOf(object: GraphObject, graph: GraphJson): string[] {
  const { label = '', xlabel = '', headlabel = '', taillabel = '', shape = '' } = object;
  const labels = shape === 'point' ? [xlabel] : [label, xlabel, headlabel, taillabel];
  return labels.map((one) => plainLabel(one, object, graph)).filter((one) => one !== '');
}

const LINE_ENDS = /\\[nlr]/g;
const HTML_TAG = /<[^>]*>/g;
/** Fields of a record: `{<port> text | text}`. */
const RECORD_MARKS = /(?<!\\)(?:[{}|]|<[^<>]*>)/g;

/** A label without what is only markup: escapes (`\N` is the name), the fields of records, tags of HTML. */
function plainLabel(label: string, { name = '', shape = '' }: GraphObject, graph: GraphJson): string {
  const isRecord = /record/i.test(shape);
  const bare = isRecord ? label.replaceAll(RECORD_MARKS, ' ') : label.replaceAll(HTML_TAG, ' ');
  return bare
    .replaceAll('\\N', name)
    .replaceAll('\\G', graph.name ?? '')
    .replaceAll(LINE_ENDS, '\n')
    .replaceAll(/\\(.)/g, '$1')
    .trim();
}
