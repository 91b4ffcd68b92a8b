/** The one style of the reference page. */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --raised: #f6f8f9; --line: #dfe4e8; --text: #1a2128; --soft: #56616c;
  --accent: #0a6f69; --code: #eef2f4; --mark: #fff6d6;
  --green: #0a6b47; --green-back: #e0f4ea; --blue: #1b4fc4; --blue-back: #e5edfc;
  --amber: #8a5200; --amber-back: #fbf0da; --violet: #6a30c9; --violet-back: #f0e8fc;
  --red: #b3261e; --red-back: #fce9e7;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1417; --raised: #161d21; --line: #2a343a; --text: #e4e9ec; --soft: #9aa8b1;
    --accent: #5fd0c6; --code: #1d262b; --mark: #3a3413;
    --green: #74dcae; --green-back: #10322a; --blue: #9dbcff; --blue-back: #1a2a4e;
    --amber: #f0c071; --amber-back: #382a10; --violet: #c9aeff; --violet-back: #2c2149;
    --red: #ffaca4; --red-back: #431d1b;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: break-word;
}
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 3px; }
main:focus { outline: none; }
code { font-family: var(--mono); font-style: normal; font-size: 0.875em; }
p code, dd code, td code, .note code { background: var(--code); border-radius: 4px; padding: 0.1em 0.35em; }
p, ul, dl, table, h1, h2, h3, h4 { margin: 0; }
ul { padding: 0; list-style: none; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 0.75rem; z-index: 3; background: var(--page); padding: 0.4rem 0.8rem; }

.top {
  position: sticky; top: 0; z-index: 2; display: flex; gap: 1rem; align-items: center;
  justify-content: space-between; padding: 0.7rem 1.25rem; background: var(--page);
  border-bottom: 1px solid var(--line);
}
.brand { display: flex; gap: 0.55rem; align-items: center; font-weight: 650; white-space: nowrap; }
.brand span, .meta { color: var(--soft); font-weight: 400; font-size: 0.9rem; }
.meta { white-space: nowrap; }
.version { margin-right: 0.75rem; font-family: var(--mono); font-size: 0.85em; }

.contents { padding: 0.75rem 1.25rem; border-bottom: 1px solid var(--line); font-size: 0.9rem; }
.contents > ul { display: flex; flex-wrap: wrap; gap: 0.35rem 1.1rem; }
.contents ul ul { display: none; }
.contents a { color: inherit; text-decoration: none; }
.contents a:hover { color: var(--accent); text-decoration: underline; }
main { padding: 1.5rem 1.25rem 5rem; min-width: 0; }
main > section + section { margin-top: 4rem; }

h1 { font-size: clamp(1.9rem, 1.5rem + 2vw, 2.6rem); line-height: 1.15; letter-spacing: -0.02em; }
h2 {
  font-size: 1.6rem; line-height: 1.25; letter-spacing: -0.015em;
  padding-bottom: 0.5rem; border-bottom: 2px solid var(--line);
}
h3 { font-size: 1.15rem; line-height: 1.35; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
h4 { font-size: 0.8rem; letter-spacing: 0.05em; text-transform: uppercase; color: var(--soft); }
h4 .note { text-transform: none; letter-spacing: 0; }
main > section > p, .intro > p { max-width: 46rem; margin-top: 0.9rem; }

table { border-collapse: collapse; margin-top: 1.5rem; width: 100%; max-width: 46rem; }
caption { text-align: left; font-weight: 650; padding-bottom: 0.4rem; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--line); }
th { font-size: 0.85rem; color: var(--soft); font-weight: 500; }
td code { overflow-wrap: anywhere; }
td .path { background: none; padding: 0; white-space: nowrap; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }

