/**
 * What is around a text in Typst: its title and what it is about, and nothing of its style, which is for
 * whoever sets it. pandoc's own template would set paper, fonts and margins.
 */
export const TYPST_TEMPLATE = `
#let horizontalrule = align(center, line(length: 50%, stroke: 0.5pt))
$if(title)$
#set document(title: [$title$]$if(author-strings)$, author: ($for(author-strings)$$author-strings$,$endfor$)$endif$)
$endif$
$if(section-numbering)$
#set heading(numbering: "$section-numbering$")
$endif$

$if(title)$
#align(center)[#text(size: 1.6em, weight: "bold")[$title$]]
$if(subtitle)$
#align(center)[#text(size: 1.2em)[$subtitle$]]
$endif$
$endif$
$for(author)$
#align(center)[$author$]
$endfor$
$if(date)$
#align(center)[$date$]
$endif$
$if(abstract)$
#pad(x: 2em)[$abstract$]
$endif$
$if(toc)$
#outline()
$endif$

$body$
`.trimStart();
