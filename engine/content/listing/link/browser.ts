import type { RunContext } from '../../../contract/codec.ts';
import type { Limits } from '../../../contract/limits.ts';
import type { XmlNode } from '../../../io/xml-tree.ts';
import { DataObject } from '../../records/model.ts';
import { wholeValue } from '../../records/plain-values.ts';
import { readPlist } from '../../records/plist/reader.ts';
import { corrupt, createValueBudget, type ValueBudget } from '../failures.ts';
import { entryOf, textIn, type Entry, type Listing } from '../model.ts';
import {
  childText,
  DECLARATION,
  element,
  isObject,
  jsonOf,
  lines,
  linesOf,
  listIn,
  rootOf,
  stringIn,
  textElement,
  textOfFile,
  type JsonObject,
} from '../text.ts';
import { folderOf, inFolders, isFolder, timeOfSeconds, timeOfText, type Folder } from './folders.ts';

/** Seconds from the beginning of 1601, from which Chrome counts microseconds, to that of 1970. */
const SECONDS_TO_1970 = 11_644_473_600;

/** The file in which Chrome and its relatives keep bookmarks. */
export function readChromeBookmarks(bytes: Uint8Array, limits: Limits): Listing {
  const root = jsonOf(bytes);
  const roots = isObject(root) ? root['roots'] : undefined;
  if (!isObject(roots)) throw corrupt('it holds no bookmarks');
  const budget = createValueBudget(limits);
  const entries: Entry[] = [];
  for (const [key, folder] of Object.entries(roots)) {
    if (!isObject(folder)) continue;
    // The bar is where bookmarks are that lie in no folder.
    if (key !== 'bookmark_bar') addNodes(folder, [], entries, { budget, limits });
    else
      for (const child of listIn(folder['children']))
        if (isObject(child)) addNodes(child, [], entries, { budget, limits });
  }
  return { entries };
}

interface Budgets {
  readonly budget: ValueBudget;
  readonly limits: Limits;
}

function addNodes(node: JsonObject, path: readonly string[], entries: Entry[], budgets: Budgets): void {
  budgets.budget.take(1);
  if (path.length > budgets.limits.nesting) throw corrupt('its folders are nested too deep');
  const name = stringIn(node['name']) ?? '';
  if (node['type'] === 'url') {
    const added = timeOfSeconds(Number(node['date_added']) / 1_000_000 - SECONDS_TO_1970);
    entries.push(entryOf({ title: name, url: stringIn(node['url']), folder: folderOf(path), added }));
    return;
  }
  for (const child of listIn(node['children'])) if (isObject(child)) addNodes(child, [...path, name], entries, budgets);
}

/** Bookmarks outside of folders are those of the bar. */
const BAR = 'Bookmarks bar';

export function writeChromeBookmarks({ entries }: Listing): string {
  let id = 0;
  const node = (item: Folder | Entry): object => {
    const number = String(++id);
    if (isFolder(item)) return { children: item.inside.map(node), id: number, name: item.name, type: 'folder' };
    const added = Date.parse(textIn(item, 'added') ?? '');
    return {
      ...(!Number.isNaN(added) && { date_added: String((Math.round(added / 1000) + SECONDS_TO_1970) * 1_000_000) }),
      id: number,
      name: textIn(item, 'title') ?? '',
      type: 'url',
      url: textIn(item, 'url') ?? '',
    };
  };
  const bar: Folder = { name: BAR, inside: inFolders(entries).inside };
  const empty = (name: string): Folder => ({ name, inside: [] });
  const roots = {
    bookmark_bar: node(bar),
    other: node(empty('Other bookmarks')),
    synced: node(empty('Mobile bookmarks')),
  };
  return `${JSON.stringify({ roots, version: 1 }, null, 3)}\n`;
}

/** XML Bookmark Exchange Language, which Python and KDE made. */
export function readXbel(bytes: Uint8Array, limits: Limits): Listing {
  const root = rootOf(bytes, limits);
  if (root.name !== 'xbel') throw corrupt('it holds no bookmarks');
  const entries: Entry[] = [];
  addElements(root, [], entries);
  const title = childText(root, 'title');
  return { ...(title && { title }), entries };
}

