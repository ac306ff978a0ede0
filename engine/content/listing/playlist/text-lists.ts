import type { Limits } from '../../../contract/limits.ts';
import { corrupt, createValueBudget } from '../failures.ts';
import { entryOf, numberOf, textIn, type Entry, type Listing } from '../model.ts';
import { linesOf, textOfFile } from '../text.ts';

const INFO = /^#EXTINF:\s*(-?\d*\.?\d*)[^,]*,(.*)$/;

/** M3U, plain or extended: an address a line, what is known of it before. `Artist - Title` is the usual way to name a track. */
export function readM3u(bytes: Uint8Array, limits: Limits): Listing {
  const budget = createValueBudget(limits);
  const entries: Entry[] = [];
  let title: string | undefined;
  let known: Record<string, string | undefined> = {};
  let duration: string | undefined;
  for (const raw of linesOf(textOfFile(bytes))) {
    const line = raw.trim();
    const info = INFO.exec(line);
    if (info) {
      duration = Number(info[1]) > 0 ? info[1] : undefined;
      known = namesOf(info[2]!.trim());
    } else if (line.startsWith('#PLAYLIST:')) title = line.slice(10).trim();
    else if (line !== '' && !line.startsWith('#')) {
      budget.take(1);
      entries.push(entryOf({ ...known, duration: numberOf(duration), location: line }));
      [known, duration] = [{}, undefined];
    }
  }
  return { ...(title && { title }), entries };
}

function namesOf(text: string): Record<string, string | undefined> {
  const dash = text.indexOf(' - ');
  return dash < 0 ? { title: text } : { artist: text.slice(0, dash).trim(), title: text.slice(dash + 3).trim() };
}

/** What a player shows of a track in one line. */
function shownName(entry: Entry): string | undefined {
  const [artist, title] = [textIn(entry, 'artist'), textIn(entry, 'title')];
  const shown = artist === undefined ? title : `${artist} - ${title ?? ''}`;
  return shown?.replaceAll(/\s+/g, ' ').trim();
}

export function writeM3u({ title, entries }: Listing): string {
  const tracks = entries.map((entry) => {
    const seconds = Math.round(Number(textIn(entry, 'duration') ?? -1));
    const shown = shownName(entry);
    const info = shown === undefined && seconds < 0 ? '' : `#EXTINF:${seconds},${shown ?? ''}\n`;
    return `${info}${locationOf(entry)}\n`;
  });
  return `#EXTM3U\n${title === undefined ? '' : `#PLAYLIST:${title.replaceAll(/\s+/g, ' ')}\n`}${tracks.join('')}`;
}

/** An address stands in one line. */
export function locationOf(entry: Entry): string {
  return (textIn(entry, 'location') ?? '').replaceAll(/[\r\n]+/g, ' ');
}

/** PLS, which is written as settings are: `File1=`, `Title1=`, `Length1=`. */
export function readPls(bytes: Uint8Array, limits: Limits): Listing {
  const budget = createValueBudget(limits);
  const tracks = new Map<number, Record<string, string>>();
  for (const line of linesOf(textOfFile(bytes))) {
    const [, key, number, value] = /^\s*(File|Title|Length)(\d{1,9})\s*=\s*(.*?)\s*$/i.exec(line) ?? [];
    if (key === undefined) continue;
    budget.take(1);
    const track = tracks.get(Number(number)) ?? {};
    track[key.toLowerCase()] = value!;
    tracks.set(Number(number), track);
  }
  const inOrder = [...tracks].sort(([a], [b]) => a - b).map(([, track]) => track);
  return {
    entries: inOrder
      .filter(({ file }) => file !== undefined)
      .map(({ file, title, length }) =>
        entryOf({ title, duration: Number(length) > 0 ? numberOf(length) : undefined, location: file }),
      ),
  };
}

