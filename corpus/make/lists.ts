/** Makes the lists of the corpus: `node corpus/make/lists.ts`. Those in text are written out, so that all of them can be read. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CORPUS } from '../cases.ts';
import { writeZip } from '../../engine/io/zip.ts';
import { DATA } from './lists/data.ts';
import { FEEDS } from './lists/feeds.ts';
import { MAPS } from './lists/maps.ts';
import { KRITA, PALETTES } from './lists/palettes.ts';
import { PLAYLISTS } from './lists/playlists.ts';
import { TRANSLATIONS } from './lists/translations.ts';

for (const [path, content] of Object.entries({
  ...TRANSLATIONS,
  ...PLAYLISTS,
  ...FEEDS,
  ...PALETTES,
  ...MAPS,
  ...DATA,
})) {
  const file = join(CORPUS, 'sources', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function savePacked(path: string, files: Readonly<Record<string, string>>): void {
  const file = join(CORPUS, 'sources', path);
  mkdirSync(dirname(file), { recursive: true });
  const entries = Object.entries(files).map(([name, text]) => ({
    name,
    bytes: new TextEncoder().encode(text),
    stored: name === 'mimetype',
  }));
  writeFileSync(file, writeZip(entries));
}

savePacked('kmz/harbour-folders-hole-data.kmz', { 'doc.kml': MAPS['kml/harbour-folders-hole-data.kml'] });
savePacked('kpl/group.kpl', { mimetype: 'krita/x-colorset', 'colorset.xml': KRITA, 'profiles.xml': '<Profiles/>' });
