import type { Damage, Harm, Scenario } from '../scenario.ts';
import { throughFfmpeg } from '../native-ffmpeg.ts';

/** Filters of frames that damage a video as bugs of codecs, scalers and muxers would. */
const FILTERS: Readonly<Record<string, readonly [harm: Harm, filter: string]>> = {
  'frozen at the first frame': ['motion', 'loop=loop=-1:size=1,trim=end=DURATION'],
  'frozen in its second half': ['motion', 'loop=loop=-1:size=1:start=FRAMES/2,trim=end=DURATION'],
  'darker by a fifth': ['image', 'lutrgb=r=val*0.8:g=val*0.8:b=val*0.8'],
  'brighter by a fifth': ['image', 'lutrgb=r=val*1.2:g=val*1.2:b=val*1.2'],
  'limited range taken for full': ['image', 'lutrgb=r=16+val*0.75:g=16+val*0.75:b=16+val*0.75'],
  'green in its second half': ['frame', 'drawbox=c=green:t=fill:enable=gte(t\\,DURATION/2)'],
  'all green': ['frame', 'drawbox=c=green:t=fill'],
  'all black': ['frame', 'drawbox=c=black:t=fill'],
  'all grey': ['image', 'hue=s=0'],
  'red and blue exchanged': ['image', 'colorchannelmixer=0:0:1:0:0:1:0:0:1:0:0'],
  negative: ['image', 'negate'],
  'in reverse': ['order', 'reverse'],
  'half a second late': ['timing', 'tpad=start_duration=0.5,trim=end=DURATION'],
  'upside down': ['image', 'vflip'],
  mirrored: ['image', 'hflip'],
  'turned by 180°': ['image', 'vflip,hflip'],
  'lower half black': ['image', 'drawbox=y=ih/2:h=ih/2:w=iw:c=black:t=fill'],
  'a quarter of the picture enlarged': ['image', 'crop=iw/2:ih/2:0:0,scale=2*iw:2*ih'],
  'strongly shifted to the right': ['image', 'crop=iw/2:ih:0:0,pad=2*iw:ih:iw:0'],
  'noise instead': ['frame', 'geq=lum=random(1)*255:cb=128:cr=128'],
  'frames shuffled': ['order', 'random=frames=24:seed=3'],
  'twice as fast, then frozen': ['motion', 'setpts=PTS/2,tpad=stop=-1:stop_mode=clone,trim=end=DURATION'],
};

/** Damages to tracks and container, as arguments of FFmpeg between input and output. */
const TRACKS: Readonly<Record<string, readonly [harm: Harm, args: readonly string[]]>> = {
  'without audio': ['track', ['-map', '0:v', '-c', 'copy']],
  'without video': ['track', ['-map', '0:a', '-c', 'copy']],
  'audio silent': ['silence', ['-map', '0', '-c:v', 'copy', '-af', 'volume=0']],
  'audio reversed': ['sound', ['-map', '0', '-c:v', 'copy', '-af', 'areverse']],
  'audio half as loud': ['sound', ['-map', '0', '-c:v', 'copy', '-af', 'volume=0.5']],
  'audio channels exchanged': ['sound', ['-map', '0', '-c:v', 'copy', '-af', 'pan=stereo|c0=c1|c1=c0']],
  'audio mono': ['sound', ['-map', '0', '-c:v', 'copy', '-ac', '1']],
  'half the frame rate': ['frame', ['-map', '0', '-c:a', 'copy', '-r', 'RATE/2']],
  'a quarter of the size': ['image', ['-map', '0', '-c:a', 'copy', '-vf', 'scale=iw/2:ih/2']],
  'wrong aspect': ['image', ['-map', '0', '-c:a', 'copy', '-vf', 'scale=iw/2:ih,setsar=1']],
  'wider pixels': ['image', ['-map', '0', '-c:a', 'copy', '-vf', 'setsar=2']],
  'rotated by 90°': ['image', ['-map', '0', '-c:a', 'copy', '-vf', 'transpose=clock']],
  'last third missing': ['block', ['-map', '0', '-t', 'DURATION*2/3', '-c:a', 'copy']],
  'first frame only': ['motion', ['-map', '0', '-frames:v', '1', '-c:a', 'copy']],
  'audio ends in the middle': ['track', ['-map', '0:v', '-map', '0:a', '-c:v', 'copy', '-af', 'atrim=end=DURATION/2']],
  'audio starts half a second late': ['timing', ['-map', '0', '-c:v', 'copy', '-af', 'adelay=500:all=1']],
};

interface Target {
  readonly source: string;
  readonly to: Scenario['to'];
  readonly seconds: number;
  readonly rate: number;
  readonly hasAudio: boolean;
  /** Its audio has one channel. */
  readonly isMono?: true;
  /** How native FFmpeg writes the frames again. */
  readonly encoder: readonly string[];
  readonly audio?: readonly string[];
  readonly names?: readonly string[];
  readonly isInSample?: true;
}

function damagesOf({ to, seconds, rate, hasAudio, isMono, encoder, audio = [], names }: Target): Damage[] {
  const filled = (text: string): string =>
    text
      .replaceAll('FRAMES/2', String(Math.floor((seconds * rate) / 2)))
      .replaceAll('DURATION*2/3', String((seconds * 2) / 3))
      .replaceAll('DURATION/2', String(seconds / 2))
      .replaceAll('RATE/2', String(rate / 2))
      .replaceAll('DURATION', String(seconds));
  const filters = Object.entries(FILTERS).map(([name, [harm, filter]]): Damage => ({
    name,
    harm,
    apply: (bytes) =>
      throughFfmpeg(bytes, to, ['-map', '0', '-vf', filled(filter), ...encoder, ...(hasAudio ? ['-c:a', 'copy'] : [])]),
  }));
  const tracks = Object.entries(TRACKS).map(([name, [harm, args]]): Damage => {
    const coded = args.includes('-c:v') || args.includes('-c') ? [] : encoder;
    return {
      name,
      harm,
      apply: (bytes) =>
        throughFfmpeg(bytes, to, [...args.map(filled), ...coded, ...(args.includes('-af') ? audio : [])]),
    };
  });
  const isWanted = (name: string): boolean =>
    !(isMono && /channels|mono/.test(name)) &&
    (hasAudio || !/audio|without video/.test(name)) &&
    (names?.includes(name) ?? true);
  return [...filters, ...tracks, ...OWN].filter(({ name }) => isWanted(name));
}

