/**
 * Identifiers as XML has them: each once in the whole document, and without white space. Sources say some twice, and
 * pandoc's writers (3.10) add their own without a look at those that are there: of listings, of notes, and of the title,
 * which that for EPUB puts above a text that begins without a heading. What an anchor in a heading names is the heading:
 * in a book's contents it would stand once more. Links lead where the first of several identifiers was; in a book those
 * must lead somewhere in it or to an address of the web (EPUB 3.3, 3.2).
 */
export const IDENTIFIERS = `
local IS_XML = IS_BOOK or FORMAT:match('^html') or FORMAT:match('^docbook') or FORMAT:match('^jats') or FORMAT == 'tei'
local OF_WRITERS = { '^cb%d', '^fn%d', '^fnref%d', '^footnotes$', '^TOC$', '^title%-block%-header$' }
local taken, names = {}, {}
local function unique(identifier)
  local plain, count = identifier:gsub('%s+', '-'), 0
  for _, pattern in ipairs(OF_WRITERS) do
    if plain:match(pattern) then plain = 'of-' .. plain end
  end
  local name = plain
  while taken[name] do
    count = count + 1
    name = plain .. '-' .. count
  end
  taken[name] = true
  return name
end
local function identified(element)
  local identifier = element.identifier
  if identifier == '' then return nil end
  element.identifier = unique(identifier)
  names[identifier] = names[identifier] or element.identifier
  return element
end
local function slug(inlines)
  local text = pandoc.text.lower(pandoc.utils.stringify(inlines)):gsub('[%p%c]', ' '):gsub('^%s+', ''):gsub('%s+$', '')
  return text == '' and 'section' or text
end
local function identified_heading(heading)
  if heading.identifier ~= '' then
    identified(heading)
  elseif IS_BOOK then
    heading.identifier = unique(slug(heading.content))
  end
  if not IS_BOOK then return heading end
  heading.content = heading.content:walk({
    Span = function(span)
      if #span.content > 0 then return nil end
      if span.identifier ~= '' then names[span.identifier] = names[span.identifier] or heading.identifier end
      return {}
    end,
  })
  return heading
end
local function begins_chapter(document)
  local first = document.blocks[1]
  local inner = first and first.t == 'Div' and first.content[1]
  return inner and inner.t == 'Header' or first and first.t == 'Header' and first.level == 1
end
local function with_heading(document)
  if not IS_BOOK or begins_chapter(document) then return document end
  document.blocks:insert(1, pandoc.Header(1, document.meta.title, pandoc.Attr('', { 'unnumbered' })))
  return document
end
local function identified_table(grid)
  identified(grid)
  each_row(grid, function(row)
    identified(row)
    for _, cell in ipairs(row.cells) do identified(cell) end
  end)
  return grid
end
local removed = 0
local function led(link)
  local identifier = link.target:match('^#(.+)')
  local name = identifier and (names[identifier] or names[identifier:gsub('%%20', ' ')])
  if name then
    link.target = '#' .. name
    return link
  end
  if link.target:match('^//') then link.target = 'https:' .. link.target end
  if not IS_BOOK or link.target:match('^%a[%w+.-]*:') then return link end
  removed = removed + 1
  return link.content
end
local function identified_passes(report)
  if not IS_XML then return {} end
  return {
    { traverse = 'topdown', Header = identified_heading, Div = identified, CodeBlock = identified, Table = identified_table,
      Figure = identified, Span = identified, Link = identified, Image = identified, Code = identified },
    { Link = led, Pandoc = function() report(removed) end },
  }
end
`;
