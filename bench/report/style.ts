/** One sheet for light and dark; charts take their colours from it too. */
export const STYLE = `
:root { color-scheme: light dark; --ground: #ffffff; --text: #1c2024; --quiet: #5a626b; --line: #dfe3e7; --better: #14804a; --worse: #b4500f; --peer: #7a8694; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171a; --text: #e8eaed; --quiet: #a0a8b1; --line: #31373d; --better: #4cc38a; --worse: #f2914a; --peer: #8d99a6; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 84rem; padding: 1.5rem 1rem 4rem; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .25rem; }
h2::first-letter { text-transform: uppercase; }
p { max-width: 46rem; margin: .5rem 0; }
.quiet, figcaption { color: var(--quiet); }
figure { margin: 1rem 0; max-width: 68rem; }
figcaption { font-size: .875rem; }
.wide { overflow-x: auto; }
svg { display: block; width: 100%; min-width: 44rem; height: auto; }
svg text { fill: var(--text); font: 13px system-ui, sans-serif; }
svg .tick { fill: var(--quiet); font-size: 12px; }
svg .value { font-size: 12px; font-variant-numeric: tabular-nums; }
svg .grid { stroke: var(--line); }
svg .equal { stroke: var(--text); stroke-width: 1.5; }
svg .better, .swatch.better { fill: var(--better); background: var(--better); }
svg .worse, .swatch.worse { fill: var(--worse); background: var(--worse); }
svg .peer, .swatch.peer { fill: var(--peer); background: var(--peer); }
.wall { opacity: .55; }
svg .span { stroke-width: 3; }
svg .mark { stroke-width: 2; }
svg .ours { stroke: var(--better); } svg .ours circle { fill: var(--better); }
svg .theirs { stroke: var(--peer); } svg .theirs circle { fill: var(--peer); }
svg g text { stroke: none; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0 0 .5rem; padding: 0; font-size: .875rem; }
.swatch { display: inline-block; width: 1.1em; height: .8em; margin-right: .4em; border-radius: 2px; }
table { border-collapse: collapse; margin: 1rem 0; font-size: .8125rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .5rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
th, .number { white-space: nowrap; }
.number { text-align: right; }
td.better { color: var(--better); } td.worse { color: var(--worse); }
details { margin: .5rem 0; }
`.trim();
