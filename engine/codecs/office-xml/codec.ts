import { defineCodec } from '../../codec.ts';

/** Our own look into office files and e-books, with nobody's libraries: the judge of what other codecs wrote. */
export default defineCodec({
  id: 'office-xml',
  lane: 'light',
  instance: 'warm',
  packages: ['fflate'],
  licence: 'MIT',
  inspects: [
    'docx',
    'docm',
    'dotx',
    'dotm',
    'pptx',
    'pptm',
    'potx',
    'potm',
    'ppsx',
    'ppsm',
    'odt',
    'ott',
    'fodt',
    'odp',
    'otp',
    'fodp',
    'odg',
    'otg',
    'fodg',
  ],
  edges: [],
  load: () => import('./run.ts'),
});
