import { DJOT } from './djot.ts';
import { MEDIAWIKI } from './mediawiki.ts';
import { BBCODE, TIKIWIKI, XWIKI, ZIMWIKI } from './more.ts';
import { HADDOCK, MUSE, T2T } from './prose.ts';
import type { WikiLanguage } from './reader.ts';
import { TEXTILE } from './textile.ts';
import { CREOLE, DOKUWIKI, JIRA, TWIKI, VIMWIKI } from './wikis.ts';

/** Languages whose blocks are lines. */
export const WIKI_LANGUAGES = {
  ...{ creole: CREOLE, dokuwiki: DOKUWIKI, jira: JIRA, twiki: TWIKI, vimwiki: VIMWIKI, mediawiki: MEDIAWIKI },
  ...{ tikiwiki: TIKIWIKI, zimwiki: ZIMWIKI, xwiki: XWIKI, bbcode: BBCODE },
  ...{ textile: TEXTILE, haddock: HADDOCK, muse: MUSE, t2t: T2T, djot: DJOT },
} as const satisfies Record<string, WikiLanguage>;