function addElements(node: XmlNode, path: readonly string[], entries: Entry[]): void {
  for (const child of node.children) {
    const title = childText(child, 'title');
    if (child.name === 'folder') addElements(child, [...path, title ?? ''], entries);
    else if (child.name === 'bookmark') {
      entries.push(
        entryOf({
          title,
          url: child.attributes.get('href'),
          folder: folderOf(path),
          added: timeOfText(child.attributes.get('added')),
          modified: timeOfText(child.attributes.get('modified')),
          description: childText(child, 'desc'),
        }),
      );
    }
  }
}

export function writeXbel({ title, entries }: Listing): string {
  const written = (item: Folder | Entry): string => {
    if (isFolder(item))
      return element('folder', {}, `\n${lines(textElement('title', item.name), ...item.inside.map(written))}`);
    const attributes = {
      href: textIn(item, 'url') ?? '',
      added: textIn(item, 'added'),
      modified: textIn(item, 'modified'),
    };
    return element(
      'bookmark',
      attributes,
      textElement('title', textIn(item, 'title')) + textElement('desc', textIn(item, 'description')),
    );
  };
  const inside = lines(textElement('title', title), ...inFolders(entries).inside.map(written));
  const type =
    '<!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML" "http://pyxml.sourceforge.net/topics/dtds/xbel.dtd">\n';
  return `${DECLARATION}${type}${element('xbel', { version: '1.0' }, `\n${inside}`)}\n`;
}

/** The hotlist of Opera 12 (`.adr`): folders end with a line of a hyphen. */
export function readHotlist(bytes: Uint8Array, limits: Limits): Listing {
  const budget = createValueBudget(limits);
  const entries: Entry[] = [];
  const path: string[] = [];
  let [kind, values]: [string | undefined, Record<string, string>] = [undefined, {}];
  const end = (): void => {
    const { NAME = '', URL, CREATED, DESCRIPTION } = values;
    if (kind === 'FOLDER') path.push(NAME);
    else if (kind === 'URL')
      entries.push(
        entryOf({
          title: NAME,
          url: URL,
          folder: folderOf(path),
          added: timeOfSeconds(Number(CREATED)),
          description: DESCRIPTION?.replaceAll('\x02\x02', '\n'),
        }),
      );
    [kind, values] = [undefined, {}];
  };
  for (const raw of linesOf(textOfFile(bytes))) {
    const line = raw.trim();
    const pair = /^([A-Z ]+)=(.*)$/.exec(line);
    if (pair) values[pair[1]!] = pair[2]!;
    else if (line.startsWith('#') || line === '-') {
      end();
      budget.take(1);
      if (line === '-') path.pop();
      else kind = line.slice(1);
    }
  }
  end();
  return { entries };
}

export function writeHotlist({ entries }: Listing): string {
  const inLine = (text: string): string => text.replaceAll(/\r?\n/g, '\x02\x02');
  const written = (item: Folder | Entry): string => {
    if (isFolder(item)) return `#FOLDER\n\tNAME=${inLine(item.name)}\n\n${item.inside.map(written).join('')}-\n\n`;
    const added = Date.parse(textIn(item, 'added') ?? '');
    const note = textIn(item, 'description');
    return `#URL\n\tNAME=${inLine(textIn(item, 'title') ?? '')}\n\tURL=${inLine(textIn(item, 'url') ?? '')}\n${
      Number.isNaN(added) ? '' : `\tCREATED=${Math.round(added / 1000)}\n`
    }${note === undefined ? '' : `\tDESCRIPTION=${inLine(note)}\n`}\n`;
  };
  return `Opera Hotlist version 2.0\nOptions: encoding = utf8, version=3\n\n${inFolders(entries).inside.map(written).join('')}`;
}

/** A shortcut to one page: of Windows (`.url`) or Linux (`.desktop`). */
export function readInternetShortcut(bytes: Uint8Array): Listing {
  const text = textOfFile(bytes);
  const url = /^URL(?:\[\w+\])?=(.*)$/m.exec(text)?.[1]?.trim();
  if (url === undefined) throw corrupt('it names no page');
  return {
    entries: [
      entryOf({
        title: /^Name=(.*)$/m.exec(text)?.[1]?.trim(),
        url,
        description: /^Comment=(.*)$/m.exec(text)?.[1]?.trim(),
      }),
    ],
  };
}

/** The same of macOS (`.webloc`). */
export function readWebLocation(bytes: Uint8Array, context: RunContext): Listing {
  const root = wholeValue(readPlist(bytes, { context }));
  const url = root instanceof DataObject ? root.values[root.names.indexOf('URL')] : undefined;
  if (typeof url !== 'string') throw corrupt('it names no page');
  return { entries: [entryOf({ url })] };
}
