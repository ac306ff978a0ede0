import type { Damage, Harm, Scenario } from '../scenario.ts';
import { throughFfmpeg } from '../native-ffmpeg.ts';

/** Filters that damage audio as bugs of codecs, resamplers and muxers would. */
const FILTERS: Readonly<Record<string, readonly [harm: Harm, filter: string]>> = {
  'total silence': ['silence', 'volume=0'],
  'silence but for the first tenth of a second': ['silence', 'volume=0:enable=gte(t\\,0.1)'],
  'the second half silent': ['silence', 'volume=0:enable=gte(t\\,DURATION/2)'],
  'two seconds of silence': ['silence', 'volume=0:enable=between(t\\,DURATION*0.35\\,DURATION*0.35+2)'],
  'every other second silent': ['silence', 'volume=0:enable=mod(floor(t)\\,2)'],
  'left channel silent': ['silence', 'pan=stereo|c0=0*c0|c1=c1'],
  'right channel silent': ['silence', 'pan=stereo|c0=c0|c1=0*c1'],
  'channels exchanged': ['sound', 'pan=stereo|c0=c1|c1=c0'],
  reversed: ['sound', 'areverse'],
  'pitch 8 % higher': ['sound', 'asetrate=RATE*1.08,aresample=RATE,atempo=1/1.08'],
  'pitch 8 % lower': ['sound', 'asetrate=RATE*0.92,aresample=RATE,atempo=1/0.92'],
  'pitch of a 44.1 kHz file played at 48 kHz': ['sound', 'asetrate=RATE*1.0884,aresample=RATE'],
  'twice as fast': ['timing', 'atempo=2,apad=whole_dur=DURATION'],
  'half as fast and cut': ['timing', 'atempo=0.5,atrim=0:DURATION'],
  '500 ms late': ['timing', 'adelay=500:all=1,atrim=0:DURATION'],
  '500 ms early': ['timing', 'atrim=start=0.5,asetpts=PTS-STARTPTS,apad=whole_dur=DURATION'],
  clipped: ['sound', 'volume=18dB,alimiter=limit=0.99:level=0:attack=0.1:release=1'],
  'hard clipped': ['sound', 'volume=24dB:precision=fixed'],
  'half as loud': ['sound', 'volume=0.5'],
  'twice as loud': ['sound', 'volume=2'],
  'a twentieth as loud': ['sound', 'volume=0.05'],
  'noise instead': ['sound', 'aeval=0.3*(random(0)-0.5):c=same'],
  'noise added': ['sound', 'aeval=val(ch)+0.3*(random(0)-0.5):c=same'],
  'a second of noise': [
    'sound',
    'aeval=if(between(t\\,DURATION/3\\,DURATION/3+1.5)\\,0.5*(random(0)-0.5)\\,val(ch)):c=same',
  ],
  'nothing above 1 kHz': ['sound', 'lowpass=f=1000:p=2,lowpass=f=1000:p=2'],
  'nothing below 1 kHz': ['sound', 'highpass=f=1000:p=2,highpass=f=1000:p=2'],
  'a tone instead': ['sound', 'aeval=0.3*sin(2*PI*440*t):c=same'],
  'one second repeated': ['sound', 'aloop=loop=-1:size=RATE,atrim=0:DURATION'],
  'four bits a sample': ['sound', 'aeval=round(val(ch)*4)/4:c=same'],
  'samples in the wrong byte order': ['sound', 'aeval=(mod(floor(val(ch)*32767+32768)\\,256)-128)/128:c=same'],
  'a gap of 200 ms': ['silence', 'volume=0:enable=between(t\\,DURATION*0.4\\,DURATION*0.4+0.2)'],
  'one channel inverted': ['sound', 'pan=stereo|c0=c0|c1=-1*c1'],
  'a second lost in the middle': [
    'block',
    'aselect=not(between(t\\,DURATION/2\\,DURATION/2+1)),asetpts=N/SR/TB,apad=whole_dur=DURATION',
  ],
  'a second of the middle repeated': ['block', 'aloop=loop=1:size=RATE:start=RATE*4,asetpts=N/SR/TB,atrim=0:DURATION'],
  '200 ms late from the middle on': [
    'timing',
    'aselect=1,asplit[a][b];[a]atrim=0:DURATION/2,asetpts=N/SR/TB[c];[b]atrim=start=DURATION/2,adelay=200:all=1,asetpts=N/SR/TB[d];[c][d]concat=n=2:v=0:a=1,atrim=0:DURATION',
  ],
  'nothing below 200 Hz': ['sound', 'highpass=f=200:p=2,highpass=f=200:p=2'],
  'as through a telephone': ['sound', 'highpass=f=300,lowpass=f=3400,lowpass=f=3400'],
  'every second sample': ['sound', 'aresample=RATE/2:filter_size=1,aresample=RATE'],
  'half a semitone lower': ['sound', 'asetrate=RATE*0.9715,aresample=RATE,atempo=1/0.9715'],
  'louder in its second half': ['sound', 'volume=2:enable=gte(t\\,DURATION/2)'],
  echo: ['sound', 'aecho=0.8:0.9:300:0.8'],
};

/** Damages that change what stands in the container. */
const CONTAINER: Readonly<Record<string, readonly [harm: Harm, args: readonly string[]]>> = {
  'the last third missing': ['block', ['-t', 'DURATION*2/3']],
  'the first second missing': ['block', ['-ss', '1']],
  'one channel instead of two': ['sound', ['-ac', '1']],
  'a quarter of the sampling rate': ['sound', ['-ar', 'RATE/4']],
};

