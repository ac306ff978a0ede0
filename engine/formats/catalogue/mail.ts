import type { FormatTable } from '../format.ts';

export const mailFormats = {
  eml: {
    name: 'E-mail message',
    mime: ['message/rfc822'],
    extensions: ['eml'],
    carries: ['text', 'structure', 'look', 'figures', 'records', 'entries', 'metadata'],
    text: /^(From |[\w-]+:)/,
  },
  msg: {
    name: 'Outlook message',
    mime: ['application/vnd.ms-outlook'],
    extensions: ['msg'],
    carries: ['text', 'structure', 'look', 'figures', 'records', 'entries', 'metadata'],
  },
  mbox: {
    name: 'Mailbox',
    mime: ['application/mbox'],
    extensions: ['mbox'],
    carries: ['text', 'structure', 'look', 'figures', 'records', 'entries', 'pages', 'metadata'],
    many: 'entries',
    text: /^(From |[\w-]+:)/,
    isAlso: ['eml'],
  },
  pst: {
    name: 'Outlook data file',
    mime: ['application/vnd.ms-outlook-pst'],
    extensions: ['pst', 'ost'],
    carries: ['text', 'structure', 'look', 'figures', 'entries', 'pages', 'metadata'],
    many: 'entries',
  },
  p7m: {
    name: 'S/MIME message',
    mime: ['application/pkcs7-mime'],
    extensions: ['p7m', 'p7s'],
    carries: ['entries', 'metadata'],
  },
  vcf: {
    name: 'vCard contacts',
    mime: ['text/vcard'],
    extensions: ['vcf', 'vcard'],
    carries: ['records', 'text', 'structure', 'figures'],
  },
  ics: {
    name: 'iCalendar',
    mime: ['text/calendar'],
    extensions: ['ics', 'ical', 'ifb'],
    carries: ['records', 'text', 'structure'],
  },
} as const satisfies FormatTable;
