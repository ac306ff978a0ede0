import { escapeHtml, imageHtml, linkHtml, noteHtml, noteMarkHtml, plainOf } from '../light/html.ts';
import { PARAGRAPH, type Call } from './cursor.ts';
import { addressOf, optionOf } from './options.ts';
import type { TexReader } from './reader.ts';

/** What a command shows that is more than the style of its arguments; nothing if it is none of these. */
export function readCommand(tex: TexReader, call: Call): string | undefined {
  return readLink(tex, call) ?? readNote(tex, call) ?? readOther(tex, call);
}

function readLink(tex: TexReader, call: Call): string | undefined {
  switch (call.name) {
    case 'href': {
      const address = addressOf(tex.written(call));
      return linkHtml(address, tex.inner(call));
    }
    case 'url': {
      const address = addressOf(tex.written(call));
      return linkHtml(address, escapeHtml(address));
    }
    case 'nolinkurl':
    case 'path':
      return escapeHtml(addressOf(tex.written(call)));
    case 'hyperref': {
      const label = tex.options(call);
      return label === undefined ? undefined : linkHtml(`#${label}`, tex.inner(call));
    }
    case 'hyperlink': {
      const label = tex.written(call);
      return linkHtml(`#${label}`, tex.inner(call));
    }
    case 'useURL': {
      const [id = '', address = '', , label = address] = [1, 2, 3, 4].map(() => tex.options(call));
      tex.shared.urls.set(id, [address, label]);
      return '';
    }
    case 'from': {
      const [address, label] = tex.shared.urls.get(tex.options(call) ?? '') ?? ['', ''];
      return linkHtml(addressOf(address), tex.readText(label, call.depth));
    }
    case 'goto': {
      const content = tex.inner(call);
      const target = tex.options(call) ?? '';
      const address = /^url\((.*)\)$/.exec(target)?.[1] ?? tex.shared.urls.get(target)?.[0] ?? `#${target}`;
      return linkHtml(addressOf(address), content);
    }
  }
  return undefined;
}

function readNote(tex: TexReader, call: Call): string | undefined {
  const { notes, waiting } = tex.shared;
  switch (call.name) {
    case 'footnote':
    case 'endnote':
    case 'thanks':
    case 'footnotemark': {
      tex.options(call);
      const id = `note-${notes.length + 1}`;
      // Its place is taken before what is in it has notes of its own.
      notes.push('');
      if (call.name === 'footnotemark') waiting.push(id);
      else notes[notes.length - 1] = noteHtml(id, tex.inner(call));
      return noteMarkHtml(id);
    }
    case 'footnotetext': {
      tex.options(call);
      const id = waiting.shift() ?? `note-${notes.length + 1}`;
      const content = noteHtml(id, tex.inner(call));
      const index = Number(id.slice(5)) - 1;
      if (index < notes.length) notes[index] = content;
      else notes.push(content);
      return '';
    }
  }
  return undefined;
}

function readOther(tex: TexReader, call: Call): string | undefined {
  const { source } = tex;
  switch (call.name) {
    case 'verb':
    case 'lstinline':
    case 'type':
    case 'mintinline': {
      if (call.name === 'lstinline') tex.options(call);
      if (call.name === 'mintinline') tex.written(call);
      if (source[call.at] === '{') return `<code>${escapeHtml(tex.written(call))}</code>`;
      const at = call.at + (source[call.at] === '*' ? 1 : 0);
      const close = tex.find(source[at] ?? '\n', at + 1);
      if (close < 0 || close > call.end) return '';
      call.at = close + 1;
      return `<code>${escapeHtml(source.slice(at + 1, close))}</code>`;
    }
    case 'includegraphics':
    case 'includesvg':
    case 'externalfigure': {
      const first = tex.options(call) ?? '';
      if (call.name === 'externalfigure') {
        tex.options(call);
        return imageHtml(first);
      }
      return imageHtml(tex.written(call), plainOf(tex.readText(optionOf(first, 'alt') ?? '', call.depth)));
    }
    case 'caption':
    case 'captionof': {
      if (call.name === 'captionof') tex.written(call);
      tex.options(call);
      const caption = tex.inner(call);
      const { captions } = tex.shared;
      captions?.push(caption);
      return captions ? '' : `<p>${caption}</p>`;
    }
    case 'enquote':
      return `“${tex.inner(call)}”`;
    case 'texorpdfstring': {
      const shown = tex.inner(call);
      tex.argument(call);
      return shown;
    }
    case 'ensuremath':
      return tex.formula(tex.written(call), false);
    case 'par':
    case 'item':
    case 'bibitem':
    case 'crlf':
    case 'maketitle':
    case 'newpage':
    case 'clearpage':
      if (call.name === 'bibitem' || call.name === 'item') tex.options(call);
      if (call.name === 'bibitem') tex.written(call);
      call.at = tex.behindSpace(call.at);
      return PARAGRAPH;
    case 'hrule':
    case 'thinrule':
      return '<hr>';
    case 'newline':
    case 'linebreak':
      return '<br>';
    case 'iffalse': {
      const end = tex.find('\\fi', call.at);
      if (end >= 0 && end < call.end) call.at = end + 3;
      return '';
    }
  }
  return undefined;
}
