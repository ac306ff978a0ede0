import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { converted, refusalOf, type OutsideCase, type OutsideSuite } from '../suite.ts';

/** Properties whose value is a text for people: each of them must be in the result as it is. */
const TEXTS =
  /^(?:[\w-]+\.)?(SUMMARY|DESCRIPTION|LOCATION|COMMENT|UID|FN|EMAIL|NOTE|NICKNAME|TITLE|ROLE)(;[^:]*)?:(.*)$/i;

export const CALENDAR_SUITE = suiteOf({
  id: 'calendars',
  title: 'iCalendar → JSON: the texts of all events, tasks and entries',
  source: 'the repository kewisch/ical.js on GitHub',
  folder: 'ical.js/samples',
  from: 'ics',
});

export const CARD_SUITE = suiteOf({
  id: 'cards',
  title: 'vCard 2.1, 3 and 4 of many programs → JSON: the names, addresses and notes of all cards',
  source: 'the repository mangstadt/ez-vcard on GitHub',
  folder: 'ez-vcard',
  from: 'vcf',
});

interface Suite extends Omit<OutsideSuite, 'cases'> {
  readonly from: 'ics' | 'vcf';
}

function suiteOf({ from, ...suite }: Suite): OutsideSuite {
  return {
    ...suite,
    cases: async (root) =>
      globSync(`**/*.${from}`, { cwd: root })
        .sort()
        .map((name): OutsideCase => ({
          name,
          run: async (engine) => {
            const texts = textsOf(await readFile(join(root, name), 'utf8'));
            const conversion = converted(engine, join(root, name), { from, to: 'json' });
            // A file without an entry may as well be refused.
            if (texts.length === 0) return void (await refusalOf(conversion));
            const found = plain(stringsOf(JSON.parse((await conversion).toString())).join('\n'));
            const missing = texts.filter((text) => !found.includes(plain(text)));
            if (missing.length > 0) throw new Error(`missing: ${missing.join(' | ')}`);
          },
        })),
  };
}

/** The values of the properties for people, unfolded; those in another encoding than plain text are left out. */
function textsOf(file: string): string[] {
  return (
    file
      .replaceAll(/\r*\n[ \t]/g, '')
      // Of an alarm the time is kept; what it shows is the event's own text as a rule.
      .replaceAll(/^BEGIN:VALARM[^]*?^END:VALARM/gm, '')
      .split(/\r*\n/)
      .flatMap((line) => {
        const [, , parameters = '', value = ''] = TEXTS.exec(line) ?? [];
        return /ENCODING=|CHARSET=/i.test(parameters) ? [] : [value];
      })
      .filter((value) => value.trim() !== '')
  );
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

/** Without escapes and white space. */
function plain(text: string): string {
  return text.replaceAll(/\\n/gi, '').replaceAll(/\\(.)/g, '$1').replaceAll(/\s+/g, '');
}