const OWN: readonly Damage[] = [
  { name: 'random bytes', harm: 'unreadable', apply: (bytes) => bytes.map((_, at) => (at * 2_654_435_761) >>> 13) },
  { name: 'second half of zeros', harm: 'unreadable', apply: (bytes) => bytes.fill(0, bytes.length >> 1) },
  { name: 'truncated in the middle', harm: 'unreadable', apply: (bytes) => bytes.slice(0, bytes.length >> 1) },
];

const X264 = ['-c:v', 'libx264', '-crf', '20', '-pix_fmt', 'yuv420p', '-preset', 'fast'] as const;
const VP8 = ['-c:v', 'libvpx', '-b:v', '1M', '-deadline', 'realtime', '-cpu-used', '8'] as const;
const MPEG4 = ['-c:v', 'mpeg4', '-q:v', '3'] as const;
const AAC = ['-c:a', 'aac', '-b:a', '160k'] as const;
const SHORT = { seconds: 1, rate: 25 } as const;

/** Two audio tracks of different languages. */
const TWO_TRACKS = 'corpus/sources/mp4/h264-two-audio-languages.mp4';
const SECOND_TRACK: readonly Damage[] = [
  track('second audio track silent', 'silence', [
    '-map',
    '0',
    '-c',
    'copy',
    '-c:a:1',
    'aac',
    '-filter:a:1',
    'volume=0',
  ]),
  track('second audio track replaced by the first', 'track', [
    '-map',
    '0:v',
    '-map',
    '0:a:0',
    '-map',
    '0:a:0',
    '-c',
    'copy',
    '-map_metadata:s:a:1',
    '0:s:a:1',
  ]),
  track('audio tracks exchanged', 'order', ['-map', '0:v', '-map', '0:a:1', '-map', '0:a:0', '-c', 'copy']),
  track('second audio track missing', 'track', ['-map', '0:v', '-map', '0:a:0', '-c', 'copy']),
  track('languages exchanged', 'metadata', [
    '-map',
    '0',
    '-c',
    'copy',
    '-metadata:s:a:0',
    'language=fra',
    '-metadata:s:a:1',
    'language=spa',
  ]),
  track('languages missing', 'metadata', [
    '-map',
    '0',
    '-c',
    'copy',
    '-metadata:s:a:0',
    'language=und',
    '-metadata:s:a:1',
    'language=und',
  ]),
  track('second audio track a tone', 'sound', [
    '-map',
    '0',
    '-c',
    'copy',
    '-c:a:1',
    'aac',
    '-filter:a:1',
    'aeval=0.3*sin(2*PI*440*t):c=same',
  ]),
];

function track(name: string, harm: Harm, args: readonly string[]): Damage {
  return { name, harm, apply: (bytes) => throughFfmpeg(bytes, 'mkv', args) };
}

const TARGETS: readonly Target[] = [
  {
    source: '../shared/corpora/video/file-type/fixture2.mpg',
    to: 'mp4',
    seconds: 14,
    rate: 29.97,
    hasAudio: false,
    encoder: X264,
  },
  {
    source: '../shared/corpora/video/file-type/fixture2.3gp',
    to: 'mp4',
    seconds: 9.6,
    rate: 10,
    hasAudio: true,
    isMono: true,
    encoder: X264,
    audio: AAC,
  },
  {
    source: '../shared/corpora/video/file-type/fixture-mjpeg.mov',
    to: 'mp4',
    seconds: 1.5,
    rate: 10,
    hasAudio: true,
    isMono: true,
    encoder: X264,
    audio: AAC,
  },
  { source: 'corpus/sources/mkv/mpeg4-flac.mkv', to: 'mp4', ...SHORT, hasAudio: true, encoder: MPEG4, audio: AAC },
  { source: 'corpus/sources/webm/vp8-vorbis.webm', to: 'mp4', ...SHORT, hasAudio: true, encoder: X264, audio: AAC },
  { source: 'corpus/sources/mp4/h264-without-audio.mp4', to: 'webm', ...SHORT, hasAudio: false, encoder: VP8 },
  {
    source: 'corpus/sources/mov/mjpeg-pcm.mov',
    to: 'avi',
    ...SHORT,
    seconds: 0.6,
    hasAudio: true,
    encoder: MPEG4,
    audio: ['-c:a', 'libmp3lame'],
  },
  {
    source: 'corpus/sources/mp4/h264-aac-tags.mp4',
    to: 'mkv',
    ...SHORT,
    hasAudio: true,
    encoder: X264,
    audio: AAC,
    names: [
      'frozen at the first frame',
      'in reverse',
      'darker by a fifth',
      'without audio',
      'audio silent',
      'random bytes',
    ],
    isInSample: true,
  },
];

export const SCENARIOS: readonly Scenario[] = [
  ...TARGETS.map((target): Scenario => {
    const { source, to, isInSample } = target;
    return { family: 'video', source, to, ...(isInSample && { isInSample }), damages: damagesOf(target) };
  }),
  { family: 'video', source: TWO_TRACKS, to: 'mkv', damages: SECOND_TRACK },
];
