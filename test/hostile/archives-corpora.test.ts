import { realFiles } from '../matrix/real-files.ts';
import { hasCorpora } from '../support/corpora.ts';
import { testRealFiles } from '../support/real-file-tests.ts';

testRealFiles('real archives', hasCorpora ? await realFiles('archive') : []);
