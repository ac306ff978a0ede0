import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { tryRealFile } from '../../matrix/real-files.ts';
import type { FormatId } from '../../../engine/index.ts';
import type { OutsideSuite } from '../suite.ts';

/**
 * Suites whose files have no expected result: each is converted with a verified result that a native program does not
 * object to, or refused by name.
 */

export const PLAYER_SUITE = judgedSuite({
  id: 'player',
  title: 'audio, video and images that examine a player, many of them odd → FLAC, Matroska, MP4 or PNG',
  source: 'the repository androidx/media on GitHub',
  folder: 'media',
  mostBytes: 1_000_000,
  files:
    'libraries/test_data/src/test/assets/media/**/*.{aac,ac3,ac4,adts,amr,avi,avif,bmp,eac3,flac,flv,heic,heif,jpeg,jpg,m4a,mid,mka,mkv,mov,MOV,mp3,mp4,ogg,opus,png,ps,ts,wav,webm,webp,3gp}',
});

export const TAG_SUITE = judgedSuite({
  id: 'tags',
  title: 'audio of twenty formats that examines a reader of tags, some of it damaged → FLAC, WAV or MP3',
  source: 'the repository quodlibet/mutagen on GitHub',
  folder: 'mutagen',
  files:
    'tests/data/*.{aac,ac3,aif,ape,dff,dsf,eac3,flac,m4a,mid,mp3,mp4,mpc,oggflac,oga,ogg,ogv,oma,opus,spx,tta,wav,wma,wv}',
});

export const MUSIC_SUITE = judgedSuite({
  id: 'music',
  title: 'audio of twenty formats and many encoders that examines a reader of metadata → FLAC, WAV or MP3',
  source: 'the repository Borewit/music-metadata on GitHub',
  folder: 'music-metadata',
  files:
    'test/samples/**/*.{aac,aif,aiff,ape,asf,dff,dsf,flac,m4a,m4b,mka,mkv,mov,mp1,mp2,mp3,mp4,mpc,oga,ogg,ogv,opus,spx,wav,weba,webm,wma,wv}',
});

export const VIPS_SUITE = judgedSuite({
  id: 'vips',
  title: 'images of twenty formats that examine readers, some of them damaged → PNG or WebP',
  source: 'the repository libvips/libvips on GitHub',
  folder: 'libvips',
  files: 'test/test-suite/images/**/*.*',
});

export const JPEG_SUITE = judgedSuite({
  id: 'jpeg',
  title: 'images of 8, 12 and 16 bits that examine an encoder of JPEG → PNG or WebP',
  source: 'the repository libjpeg-turbo/libjpeg-turbo on GitHub',
  folder: 'libjpeg-turbo',
  files: 'testimages/*.{bmp,jpg,png,ppm}',
});

interface JudgedFiles {
  /** Which files, as a pattern of paths. */
  readonly files: string;
  /** Larger files take minutes each, and show nothing more. */
  readonly mostBytes?: number;
}

function judgedSuite({
  files,
  mostBytes = Infinity,
  ...suite
}: Omit<OutsideSuite, 'cases'> & JudgedFiles): OutsideSuite {
  return {
    ...suite,
    title: `${suite.title}: verified and judged by a native program where one is there, or refused by name`,
    cases: async (root) =>
      globSync(files, { cwd: root })
        .filter((name) => statSync(join(root, name)).size <= mostBytes)
        .sort()
        .map((name) => ({
          name,
          run: async (engine) => {
            const { outcome, detail } = await tryRealFile(engine, join(root, name), { to: targetOf(name) });
            if (outcome !== 'verified' && outcome !== 'refused') throw new Error(`${outcome}: ${detail}`);
          },
        })),
  };
}

const MATROSKA = /\.(mkv|webm)$/i;
const VIDEO = /\.(asf|avi|flv|mkv|mov|mp4|ogv|ps|ts|webm|wmv|3gp)$/i;

/** Videos go where most codecs are copied: to encode them would take minutes. */
function targetOf(name: string): FormatId | undefined {
  if (MATROSKA.test(name)) return 'mp4';
  return VIDEO.test(name) ? 'mkv' : undefined;
}
