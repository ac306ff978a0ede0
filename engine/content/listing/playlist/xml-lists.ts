import type { Limits } from '../../../contract/limits.ts';
import { childAt, childrenNamed, descendants, type XmlNode } from '../../../io/xml-tree.ts';
import { corrupt } from '../failures.ts';
import { entryOf, numberOf, textIn, type Entry, type Listing } from '../model.ts';
import {
  childText,
  DECLARATION,
  element,
  isObject,
  jsonOf,
  lines,
  listIn,
  rootOf,
  stringIn,
  textElement,
  type JsonObject,
} from '../text.ts';

/** XSPF (xiph.org): durations are milliseconds. */
export function readXspf(bytes: Uint8Array, limits: Limits): Listing {
  const root = rootOf(bytes, limits);
  if (root.name !== 'playlist') throw corrupt('it is no playlist');
  const tracks = childrenNamed(childAt(root, 'trackList'), 'track');
  return {
    ...titled(childText(root, 'title')),
    entries: tracks.map((track) =>
      entryOf({
        title: childText(track, 'title'),
        artist: childText(track, 'creator'),
        album: childText(track, 'album'),
        duration: secondsOf(childText(track, 'duration')),
        location: childText(track, 'location'),
        image: childText(track, 'image'),
        note: childText(track, 'annotation'),
      }),
    ),
  };
}

function titled(title: string | undefined): Pick<Listing, 'title'> {
  return title === undefined ? {} : { title };
}

function secondsOf(milliseconds: string | undefined) {
  return milliseconds === undefined ? undefined : numberOf(Number(milliseconds) / 1000);
}

function millisecondsOf(entry: Entry): string | undefined {
  const seconds = textIn(entry, 'duration');
  return seconds === undefined ? undefined : String(Math.round(Number(seconds) * 1000));
}

export function writeXspf({ title, entries }: Listing): string {
  const tracks = entries.map((entry) =>
    element(
      'track',
      {},
      `\n${lines(
        textElement('location', textIn(entry, 'location')),
        textElement('title', textIn(entry, 'title')),
        textElement('creator', textIn(entry, 'artist')),
        textElement('annotation', textIn(entry, 'note')),
        textElement('image', textIn(entry, 'image')),
        textElement('album', textIn(entry, 'album')),
        textElement('duration', millisecondsOf(entry)),
      )}`,
    ),
  );
  const inside = lines(textElement('title', title), element('trackList', {}, `\n${lines(...tracks)}`));
  return `${DECLARATION}${element('playlist', { version: '1', xmlns: 'http://xspf.org/ns/0/' }, `\n${inside}`)}\n`;
}

/** The same in JSON. */
export function readJspf(bytes: Uint8Array): Listing {
  const root = jsonOf(bytes);
  const playlist = isObject(root) ? root['playlist'] : undefined;
  if (!isObject(playlist)) throw corrupt('it is no playlist');
  return {
    ...titled(stringIn(playlist['title'])),
    entries: listIn(playlist['track']).filter(isObject).map(trackOf),
  };
}

function trackOf(track: JsonObject): Entry {
  const location = track['location'];
  return entryOf({
    title: stringIn(track['title']),
    artist: stringIn(track['creator']),
    album: stringIn(track['album']),
    duration: secondsOf(typeof track['duration'] === 'number' ? String(track['duration']) : undefined),
    location: Array.isArray(location) ? stringIn(location[0]) : stringIn(location),
    image: stringIn(track['image']),
    note: stringIn(track['annotation']),
  });
}

export function writeJspf({ title, entries }: Listing): string {
  const track = entries.map((entry) => {
    const milliseconds = millisecondsOf(entry);
    const location = textIn(entry, 'location');
    return {
      ...(location !== undefined && { location: [location] }),
      title: textIn(entry, 'title'),
      creator: textIn(entry, 'artist'),
      annotation: textIn(entry, 'note'),
      image: textIn(entry, 'image'),
      album: textIn(entry, 'album'),
      ...(milliseconds !== undefined && { duration: Number(milliseconds) }),
    };
  });
  return `${JSON.stringify({ playlist: { ...titled(title), track } }, null, 2)}\n`;
}

/** Playlists of Windows Media Player: addresses alone. */
export function readWpl(bytes: Uint8Array, limits: Limits): Listing {
  const root = rootOf(bytes, limits);
  if (root.name !== 'smil') throw corrupt('it is no playlist');
  return {
    ...titled(childText(childAt(root, 'head'), 'title')),
    entries: [...descendants(root, 'media')].map(({ attributes }) => entryOf({ location: attributes.get('src') })),
  };
}

export function writeWpl({ title, entries }: Listing): string {
  const media = entries.map((entry) => element('media', { src: textIn(entry, 'location') ?? '' }));
  const head = element('head', {}, textElement('title', title ?? 'Playlist'));
  const body = element('body', {}, element('seq', {}, `\n${lines(...media)}`));
  return `<?wpl version="1.0"?>\n${element('smil', {}, `\n${lines(head, body)}`)}\n`;
}

/** Metafiles of Windows Media. Names of elements and attributes are in any case, and others than `ref` are never followed. */
export function readAsx(bytes: Uint8Array, limits: Limits): Listing {
  const root = rootOf(bytes, limits);
  if (root.name.toLowerCase() !== 'asx') throw corrupt('it is no playlist');
  const entries = root.children.filter((node) => isNamed(node, 'entry'));
  return {
    ...titled(textNamed(root, 'title')),
    entries: entries.map((entry) =>
      entryOf({
        title: textNamed(entry, 'title'),
        artist: textNamed(entry, 'author'),
        duration: clockOf(
          attributeOf(
            entry.children.find((node) => isNamed(node, 'duration')),
            'value',
          ),
        ),
        location: attributeOf(
          entry.children.find((node) => isNamed(node, 'ref')),
          'href',
        ),
        note: textNamed(entry, 'abstract'),
      }),
    ),
  };
}

function isNamed({ name }: XmlNode, wanted: string): boolean {
  return name.toLowerCase() === wanted;
}

function textNamed(node: XmlNode, wanted: string): string | undefined {
  return node.children.find((child) => isNamed(child, wanted))?.text.trim() || undefined;
}

function attributeOf(node: XmlNode | undefined, wanted: string): string | undefined {
  if (node === undefined) return undefined;
  for (const [name, value] of node.attributes.all()) if (name.toLowerCase() === wanted) return value;
  return undefined;
}

function clockOf(time: string | undefined) {
  if (time === undefined || !/^[\d:.]+$/.test(time)) return undefined;
  return numberOf(time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0));
}

export function writeAsx({ title, entries }: Listing): string {
  const written = entries.map((entry) => {
    const seconds = textIn(entry, 'duration');
    return element(
      'entry',
      {},
      `\n${lines(
        textElement('title', textIn(entry, 'title')),
        textElement('author', textIn(entry, 'artist')),
        textElement('abstract', textIn(entry, 'note')),
        seconds !== undefined && element('duration', { value: spelledClock(Number(seconds)) }),
        element('ref', { href: textIn(entry, 'location') ?? '' }),
      )}`,
    );
  });
  return `${element('asx', { version: '3.0' }, `\n${lines(textElement('title', title), ...written)}`)}\n`;
}

function spelledClock(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
  const rest = milliseconds % 1000;
  const clock = `${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)}`;
  return rest === 0 ? clock : `${clock}.${String(rest).padStart(3, '0')}`;
}
