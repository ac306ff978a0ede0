import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  QTFF,
  type EncodedPacket,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny';

/** Joins a short video to itself until it lasts `seconds`; the packets stay what they are. */
export async function loopVideo(bytes: Uint8Array, seconds: number, container: 'mp4' | 'mov'): Promise<Uint8Array> {
  using input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF] });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (!video?.codec || !audio?.codec) throw new Error('Expected a video with image and audio.');
  const target = new BufferTarget();
  const output = new Output({ format: container === 'mp4' ? new Mp4OutputFormat() : new MovOutputFormat(), target });
  const videoSource = new EncodedVideoPacketSource(video.codec);
  const audioSource = new EncodedAudioPacketSource(audio.codec);
  output.addVideoTrack(videoSource);
  output.addAudioTrack(audioSource);
  await output.start();
  // Both at once: the muxer interleaves them and holds one back while the other lags behind.
  await Promise.all([addVideo(videoSource, video, seconds), addAudio(audioSource, audio, seconds)]);
  await output.finalize();
  if (!target.buffer) throw new Error('The muxer wrote nothing.');
  return new Uint8Array(target.buffer);
}

async function addVideo(source: EncodedVideoPacketSource, track: InputVideoTrack, seconds: number): Promise<void> {
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  for await (const packet of repeatedPackets(track, seconds)) await source.add(packet, { decoderConfig });
  source.close();
}

async function addAudio(source: EncodedAudioPacketSource, track: InputAudioTrack, seconds: number): Promise<void> {
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  for await (const packet of repeatedPackets(track, seconds)) await source.add(packet, { decoderConfig });
  source.close();
}

async function* repeatedPackets(
  track: InputVideoTrack | InputAudioTrack,
  seconds: number,
): AsyncGenerator<EncodedPacket> {
  const packets: EncodedPacket[] = [];
  // Players cut the encoder's delay, which lies before zero, off the beginning; inside a video it would overlap.
  for await (const packet of new EncodedPacketSink(track).packets()) if (packet.timestamp >= 0) packets.push(packet);
  // Counted by whole packets: audio does not end with the image, and the last packet of a track may be cut short.
  const length = packets.length * (packets[0]?.duration ?? 0);
  if (length === 0) throw new Error('Expected a track with packets that last.');
  for (let shift = 0; shift < seconds; shift += length) {
    for (const packet of packets) {
      const timestamp = packet.timestamp + shift;
      if (timestamp < seconds) yield packet.clone({ timestamp, duration: packets[0]!.duration });
    }
  }
}
