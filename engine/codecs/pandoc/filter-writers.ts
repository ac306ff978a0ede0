/**
 * What single writers of pandoc (3.10) do not do by themselves. Texinfo's takes the punctuation out of what links
 * show, as it must in the names of nodes, and Typst's writes links that lead nowhere, at which the compiler stops.
 * That for slides leaves out tables and images within divisions, of which pages are made; only those stay that mean
 * something on a slide; and images that are not alone in their paragraph. That for outlines leaves out what is behind
 * a division with a heading in it, that for XWiki puts the name of a division before the mark of its heading, which is
 * none then, that for reStructuredText makes such headings lines of their own style, and those for EPUB and
 * FictionBook know nothing of chapters that lie within divisions. That for Zim writes the first row of a table without
 * a head once more, and those for BBCode and Markua leave out tables with more than one line in a cell. Where a
 * heading is a line, a break within it ends it. Several leave out what is above a table or below an image, or show it
 * only to who points at it or cannot see. Those for Markdown write a list directly below the text of an item, which
 * continues that text unless the list counts from one (CommonMark 0.31, 5.3). And that for outlines, whose Markdown is
 * pandoc's own, marks a break at the end of a text by a backslash, which other readers show (CommonMark 0.31, 6.7).
 * That for Markua escapes no marks of text, and that for Org none of cells.
 */
