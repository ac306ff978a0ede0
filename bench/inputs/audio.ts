import { seededRandom } from './random.ts';

const SAMPLE_RATE = 44_100;
const CHANNELS = 2;
const BYTES_A_SAMPLE = 2;
const HEADER_BYTES = 44;
/** Hz: a chord whose notes fade in and out at different speeds, and a breath of noise, keep every encoder at work. */
const NOTES = [110, 164.81, 220, 277.18, 329.63, 880] as const;

/** A WAV file of 16-bit stereo at 44.1 kHz. */
export function encodeWav(seconds: number): Uint8Array {
  const frames = Math.round(seconds * SAMPLE_RATE);
  const dataBytes = frames * CHANNELS * BYTES_A_SAMPLE;
  const wav = Buffer.alloc(HEADER_BYTES + dataBytes);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16); // bytes of the format chunk
  wav.writeUInt16LE(1, 20); // PCM
  wav.writeUInt16LE(CHANNELS, 22);
  wav.writeUInt32LE(SAMPLE_RATE, 24);
  wav.writeUInt32LE(SAMPLE_RATE * CHANNELS * BYTES_A_SAMPLE, 28);
  wav.writeUInt16LE(CHANNELS * BYTES_A_SAMPLE, 32);
  wav.writeUInt16LE(8 * BYTES_A_SAMPLE, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(dataBytes, 40);
  const noise = seededRandom(11);
  for (let frame = 0; frame < frames; frame++) {
    const at = HEADER_BYTES + frame * CHANNELS * BYTES_A_SAMPLE;
    const t = frame / SAMPLE_RATE;
    wav.writeInt16LE(pcm16(chord(t, 0) + 0.02 * (noise() - 0.5)), at);
    wav.writeInt16LE(pcm16(chord(t, 1) + 0.02 * (noise() - 0.5)), at + BYTES_A_SAMPLE);
  }
  return wav;
}

function chord(t: number, channel: number): number {
  let sum = 0;
  NOTES.forEach((frequency, index) => {
    const loudness = 0.5 + 0.5 * Math.sin(2 * Math.PI * (0.13 + 0.07 * index) * t + index + channel);
    sum += (loudness * Math.sin(2 * Math.PI * frequency * t)) / NOTES.length;
  });
  return 0.8 * sum;
}

function pcm16(value: number): number {
  return Math.round(32_767 * Math.max(-1, Math.min(1, value)));
}
