import { realFiles } from '../matrix/real-files.ts';
import { hasCorpora } from '../support/corpora.ts';
import { testRealFiles } from '../support/real-file-tests.ts';

/** A small part that is quickly done; `npm run refusals -- audio` (video, subtitle) converts all. */
const WORDS = ['file-type/fixture', 'pysubs2/'] as const;
const FILES_EACH = 8;

const files: string[] = [];
for (const folder of hasCorpora ? ['audio', 'subtitle'] : []) {
  const found = await Promise.all(WORDS.map((word) => realFiles(folder, [word])));
  files.push(...found.flat().slice(0, FILES_EACH));
}

testRealFiles('real sounds and subtitles', files);
