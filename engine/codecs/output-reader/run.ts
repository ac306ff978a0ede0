import type { Runner } from '../../contract/codec.ts';
import type { Facts } from '../../contract/facts.ts';
import { readMathml } from '../../content/document/formula/mathml.ts';
import { decodeXml } from '../../io/xml.ts';
import { rasterFacts, withThumbnails } from '../../content/raster/inspect/facts.ts';
import { thumbnailOf, type RgbaImage } from '../../content/raster/inspect/raster.ts';
import { PLAIN_RASTER } from '../../content/raster/model.ts';
import { readPclImage } from '../../content/raster/pcl/read.ts';
import { readPostScriptImage } from '../../content/raster/postscript/read.ts';

export default function createRunner(): Runner {
  return {
    inspect(artifact, _request, context): Facts {
      const { format } = artifact;
      const bytes = context.bytes(artifact);
      const file = { format, sizeBytes: bytes.byteLength, reader: 'output-reader' };
      if (format === 'mathml') {
        const formula = readMathml(decodeXml(bytes), context.limits.nesting);
        return { ...file, depth: 'content', features: ['formulas', 'vector', 'look'], formula };
      }
      const maxPixels = context.limits.pixels;
      const image: RgbaImage =
        format === 'pcl'
          ? readPclImage(bytes, maxPixels)
          : readPostScriptImage(bytes, format as 'eps' | 'ps', maxPixels);
      const { width, height } = image;
      const facts = rasterFacts({ ...PLAIN_RASTER, width, height, hasAlpha: false, hasMetadata: false }, file);
      return withThumbnails(facts, [thumbnailOf(image, { frame: 0, imageWidth: width, imageHeight: height })]);
    },
  };
}
