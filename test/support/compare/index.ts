import type { Comparator } from '../../../corpus/case.ts';
import { compareArchives } from './archive.ts';
import { compareAudioFiles } from './audio.ts';
import { compareDocuments } from './document.ts';
import { same, type CompareFiles } from './finding.ts';
import { compareFontFiles } from './font.ts';
import { compareImages } from './image.ts';
import { compareRecordFiles } from './records.ts';
import { compareTextFiles } from './text.ts';
import { compareVideoFiles } from './video.ts';

export const COMPARATORS: Readonly<Record<Comparator, CompareFiles>> = {
  exact: async ({ golden, found }) => [
    same('bytes', 'equal', Buffer.compare(golden, found) === 0 ? 'equal' : 'different'),
  ],
  text: compareTextFiles,
  image: compareImages,
  audio: compareAudioFiles,
  video: compareVideoFiles,
  records: compareRecordFiles,
  document: compareDocuments,
  archive: compareArchives,
  font: compareFontFiles,
};
