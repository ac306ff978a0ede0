/** Kind 3 of a FLAC picture block: the front cover. */
const FRONT_COVER = 3;

/**
 * An image as Ogg files carry it in their tags: a FLAC picture block (RFC 9639, section 8.8) in base64. Sizes and
 * depth are left 0, "unknown": readers take them from the image itself.
 */
export function imageTag(image: Uint8Array): string {
  const mime = Buffer.from(mimeOf(image), 'latin1');
  const head = Buffer.alloc(8);
  head.writeUInt32BE(FRONT_COVER, 0);
  head.writeUInt32BE(mime.byteLength, 4);
  // Length of an empty description, width, height, depth, colours; then the image's length.
  const tail = Buffer.alloc(24);
  tail.writeUInt32BE(image.byteLength, 20);
  return Buffer.concat([head, mime, tail, image]).toString('base64');
}

/** Arguments that put an image beside the tracks, by the name under which players of Matroska look for the cover. */
export function attachmentArgs(file: string, image: Uint8Array): string[] {
  const mime = mimeOf(image);
  const name = mime === 'image/png' ? 'cover.png' : 'cover.jpg';
  return ['-attach', file, '-metadata:s:t', `mimetype=${mime}`, '-metadata:s:t', `filename=${name}`];
}

function mimeOf(image: Uint8Array): string {
  if (image[0] === 0xff && image[1] === 0xd8) return 'image/jpeg';
  if (image[0] === 0x89 && image[1] === 0x50) return 'image/png';
  return image[0] === 0x47 ? 'image/gif' : 'image/';
}
