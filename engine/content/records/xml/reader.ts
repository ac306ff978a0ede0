import { SaxesParser } from 'saxes';
import type { RunContext } from '../../../contract/codec.ts';
import { decodeReferences } from '../../../io/xml.ts';
import type { DataSource } from '../model.ts';
import { corrupt, createValueBudget, tooDeep } from '../errors.ts';
import { sourceOfValue } from '../plain-values.ts';
import { dataOfXml, type XmlElement } from './elements.ts';
import { Entities } from './entities.ts';

interface OpenElement extends XmlElement {
  readonly children: OpenElement[];
  text: string;
}

/** What HTML declares and XML does not: such a reference stays as it stands. */
const UNDECLARED = 'undefined entity.';
const PREDEFINED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const;
/** `line:column: what is wrong.` */
const FAULT = /^(\d+):\d+: (.*?)\.?$/s;

/**
 * XML 1.0 as data, with the entities that its document type declares. Nothing that it names is fetched. What is not well
 * formed is refused, but for names that nothing declares; document types are not examined beyond their entities, nor are
 * prefixes.
 */
export function readXml(text: string, { limits }: RunContext): DataSource {
  const budget = createValueBudget(limits);
  const open: OpenElement[] = [];
  let root: OpenElement | undefined;
  const parser = new SaxesParser();
  parser.ENTITIES = Object.assign(Object.create(null) as Record<string, string>, PREDEFINED);
  parser.on('doctype', (declaration) => declareEntities(parser, declaration));
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= limits.nesting) throw tooDeep(limits);
    const element: OpenElement = { name, attributes: Object.entries(attributes), children: [], text: '' };
    budget.take(1 + element.attributes.length);
    root ??= element;
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  for (const event of ['text', 'cdata'] as const)
    parser.on(event, (value) => {
      const element = open.at(-1);
      if (element) element.text += value;
    });
  parser.on('error', ({ message }) => {
    const [, line, what = message] = FAULT.exec(message) ?? [];
    if (!message.endsWith(UNDECLARED))
      throw corrupt(`it is no valid XML in line ${line}: ${what}`, { line: Number(line) });
  });
  parser.write(text).close();
  if (!root) throw corrupt('it has no element');
  return sourceOfValue(dataOfXml(root));
}

/** Their texts are made when they are first used: that may refuse them. */
function declareEntities(parser: SaxesParser, doctype: string): void {
  const entities = new Entities();
  entities.declare(`<!DOCTYPE${doctype}>`);
  for (const name of entities.names()) {
    if (Object.hasOwn(PREDEFINED, name)) continue;
    Object.defineProperty(parser.ENTITIES, name, { get: () => decodeReferences(entities.textOf(name)!) });
  }
}
