import { defineCodec } from '../../contract/codec.ts';

/** A reader of messages, calendars and contacts: what they say, hold and list. */
export default defineCodec({
  id: 'mail-reader',
  lane: 'document',
  packages: ['postal-mime', '@kenjiuno/msgreader', 'rtf-stream-parser', '@mixmark-io/domino'],
  licence: 'MIT-0 AND Apache-2.0 AND MIT AND BSD-2-Clause',
  inspects: ['eml', 'msg', 'mbox', 'ics', 'vcf'],
  edges: [],
  load: () => import('./run.ts'),
});
