import type { Case, Comparator } from '../case.ts';
import type { FormatId } from '../../engine/formats/index.ts';

const SOURCES = {
  eml: 'related-picture-attachments-encoded-words.eml',
  msg: 'html-in-rtf-inline-picture.msg',
  mbox: 'two-messages-quoted-from-koi8.mbox',
  ics: 'series-all-day-alarm-folded.ics',
  vcf: 'versions-2.1-3.0-4.0-photo.vcf',
} as const;

const TARGETS: readonly (readonly [edge: string, to: FormatId, comparator: Comparator])[] = [
  ['page', 'html', 'document'],
  ['words', 'txt', 'document'],
  ['records', 'json', 'records'],
];

export const cases: readonly Case[] = [
  ...(Object.keys(SOURCES) as (keyof typeof SOURCES)[]).flatMap((from) =>
    TARGETS.map(([edge, to, comparator]): Case => ({
      codec: from === 'ics' || from === 'vcf' ? 'calendar' : 'mail',
      edge,
      from,
      to,
      source: SOURCES[from],
      comparator,
    })),
  ),
  ...(['eml', 'msg'] as const).map((from): Case => ({
    codec: 'mail',
    edge: 'attachments',
    from,
    to: 'zip',
    source: SOURCES[from],
    comparator: 'archive',
  })),
  {
    codec: 'mail',
    edge: 'attachments',
    from: 'mbox',
    to: 'zip',
    source: 'message-with-attachment.mbox',
    comparator: 'archive',
  },
  { codec: 'mail', edge: 'message', from: 'msg', to: 'eml', source: SOURCES.msg, comparator: 'document' },
  { codec: 'mail', edge: 'split', from: 'mbox', to: 'eml', source: SOURCES.mbox, comparator: 'document' },
  {
    codec: 'calendar',
    edge: 'entries',
    from: 'json',
    to: 'ics',
    source: 'events-with-and-without-zone.json',
    comparator: 'records',
  },
  {
    codec: 'calendar',
    edge: 'entries',
    from: 'json',
    to: 'vcf',
    source: 'contacts-addresses-types.json',
    comparator: 'records',
  },
];
