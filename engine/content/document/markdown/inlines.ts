import type { Env, Token } from 'markdown-it';
import { parseInlines } from './parser.ts';
import { plainTextOf, type MarkdownInline, type SpanKind, type Target } from './syntax.ts';

/** Spans within each other; marks further in say nothing. */
const MAX_DEPTH = 64;
const SPANS: Readonly<Record<string, SpanKind>> = {
  em_open: 'emphasis',
  strong_open: 'strong',
  s_open: 'strike',
  sup_open: 'superscript',
};

export function readInlines(content: string, env: Env): MarkdownInline[] {
  return inlinesOf(parseInlines(content, env));
}

function inlinesOf(tokens: readonly Token[]): MarkdownInline[] {
  const all: MarkdownInline[] = [];
  const open = [all];
  for (const token of tokens) {
    const current = open.at(-1)!;
    if (token.nesting < 0) open.pop();
    else if (token.nesting === 0) current.push(...inlineOf(token));
    else if (open.length > MAX_DEPTH) open.push(current);
    else {
      const inlines: MarkdownInline[] = [];
      const kind = SPANS[token.type];
      current.push(kind === undefined ? { kind: 'link', target: targetOf(token, 'href'), inlines } : { kind, inlines });
      open.push(inlines);
    }
  }
  return all;
}

function inlineOf(token: Token): MarkdownInline[] {
  const { type, content, meta } = token;
  switch (type) {
    case 'code_inline':
      return [{ kind: 'code', text: content }];
    case 'formula':
      return [{ kind: 'formula', tex: content, isDisplay: meta!['isDisplay'] === true }];
    case 'image':
      return [
        { kind: 'image', target: targetOf(token, 'src'), description: plainTextOf(inlinesOf(token.children ?? [])) },
      ];
    case 'note':
      return [{ kind: 'note', label: String(meta!['label']) }];
    case 'html_inline':
      return [{ kind: 'html', html: content }];
    case 'hardbreak':
      return [{ kind: 'line-break' }];
    case 'softbreak':
      return [{ kind: 'line-end' }];
    default:
      return content === '' ? [] : [{ kind: 'text', text: content }];
  }
}

function targetOf(token: Token, attribute: 'href' | 'src'): Target {
  const title = token.attrGet('title');
  return { address: String(token.attrGet(attribute)), ...(title !== null && { title: String(title) }) };
}
