import { McpServer, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { FEATURES, formatOf, isFeature, readVersion, type Feature } from '../index.ts';
import { converted, failed } from './answers.ts';
import { AgentError, type AgentBackend, type AgentControl } from './backend.ts';
import { formatLine, listFormats, planData, planText } from './catalogue.ts';
import { fileOf, fileSchema, filesOf } from './files.ts';
import { INLINE_OUTPUT_BYTES, MERGED_FILES } from './limits.ts';
import { pagesOf } from './text-pages.ts';

const Format = z.string().min(1).max(32);
const From = Format.optional().describe('Source format, where the content does not tell it.');
const To = Format.describe('Id of the target format, such as `docx`.');
const Options = z
  .record(z.string().max(64), z.unknown())
  .optional()
  .describe('Options of the conversion, such as {"quality": 80}. The tool `plan` says which there are.');
const AllowLoss = z
  .array(z.enum(['any', ...FEATURES]))
  .optional()
  .describe('Features that the result may lose. Needed only where a call was refused with loss_not_allowed.');
const Verification = {
  verify: z.enum(['quick', 'full']).optional().describe('How much of the result is compared. Default: quick.'),
  onDifference: z
    .enum(['refuse', 'tell'])
    .optional()
    .describe('Discard a result that differs from its source (default), or return it with the differences.'),
};
const Result = {
  inline: z
    .boolean()
    .optional()
    .describe(`Return the result itself, up to ${INLINE_OUTPUT_BYTES / 1024 ** 2} MiB, as an embedded resource.`),
};
const ToPath = {
  output: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe('Path of the result in a granted folder. Of several results the names are numbered.'),
  overwrite: z.boolean().optional().describe('Whether the result may replace a file. Default: false.'),
};

/** A server of the Model Context Protocol with the tools of one backend. One instance serves one connection. */
export function createMcpServer(backend: AgentBackend): McpServer {
  const { catalogue, takes } = backend;
  const server = new McpServer(
    { name: 'athanor', version: readVersion() },
    {
      instructions: `Converts files between formats and verifies every result. ${backend.about}`,
      capabilities: { tools: { listChanged: false } },
    },
  );
  const File = fileSchema(takes);
  // The arguments of both are optional: without paths those of ToPath are never there.
  const placed = { ...Result, ...(takes === 'path' && ToPath) } as typeof Result & typeof ToPath;
  const openWorldHint = takes === 'url';
  const reading = { readOnlyHint: true, openWorldHint };
  const writing = { readOnlyHint: false, destructiveHint: false, openWorldHint };

  server.registerTool(
    'list_formats',
    {
      title: 'List formats',
      description: 'Lists the formats that can be read or written; with `from`, what that format can become.',
      inputSchema: z.strictObject({
        from: Format.optional().describe('List only what this format can become.'),
        search: z.string().max(100).optional().describe('List only what contains these words, such as `ebook`.'),
      }),
      annotations: reading,
    },
    answering(async (request) => {
      const formats = listFormats(catalogue, request);
      const lines = [`${formats.length} formats.`, ...formats.map(formatLine)];
      return said(lines.join('\n'), { formats });
    }),
  );

  server.registerTool(
    'detect',
    {
      title: 'Detect the format',
      description: 'Says what format a file has, by its content first.',
      inputSchema: z.strictObject({ file: File }),
      annotations: reading,
    },
    answering(async ({ file }, { signal }) => {
      const { format, confidence, via, warnings } = await backend.detect(fileOf(file), signal);
      const { name } = formatOf(format);
      const notes = warnings.map(({ message }) => message);
      return said([`${format} (${name})`, ...notes].join('\n'), { format, name, confidence, via, warnings: notes });
    }),
  );

  server.registerTool(
    'plan',
    {
      title: 'Plan a conversion',
      description:
        'Says how a conversion would be done, what it would lose, how long it takes and which options there are, without ' +
        'doing it. Takes a file, or the id of a format as `from`.',
      inputSchema: z.strictObject({
        file: File.optional(),
        from: From,
        to: To,
        options: Options,
        allowLoss: AllowLoss,
      }),
      annotations: reading,
    },
    answering(async ({ file, from, allowLoss, ...request }, { signal }) => {
      const asked = { ...request, allowLoss: lossOf(allowLoss) };
      if (file === undefined && from === undefined)
        throw new AgentError('missing_file', 'Expected a file, or the format of one as `from`.');
      const plan =
        file === undefined
          ? catalogue.plan(from!, request.to, asked)
          : await backend.plan(fileOf(file), { ...asked, from }, signal);
      const data = planData(catalogue, plan);
      return said(planText(data), data);
    }),
  );

  server.registerTool(
    'convert',
    {
      title: 'Convert a file',
      description: 'Converts a file to another format and verifies the result.',
      inputSchema: z.strictObject({
        file: File,
        ...{ to: To, from: From, options: Options, allowLoss: AllowLoss },
        ...Verification,
        ...placed,
      }),
      annotations: writing,
    },
    answering(async ({ file, allowLoss, ...request }, control) =>
      converted(await backend.convert({ ...request, file: fileOf(file), allowLoss: lossOf(allowLoss) }, control)),
    ),
  );

  server.registerTool(
    'merge',
    {
      title: 'Merge files',
      description:
        'Merges files, in the order given, into one: images and PDFs into a PDF, images into an animation or a video, ' +
        'audio or video files into one that plays them in turn, anything into a ZIP.',
      inputSchema: z.strictObject({
        files: z.array(File).min(1).max(MERGED_FILES),
        ...{ to: To, options: Options },
        ...Verification,
        ...placed,
      }),
      annotations: writing,
    },
    answering(async ({ files, ...request }, control) =>
      converted(await backend.merge({ ...request, files: filesOf(files) }, control)),
    ),
  );

  server.registerTool(
    'read_as_text',
    {
      title: 'Read a file as text',
      description:
        'Reads any document, sheet, ebook, mail, or image with text as Markdown, page by page (20,000 characters each). ' +
        'Further pages: the same call with `page` and the `document` of the answer instead of the file.',
      inputSchema: z.strictObject({
        file: File.optional(),
        from: From,
        document: z.string().max(100).optional().describe('Id from an earlier answer, instead of the file.'),
        page: z.int().min(1).optional().describe('Page to read. Default: 1.'),
      }),
      annotations: reading,
    },
    answering(async ({ file, from, document, page = 1 }, control) => {
      if ((file === undefined) === (document === undefined))
        throw new AgentError('missing_file', 'Expected either a file, or the `document` of an earlier answer.');
      const read = await backend.read({ file: file && fileOf(file), from, document }, control);
      const pages = pagesOf(read.text);
      const text = pages[page - 1];
      if (text === undefined)
        throw new AgentError('no_such_page', `The text has ${pages.length} pages. Ask for one of them.`);
      const about = {
        format: read.format,
        page,
        pages: pages.length,
        document: read.document,
        warnings: read.warnings,
      };
      const content = [...(text === '' ? ['The file contains no text.'] : [text]), ...pageNotes(about)];
      // Some clients give a model the data only, others the content only.
      return { content: content.map((part) => ({ type: 'text', text: part })), structuredContent: { ...about, text } };
    }),
  );

  return server;
}

/** Every failure is an answer of the tool: an agent can do something about it. */
function answering<Arguments>(work: (request: Arguments, control: AgentControl) => Promise<CallToolResult>) {
  return async (request: Arguments, context: ServerContext): Promise<CallToolResult> => {
    try {
      return await work(request, controlOf(context));
    } catch (error) {
      return failed(error);
    }
  };
}

/** Clients that send a token hear of the progress, and wait longer because of it. */
function controlOf({ mcpReq }: ServerContext): AgentControl {
  const { _meta: meta } = mcpReq;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return { signal: mcpReq.signal };
  let last = 0;
  const onProgress = (progress: number): void => {
    if (progress <= last) return; // it must increase
    last = progress;
    const params = { progressToken, progress, total: 1 };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {}); // the client has gone
  };
  return { signal: mcpReq.signal, onProgress };
}

function said(text: string, structuredContent: Readonly<Record<string, unknown>>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: { ...structuredContent } };
}

function lossOf(allowLoss: z.output<typeof AllowLoss>): readonly Feature[] | 'any' | undefined {
  if (allowLoss === undefined) return undefined;
  return allowLoss.includes('any') ? 'any' : allowLoss.filter((name) => isFeature(name));
}

interface ReadPage {
  readonly page: number;
  readonly pages: number;
  readonly document: string | undefined;
  readonly warnings: readonly string[];
}

function pageNotes({ page, pages, document, warnings }: ReadPage): string[] {
  const source = document === undefined ? 'the same file' : `\`document\`: ${JSON.stringify(document)}`;
  const more = page < pages ? [`Page ${page} of ${pages}. Go on with \`page\`: ${page + 1} and ${source}.`] : [];
  return [...more, ...warnings];
}
