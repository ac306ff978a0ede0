import { ConversionError } from '../../contract/errors.ts';

export type DiagramKind = keyof typeof HEADERS;

export interface Diagram {
  readonly kind: DiagramKind;
  /** From its header on, without comments and directives. */
  readonly body: string;
  /** Of the YAML before it. */
  readonly title?: string;
}

/** The first words of the kinds that are drawn. */
const HEADERS = {
  flow: /^(?:graph|flowchart)\b/,
  sequence: /^sequenceDiagram\b/,
  class: /^classDiagram\b/,
  state: /^stateDiagram(?:-v2)?\b/,
  entity: /^erDiagram\b/,
  chart: /^xychart(?:-beta)?\b/,
} as const;

const FRONT_MATTER = /^\s*---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const TITLE = /^title:[ \t]*(\S.*?)[ \t]*$/m;
/** `%% comment` and `%%{init: …}%%`, which sets colours and fonts. */
const COMMENT = /^[ \t]*%%.*$/gm;

/** Throws `unsupported_conversion` for kinds of diagrams that are not drawn, by their names. */
export function openDiagram(source: string): Diagram {
  const [front = '', yaml = ''] = FRONT_MATTER.exec(source) ?? [];
  const body = source
    .slice(front.length)
    .replaceAll('\r\n', '\n')
    .replaceAll(COMMENT, '')
    .replaceAll(/;[ \t]*$/gm, '')
    .trim();
  const [, title] = TITLE.exec(yaml) ?? [];
  const kinds = Object.keys(HEADERS) as DiagramKind[];
  const kind = kinds.find((one) => HEADERS[one].test(body));
  if (kind)
    return { kind, body: kind === 'flow' ? withSpacedArrows(body) : body, ...(title !== undefined && { title }) };
  const [name = ''] = /^[\w-]{1,40}/.exec(body) ?? [];
  const possible = 'flowchart, sequenceDiagram, classDiagram, stateDiagram, erDiagram and xychart';
  throw new ConversionError({
    code: 'unsupported_conversion',
    message: `Mermaid diagrams that begin with "${name}" are not drawn. Possible are ${possible}.`,
    details: { diagram: name },
  });
}

const ARROW = /<?(?:-{2,}|={2,}|-\.+-)[-=.>]*/y;
const CLOSING: Readonly<Record<string, string>> = { '"': '"', '|': '|', '[': ']', '(': ')', '{': '}' };

/** `a-->b` as `a --> b`: the library takes the dashes for a part of the name. What stands in brackets stays as it is. */
function withSpacedArrows(body: string): string {
  let spaced = '';
  let closing: string | undefined;
  for (let at = 0; at < body.length; at++) {
    const character = body[at]!;
    if (closing !== undefined) {
      if (character === closing || character === '\n') closing = undefined;
      spaced += character;
      continue;
    }
    ARROW.lastIndex = at;
    const [arrow] = ARROW.exec(body) ?? [];
    if (arrow === undefined) {
      closing = CLOSING[character];
      spaced += character;
      continue;
    }
    const next = body[at + arrow.length] ?? '';
    const isMarked = /[xo]/.test(next) && /\s/.test(body[at + arrow.length + 1] ?? ' ');
    spaced += `${/[\s<xo]$/.test(spaced) ? '' : ' '}${arrow}${isMarked || /[\s|]/.test(next) ? '' : ' '}`;
    at += arrow.length - 1;
  }
  return spaced;
}
