import type { CreateRunner } from '../../contract/codec.ts';
import { startPdfium } from './bindings.ts';
import { inspectPdf } from './inspect.ts';
import { repairDocument } from './repair.ts';
import { renderPages } from './render.ts';

const createRunner: CreateRunner = async ({ modules }) => {
  const pdfium = await startPdfium(modules['pdfium']!);
  return {
    inspect: (artifact, request, context) => inspectPdf(pdfium, context.bytes(artifact), request, context),
    convert(inputs, step, context) {
      if (step.edge === 'repair') return repairDocument(pdfium, inputs[0]!, step, context);
      return renderPages(pdfium, inputs[0]!, step, context);
    },
    dispose: () => pdfium.api.FPDF_DestroyLibrary(),
  };
};

export default createRunner;