.operation { margin-top: 1.75rem; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.operation > h3 { padding: 1rem 1.25rem 0; }
.signature { display: flex; flex-wrap: wrap; gap: 0.3rem 0.7rem; align-items: center; padding: 0.45rem 1.25rem 1rem; }
.signature .path { background: none; padding: 0; font-size: 0.95rem; }
var { color: var(--accent); font-style: normal; }
.method {
  display: inline-block; min-width: 4.1em; padding: 0.15em 0.5em; border-radius: 5px; text-align: center;
  font: 650 0.74rem/1.5 var(--mono); letter-spacing: 0.02em; color: var(--green); background: var(--green-back);
}
.method.post { color: var(--blue); background: var(--blue-back); }
.method.put { color: var(--amber); background: var(--amber-back); }
.method.patch { color: var(--violet); background: var(--violet-back); }
.method.delete { color: var(--red); background: var(--red-back); }

.columns { display: grid; gap: 1px; background: var(--line); border-top: 1px solid var(--line); }
.part { background: var(--raised); padding: 1.1rem 1.25rem 1.25rem; min-width: 0; }
.part > * + h4 { margin-top: 1.5rem; }
.members { margin-top: 0.5rem; }
.members > li { padding: 0.55rem 0; border-top: 1px solid var(--line); }
.members > li:first-child { border-top: 0; }
.members .members { margin: 0.4rem 0 0; padding-left: 0.9rem; border-left: 2px solid var(--line); }
.line > * { margin-right: 0.35rem; }
.name { font-weight: 650; }
p .name { background: none; padding: 0; }
.type, .note, .others { color: var(--soft); font-size: 0.9rem; }
.type code { background: var(--code); color: var(--text); border-radius: 4px; padding: 0.1em 0.35em; }
.note { font-weight: 400; display: inline-block; }
.about { color: var(--text); font-size: 0.92rem; }
.part > .type, .answers .type, .card > .type { margin-top: 0.4rem; }
.alternatives { margin-top: 0.5rem; display: grid; gap: 0.6rem; }
.alternatives > li { border: 1px dashed var(--line); border-radius: 8px; padding: 0.5rem 0.8rem; }

.answers { margin-top: 0.6rem; display: grid; gap: 0.9rem; }
.status {
  font: 650 0.8rem/1.5 var(--mono); padding: 0.1em 0.45em; border-radius: 5px;
  color: var(--green); background: var(--green-back);
}
.status.s3 { color: var(--blue); background: var(--blue-back); }
.status.s4 { color: var(--amber); background: var(--amber-back); }
.status.s5 { color: var(--red); background: var(--red-back); }
details { margin-top: 1.1rem; border-top: 1px solid var(--line); padding-top: 0.8rem; }
summary { cursor: pointer; font-size: 0.92rem; }
.statuses { margin-left: 0.4rem; }
.errors > div { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.errors > div:last-child { border-bottom: 0; }
.errors dd { margin: 0.15rem 0 0; font-size: 0.92rem; }
.errors dt a { text-underline-offset: 0.4em; }
.errors dt { display: flex; gap: 0.6rem; align-items: baseline; }
.errors.all { margin-top: 1rem; }
.errors.all > div { padding: 0.7rem 0; }

.cards { margin-top: 1.25rem; }
.card { border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.25rem; margin-bottom: 1.25rem; break-inside: avoid; }
.card > p { font-size: 0.95rem; }
:target { background: var(--mark); }
main > :target, article:target, .card:target { background: none; }
article:target, .card:target { outline: 2px solid var(--accent); outline-offset: 2px; }

@media (min-width: 62rem) {
  .frame { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); max-width: 90rem; margin: 0 auto; }
  .contents {
    position: sticky; top: 3.3rem; align-self: start; max-height: calc(100vh - 3.3rem); overflow: auto;
    padding: 1.75rem 1rem 2rem 1.25rem; border-bottom: 0;
  }
  .contents > ul { display: block; }
  .contents > ul > li + li { margin-top: 0.9rem; }
  .contents > ul > li > a { font-weight: 650; }
  .contents ul ul { display: block; margin-top: 0.3rem; }
  .contents ul ul a { display: flex; gap: 0.5rem; align-items: baseline; padding: 0.18rem 0; color: var(--soft); line-height: 1.35; }
  .contents .method { flex: none; min-width: 3.9rem; font-size: 0.62rem; }
  main { padding: 2.5rem 2.5rem 6rem; border-left: 1px solid var(--line); }
  .columns { grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); }
  .cards { columns: 2; column-gap: 1.25rem; }
  .errors.all > div { display: grid; grid-template-columns: 20rem 1fr; gap: 1rem; }
}
@media (max-width: 26rem) {
  .brand span { display: none; }
}
@media print {
  .top, .contents, .skip { display: none; }
  .operation, .card { break-inside: avoid; }
}
`
