import type { RunContext } from '../../../contract/codec.ts';
import { scanXml } from '../../../io/xml.ts';
import type { DataSource } from '../model.ts';
import { corrupt, createValueBudget } from '../errors.ts';
import { sourceOfValue } from '../plain-values.ts';
import { dataOfXml, type XmlElement } from './elements.ts';
import { Entities } from './entities.ts';

interface OpenElement extends XmlElement {
  readonly attributes: (readonly [string, string])[];
  readonly children: OpenElement[];
  text: string;
}

/**
 * XML as data, with the entities that its document type declares. Nothing that it names is fetched.
 */
export function readXml(text: string, { limits }: RunContext): DataSource {
  const budget = createValueBudget(limits);
  const entities = new Entities();
  const open: OpenElement[] = [];
  let root: OpenElement | undefined;
  scanXml(
    withLineFeeds(text),
    {
      open(_name, attributes, _start, _end, qualifiedName) {
        if (open.length === 0 && root) throw corrupt('it has more than one root element');
        const element: OpenElement = { name: qualifiedName, attributes: [...attributes.all()], children: [], text: '' };
        budget.take(1 + element.attributes.length);
        if (open.length === 0) root = element;
        else open.at(-1)!.children.push(element);
        open.push(element);
      },
      close: () => void open.pop(),
      text: (value) => void (open.at(-1)!.text += value),
      doctype: (declaration) => entities.declare(declaration),
    },
    limits.nesting,
    { doctype: 'skip', decode: (text) => entities.decode(text) },
  );
  if (!root) throw corrupt('it has no element');
  return sourceOfValue(dataOfXml(root));
}

/** Line ends as they stand in the file are all one (XML 1.0, section 2.11); those in references are kept. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
