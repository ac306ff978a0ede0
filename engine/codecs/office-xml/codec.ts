import { defineCodec } from '../../codec.ts';

/** Our own look into office files, ZIP and XML only: the judge of what other codecs wrote. */
export default defineCodec({
  id: 'office-xml',
  lane: 'light',
  instance: 'warm',
  packages: ['fflate'],
  licence: 'MIT',
  inspects: ['docx'],
  edges: [],
  load: () => import('./run.ts'),
});
