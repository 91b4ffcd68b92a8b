import { relativeTo } from './render-page.ts'
import type { RenderedPage } from './render-page.ts'
import type { Group } from './sidebar.ts'

export interface Site {
  groups: Group[]
  titles: Map<string, string>
  /** Below `/docs`: what every page loads. */
  script: string
  style: string
  icon: string
}

/** A whole page. It can be read without its script, which adds search and the chosen colours. */
export function pageHtml({ name, title, html, sections }: RenderedPage, site: Site): string {
  const to = (target: string) => escaped(relativeTo(name, target))
  const links = site.groups.map(
    (group) =>
      `<h2>${escaped(group.title)}</h2><ul>${group.names
        .map((one) => `<li>${link(to(one), site.titles.get(one) ?? one, one === name)}</li>`)
        .join('')}</ul>`,
  )
  const parts = sections.filter(({ id }) => id !== '')
  const contents = parts.map(
    ({ id, heading }) => `<li><a href="#${escaped(id)}">${escaped(heading)}</a></li>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(name === '' ? title : `${title} · Triptych`)}</title>
<link rel="icon" href="${to(site.icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${to(site.style)}">
<script type="module" src="${to(site.script)}"></script>
</head>
<body data-root="${to('').replace(/docs$/, '')}">
<a class="skip" href="#content">Skip to the text</a>
<header class="top">
<a class="brand" href="${to('')}"><img src="${to(site.icon)}" alt="" width="26" height="26">Triptych</a>
<div class="search" role="search"></div>
<nav aria-label="Elsewhere"><a href="${to('api')}">API</a> <a href="${to('').replace(/docs$/, '') || './'}">The page</a></nav>
</header>
<div class="columns">
<details class="pages"><summary>All pages</summary><nav aria-label="Pages">${links.join('')}</nav></details>
<main id="content" tabindex="-1">
${html}
</main>
${parts.length > 2 ? `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${contents.join('')}</ul></nav>` : ''}
</div>
</body>
</html>
`
}

function link(href: string, text: string, isCurrent: boolean): string {
  return `<a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${escaped(text)}</a>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
