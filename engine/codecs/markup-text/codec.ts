import { defineCodec } from '../../codec.ts';

/** Our own reader of HTML, Markdown and plain text: what a person would read there, and what stands out in it. */
export default defineCodec({
  id: 'markup-text',
  lane: 'light',
  instance: 'warm',
  packages: [],
  licence: 'MIT',
  inspects: ['html', 'md', 'txt'],
  edges: [],
  load: () => import('./run.ts'),
});
