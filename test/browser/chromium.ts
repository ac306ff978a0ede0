import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine; undefined, with a word about it, where there is none. */
export const CHROMIUM = PLACES.find((path) => existsSync(path));
if (!CHROMIUM) process.stderr.write(`Browser tests are left out: there is no Chromium at ${PLACES.join(' or ')}.\n`);

/** No sandbox, as tests run in containers too; nothing that calls home. */
export const CHROMIUM_FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];