export const WRITERS = `
local function with_commas(text)
  local parts, rest = pandoc.Inlines({}), text
  while rest:find(',', 1, true) do
    local before, behind = rest:match('^([^,]*),(.*)$')
    parts:extend({ pandoc.Str(before), pandoc.RawInline('texinfo', '@comma{}') })
    rest = behind
  end
  parts:insert(pandoc.Str(rest))
  return parts
end
function spelled(link)
  if FORMAT == 'typst' and link.target == '' then return link.content end
  if FORMAT ~= 'texinfo' or link.target:match('^#') or pandoc.utils.stringify(link.content) == link.target then
    return link
  end
  local address = link.target:gsub('[@{}]', '@%0'):gsub(',', '@comma{}')
  local label = link.content:walk({ Str = function(str) return with_commas(str.text) end })
  label:insert(1, pandoc.RawInline('texinfo', '@uref{' .. address .. ','))
  label:insert(pandoc.RawInline('texinfo', '}'))
  return label
end
local ON_SLIDES = { columns = 1, column = 1, notes = 1, incremental = 1, nonincremental = 1 }
local function Division(division)
  local has_meaning = division.classes:find_if(function(name) return ON_SLIDES[name] ~= nil end)
  local first = division.content[1]
  local has_heading = first and first.t == 'Header'
  if has_heading and first.identifier == '' then first.identifier = division.identifier end
  if has_heading and (#division.content == 1 or FORMAT == 'xwiki') then return division.content end
  local holds_heading = division.content:find_if(function(block) return block.t == 'Header' end)
  if FORMAT == 'rst' and holds_heading then return division.content end
  if FORMAT == 'fb2' or (IS_BOOK and holds_heading) then
    local place = pandoc.Plain({ pandoc.Span({}, pandoc.Attr(division.identifier)) })
    if division.identifier ~= '' and not has_heading then division.content:insert(1, place) end
    return division.content
  end
  if FORMAT == 'opml' or (FORMAT == 'pptx' and not has_meaning) then return division.content end
  return clean(division)
end
local ONE_LINE = { gfm = 1, commonmark = 1, commonmark_x = 1, org = 1, rst = 1, asciidoc = 1, jira = 1, haddock = 1, man = 1, djot = 1 }
local IS_MARKDOWN = FORMAT == 'gfm' or FORMAT:match('^commonmark') or FORMAT:match('^markdown')
local function continued(list)
  for _, item in ipairs(list.content) do
    for index = 1, #item - 1 do
      local below = item[index + 1]
      local continues = below.t == 'OrderedList' and below.start ~= 1
      if continues and item[index].t == 'Plain' then item[index] = pandoc.Para(item[index].content) end
    end
  end
  return list
end
local Items = IS_MARKDOWN and continued or nil
local IS_GAP = { Space = 1, SoftBreak = 1, LineBreak = 1 }
local function ended(block)
  while #block.content > 0 and IS_GAP[block.content[#block.content].t] do block.content:remove() end
  return block
end
local Ended = FORMAT == 'opml' and ended or nil
local function in_one_line(heading)
  if not (ONE_LINE[FORMAT] or IS_MARKDOWN) then return heading end
  return heading:walk({ LineBreak = function() return pandoc.Space() end })
end
local function Heading(heading)
  heading = in_one_line(Ended and Ended(heading) or heading)
  local first = heading.content[1]
  if first and first.t == 'Span' and #first.content == 0 then
    if heading.identifier == '' then heading.identifier = first.identifier end
    if heading.identifier == first.identifier then heading.content:remove(1) end
  end
  return clean(heading)
end
local function is_image(inline)
  if inline.t == 'Link' and #inline.content == 1 then return inline.content[1].t == 'Image' end
  return inline.t == 'Image'
end
local function apart(paragraph)
  local parts, line = pandoc.Blocks({}), pandoc.Inlines({})
  local function end_line()
    while line[1] and IS_GAP[line[1].t] do line:remove(1) end
    while line[#line] and IS_GAP[line[#line].t] do line:remove() end
    if #line > 0 then parts:insert(pandoc.Para(line)) end
    line = pandoc.Inlines({})
  end
  for _, inline in ipairs(paragraph.content) do
    if is_image(inline) then
      end_line()
      parts:insert(pandoc.Para({ inline }))
    else
      line:insert(inline)
    end
  end
  end_line()
  return parts
end
local Paragraph = FORMAT == 'pptx' and apart or Ended
local function paragraphs(blocks)
  return blocks:map(function(block) return block.t == 'Plain' and pandoc.Para(block.content) or block end)
end
local WITHOUT_CAPTIONS = { xwiki = 1, jira = 1, tei = 1 }
local clean_table = CleanTable
local function with_head(grid)
  local body = grid.bodies[1]
  if FORMAT ~= 'zimwiki' or #grid.head.rows > 0 or not body or #body.body == 0 then return grid end
  local rows = body.body
  grid.head.rows = { rows:remove(1) }
  body.body = rows
  grid.bodies[1] = body
  return grid
end
local ONE_LINE_CELLS = { bbcode = 1, markua = 1 }
local function without_nesting(blocks)
  local flat = pandoc.Blocks({})
  for _, block in ipairs(blocks) do
    if block.t == 'BulletList' or block.t == 'OrderedList' then
      for _, item in ipairs(block.content) do flat:extend(item) end
    elseif block.t == 'DefinitionList' then
      for _, item in ipairs(block.content) do
        flat:insert(pandoc.Plain(item[1]))
        for _, definition in ipairs(item[2]) do flat:extend(definition) end
      end
    elseif block.t == 'Table' then
      each_row(block, function(row)
        for _, cell in ipairs(row.cells) do flat:extend(cell.contents) end
      end)
    else
      flat:insert(block)
    end
  end
  return flat
end
local IN_LINE = {
  LineBreak = function() return pandoc.Space() end,
  Code = function(code)
    code.text = code.text:gsub('\\n', ' ')
    if FORMAT == 'markua' then code.text = code.text:gsub('|', '\\\\|') end
    return code
  end,
  Str = function(str)
    if FORMAT == 'markua' and str.text:find('|', 1, true) then
      return pandoc.Str((str.text:gsub('|', '\\\\|')))
    end
  end,
}
local function cells_in_one_line(row)
  for _, cell in ipairs(row.cells) do
    local blocks = cell.contents:walk({ Blocks = without_nesting })
    local line = pandoc.utils.blocks_to_inlines(blocks, { pandoc.Space() }):walk(IN_LINE)
    cell.contents = #line == 0 and {} or { pandoc.Plain(line) }
  end
end
local function with_strokes(inline)
  if not inline.text:find('|', 1, true) then return nil end
  local parts = pandoc.Inlines({})
  for part, stroke in inline.text:gmatch('([^|]*)(|?)') do
    if part ~= '' then parts:insert(pandoc.Str(part)) end
    if stroke ~= '' then parts:insert(pandoc.RawInline('org', '\\\\vert{}')) end
  end
  return parts
end
local STROKES = { Str = with_strokes, Code = with_strokes }
local function with_marks(str)
  local text = str.text
  local function escaped(at, mark)
    local is_within = text:sub(at - 1, at - 1):match('%w') and text:sub(at + 1, at + 1):match('%w')
    return not (mark == '_' and is_within) and '\\\\' .. mark or nil
  end
  return pandoc.Str((text:gsub('()([*_~\\96])', escaped)))
end
local Text = FORMAT == 'markua' and with_marks or nil
function CleanTable(grid)
  if FORMAT == 'org' then grid = grid:walk(STROKES) end
  local cleaned = with_head(clean_table(grid))
  if ONE_LINE_CELLS[FORMAT] then each_row(cleaned, cells_in_one_line) end
  local caption = cleaned.caption.long
  if not WITHOUT_CAPTIONS[FORMAT] or #caption == 0 then return cleaned end
  cleaned.caption = {}
  local blocks = pandoc.Blocks(paragraphs(caption))
  blocks:insert(cleaned)
  return blocks
end
local function table_in(blocks)
  local first = blocks[1]
  if #blocks ~= 1 then return nil end
  if first.t == 'Table' then return first end
  return first.t == 'Div' and table_in(first.content) or nil
end
local WITHOUT_LEGENDS = { mediawiki = 1, xwiki = 1, jira = 1, opml = 1 }
local function has_alternative(figure)
  local found = false
  figure:walk({ Image = function(image) found = found or #image.caption > 0 end })
  return found
end
local function Illustration(figure)
  local legend, grid = figure.caption.long, table_in(figure.content)
  if grid and #grid.caption.long == 0 then
    grid.caption = figure.caption
    if grid.identifier == '' then grid.identifier = figure.identifier end
    return CleanTable(grid)
  end
  local is_nameless = not has_alternative(figure)
  if #legend > 0 and (FORMAT == 'pptx' or FORMAT == 'plain' and is_nameless) then
    -- On a slide the legend is what a picture in a paragraph of its own is called; a text shows its name instead of it.
    local name, shown = pandoc.utils.blocks_to_inlines(legend), false
    local function named(image)
      image.caption, shown = name, true
      return image
    end
    local content = figure.content:walk({ Image = named })
    return paragraphs(shown and content or legend)
  end
  local only = figure.content[1]
  if FORMAT == 'asciidoc' and #figure.content == 1 and only.t == 'Para' then
    figure.content = { pandoc.Plain(only.content) } -- a picture in a paragraph would have no title
  end
  local is_lost = WITHOUT_LEGENDS[FORMAT] or (FORMAT == 'ms' and is_nameless)
  if not is_lost or #legend == 0 then return clean(figure) end
  local blocks = pandoc.Blocks({})
  blocks:extend(paragraphs(figure.content))
  blocks:extend(paragraphs(legend))
  return blocks
end
`;
