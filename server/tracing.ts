import { context, propagation, trace } from '@opentelemetry/api';
import { readVersion } from '../engine/index.ts';

/**
 * Sends traces to a collector by OTLP over HTTP until the returned object is disposed. The SDK also reads its standard
 * variables: `OTEL_SERVICE_NAME`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER` and others. It takes a tenth of a
 * second to load, so it is loaded only when there is a collector.
 */
export async function startTracing(collectorUrl: string): Promise<AsyncDisposable> {
  const [{ OTLPTraceExporter }, { defaultResource, detectResources, envDetector, resourceFromAttributes }, sdk] =
    await Promise.all([
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-node'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${collectorUrl}/v1/traces` });
  const own = resourceFromAttributes({ 'service.name': 'athanor', 'service.version': readVersion() });
  const provider = new sdk.NodeTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  provider.register();
  return {
    async [Symbol.asyncDispose]() {
      await provider.shutdown(); // sends the remaining spans
      for (const registered of [trace, context, propagation]) registered.disable();
    },
  };
}