export function writePls({ entries }: Listing): string {
  const tracks = entries.map((entry, index) => {
    const number = index + 1;
    const shown = shownName(entry);
    const seconds = Math.round(Number(textIn(entry, 'duration') ?? -1));
    return `File${number}=${locationOf(entry)}\n${shown === undefined ? '' : `Title${number}=${shown}\n`}Length${number}=${seconds}\n`;
  });
  return `[playlist]\n${tracks.join('')}NumberOfEntries=${entries.length}\nVersion=2\n`;
}

const CUE_LINE = /^(\w+)\s+(?:"([^"]*)"|(\S+))(?:\s+(.*))?$/;
/** Frames of a compact disc in a second. */
const FRAMES = 75;

/** Cue sheets: the tracks of a file or a disc by the time at which they begin. */
export function readCueSheet(bytes: Uint8Array, limits: Limits): Listing {
  const budget = createValueBudget(limits);
  const entries: Record<string, string>[] = [];
  const disc: Record<string, string> = {};
  let file: string | undefined;
  for (const raw of linesOf(textOfFile(bytes))) {
    const [, command, quoted, bare, rest] = CUE_LINE.exec(raw.trim()) ?? [];
    const value = quoted ?? bare;
    if (command === undefined || value === undefined) continue;
    const current = entries.at(-1);
    if (command === 'FILE') file = value;
    else if (command === 'TRACK') {
      budget.take(1);
      entries.push({ ...(file !== undefined && { location: file }) });
    } else if (command === 'TITLE' || command === 'PERFORMER')
      (current ?? disc)[command] = wholeValue(raw, quoted, value);
    else if (command === 'INDEX' && Number(value) === 1 && current && rest !== undefined)
      current['start'] = String(secondsOf(rest));
  }
  if (entries.length === 0) throw corrupt('it is no cue sheet: it has no tracks');
  return {
    ...(disc['TITLE'] && { title: disc['TITLE'] }),
    entries: entries.map(({ TITLE, PERFORMER, location, start }) =>
      entryOf({
        title: TITLE,
        artist: PERFORMER ?? disc['PERFORMER'],
        album: disc['TITLE'],
        start: numberOf(start),
        location,
      }),
    ),
  };
}

/** A text without quotation marks goes on to the end of the line. */
function wholeValue(raw: string, quoted: string | undefined, value: string): string {
  return quoted === undefined ? raw.trim().replace(/^\w+\s+/, '') : value;
}

function secondsOf(time: string): number {
  const [minutes = 0, seconds = 0, frames = 0] = time.split(':').map(Number);
  return Number((minutes * 60 + seconds + frames / FRAMES).toFixed(3));
}

export function writeCueSheet({ title, entries }: Listing): string {
  const album = title ?? textIn(entries[0] ?? new Map(), 'album');
  const quote = (text: string): string => `"${text.replaceAll('"', "'").replaceAll(/\s+/g, ' ')}"`;
  let file: string | undefined;
  const tracks = entries.map((entry, index) => {
    const own = locationOf(entry) || 'audio.wav';
    const head = own === file ? '' : `FILE ${quote(own)} ${typeOf(own)}\n`;
    const start = own === file || entry.has('start') ? Number(textIn(entry, 'start') ?? 0) : 0;
    file = own;
    const named = [['TITLE', 'title'] as const, ['PERFORMER', 'artist'] as const].flatMap(([command, name]) => {
      const text = textIn(entry, name);
      return text === undefined ? [] : [`    ${command} ${quote(text)}\n`];
    });
    const number = String(index + 1).padStart(2, '0');
    return `${head}  TRACK ${number} AUDIO\n${named.join('')}    INDEX 01 ${clockOf(start)}\n`;
  });
  return `${album === undefined ? '' : `TITLE ${quote(album)}\n`}${tracks.join('')}`;
}

function typeOf(name: string): string {
  if (/\.mp3$/i.test(name)) return 'MP3';
  return /\.aiff?$/i.test(name) ? 'AIFF' : 'WAVE';
}

function clockOf(seconds: number): string {
  const frames = Math.round(seconds * FRAMES);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(Math.floor(frames / FRAMES / 60))}:${two(Math.floor(frames / FRAMES) % 60)}:${two(frames % FRAMES)}`;
}