interface Target {
  readonly source: string;
  readonly to: Scenario['to'];
  readonly seconds: number;
  readonly rate: number;
  readonly channels: number;
  /** How native FFmpeg writes the result again. */
  readonly encoder: readonly string[];
  readonly isDual?: true;
  readonly names?: readonly string[];
  readonly isInSample?: true;
}

function damagesOf({ to, seconds, rate, channels, encoder, isDual, names }: Target): Damage[] {
  const filled = (text: string): string =>
    text
      .replaceAll('RATE/2', String(rate / 2))
      .replaceAll('RATE*4', String(rate * 4))
      .replaceAll('DURATION/2', String(seconds / 2))
      .replaceAll('DURATION', String(seconds))
      .replaceAll('RATE', String(rate));
  const computed = (text: string): string => {
    const value = filled(text);
    return /^[\d.*/]+$/.test(value) && /[*/]/.test(value) ? String(product(value)) : value;
  };
  const isStereoOnly = (name: string): boolean => /channel/.test(name);
  const isWanted = (name: string): boolean =>
    (channels === 2 || !isStereoOnly(name)) &&
    !(isDual && name === 'channels exchanged') &&
    (seconds > 3 || !/second (?!half)|seconds|500 ms|200 ms|every second/.test(name)) &&
    (names?.includes(name) ?? true);
  const filters = Object.entries(FILTERS).map(([name, [harm, filter]]): Damage => ({
    name,
    harm,
    apply: (bytes) => throughFfmpeg(bytes, to, ['-map', '0:a', '-af', filled(filter), ...encoder]),
  }));
  const containers = Object.entries(CONTAINER).map(([name, [harm, args]]): Damage => ({
    name,
    harm,
    apply: (bytes) => throughFfmpeg(bytes, to, [...args.map(computed), '-map', '0:a', ...encoder]),
  }));
  return [...filters, ...containers, ...OWN].filter(({ name }) => isWanted(name));
}

function product(text: string): number {
  const [first = '1', ...rest] = text.split(/(?=[*/])/);
  return rest.reduce(
    (value, part) => (part[0] === '*' ? value * Number(part.slice(1)) : value / Number(part.slice(1))),
    Number(first),
  );
}

/** Damages of the bytes themselves. */
const OWN: readonly Damage[] = [
  { name: 'random bytes', harm: 'unreadable', apply: (bytes) => bytes.map((_, at) => (at * 2_654_435_761) >>> 13) },
  { name: 'second half of zeros', harm: 'unreadable', apply: (bytes) => bytes.fill(0, bytes.length >> 1) },
  { name: 'truncated in the middle', harm: 'unreadable', apply: (bytes) => bytes.slice(0, bytes.length >> 1) },
];

const DOCLING = '../shared/corpora/audio/docling';
/** Both channels are the same. */
const SPEECH = { seconds: 10, rate: 44_100, channels: 2, isDual: true } as const;

const TARGETS: readonly Target[] = [
  { source: `${DOCLING}/sample_10s_audio-m4a.m4a`, to: 'mp3', ...SPEECH, encoder: ['-b:a', '192k'] },
  { source: `${DOCLING}/sample_10s_audio-flac.flac`, to: 'mp3', ...SPEECH, encoder: ['-b:a', '192k'] },
  { source: `${DOCLING}/sample_10s.mp3`, to: 'wav', ...SPEECH, channels: 1, encoder: [] },
  { source: `${DOCLING}/sample_10s.mp3`, to: 'ogg', ...SPEECH, channels: 1, encoder: ['-c:a', 'libvorbis'] },
  { source: `${DOCLING}/sample_10s_audio-ogg.ogg`, to: 'flac', ...SPEECH, encoder: [] },
  { source: `${DOCLING}/sample_10s_audio-mp3.mp3`, to: 'm4a', ...SPEECH, encoder: ['-c:a', 'aac', '-b:a', '160k'] },
  { source: `${DOCLING}/sample_10s_audio-m4a.m4a`, to: 'opus', ...SPEECH, rate: 48_000, encoder: ['-c:a', 'libopus'] },
  {
    source: '../shared/corpora/audio/mediabunny/glitch-hop-is-dead.wav',
    to: 'mp3',
    seconds: 9.6,
    rate: 44_100,
    channels: 2,
    encoder: ['-b:a', '192k'],
  },
  {
    source: '../shared/corpora/audio/mediabunny/sample3.aac',
    to: 'mp3',
    seconds: 96,
    rate: 44_100,
    channels: 2,
    encoder: ['-b:a', '128k'],
  },
  {
    source: 'corpus/sources/wav/sweep-stereo-16bit-tags.wav',
    to: 'mp3',
    seconds: 1,
    rate: 44_100,
    channels: 2,
    encoder: ['-b:a', '192k'],
    names: [
      'total silence',
      'right channel silent',
      'channels exchanged',
      'reversed',
      'random bytes',
      'the last third missing',
    ],
    isInSample: true,
  },
  {
    source: 'corpus/sources/wav/sweep-stereo-16bit-tags.wav',
    to: 'flac',
    seconds: 1,
    rate: 44_100,
    channels: 2,
    encoder: [],
  },
];

export const SCENARIOS: readonly Scenario[] = TARGETS.map((target) => {
  const { source, to, isInSample } = target;
  return { family: 'audio', source, to, ...(isInSample && { isInSample }), damages: damagesOf(target) };
});
