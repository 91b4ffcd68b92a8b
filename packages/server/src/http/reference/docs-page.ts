import { errorCodes } from '@triptych/contract/errors'
import type { ErrorCode } from '@triptych/contract/errors'
import type { Limits } from '../../config/config.ts'
import { anchor, html, inline, prose } from './docs-html.ts'
import type { Html } from './docs-html.ts'
import { methodBadge, operationArticle, pathCode, statusBadge } from './docs-operation.ts'
import type { Place } from './docs-operation.ts'
import { schemaBlock } from './docs-schema.ts'
import { docsStyle } from './docs-style.ts'
import { statusOf } from '../wire/error-response.ts'
import type { OpenApiDocument } from './openapi.ts'

interface Group {
  name: string
  description: string
  operations: Place[]
}

/** The document as one page that needs nothing but itself: no script, no other file. */
export function docsPage(document: OpenApiDocument): string {
  const { title, version, description } = document.info
  const groups = groupsOf(document)
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} API ${version}</title>
        <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}" />
        ${style}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <p class="brand">${{ markup: mark }} ${title} <span>API reference</span></p>
          <p class="meta">
            <span class="version">${version}</span>
            <a href="${addressOf(document)}">openapi.json</a>
          </p>
        </header>
        <div class="frame">
          ${contents(groups)}
          <main id="content" tabindex="-1">
            <section class="intro" id="start" aria-labelledby="start-title">
              <h1 id="start-title">${title} API</h1>
              ${prose(description)} ${addresses(document)}
            </section>
            ${groups.map((group) => groupSection(group, document))} ${schemasSection(document)}
            ${errorsSection()} ${limitsSection(document['x-limits'])}
          </main>
        </div>
      </body>
    </html> `
  return page.markup
}

// Apart from the templates: the header that allows the style names it by its hash.
const style: Html = { markup: `<style>${docsStyle}</style>` }

/** Three panels. */
const mark =
  '<svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true"><g fill="#0f8a82"><path d="M2 7l6-2v22l-6-2z"/><path d="M11 4h10v24H11z"/><path d="M24 5l6 2v18l-6 2z"/></g></svg>'

/** Alone it is a document of its own, which must say what its names mean. */
const icon = mark.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')

function groupsOf({ tags, paths }: OpenApiDocument): Group[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  return tags.map(({ name, description = '' }) => ({
    name,
    description,
    operations: all.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

function addressOf({ servers }: OpenApiDocument): string {
  const base = servers[0]?.url ?? '/'
  return `${base === '/' ? '' : base}/openapi.json`
}

function contents(groups: Group[]): Html {
  return html`<nav class="contents" aria-label="Contents">
    <ul>
      <li><a href="#start">Start</a></li>
      ${groups.map(
        ({ name, operations }) =>
          html`<li>
            <a href="#${anchor('group', name)}">${name}</a>
            <ul>
              ${operations.map(operationLink)}
            </ul>
          </li>`,
      )}
      <li><a href="#schemas">Schemas</a></li>
      <li><a href="#errors">Errors</a></li>
      <li><a href="#limits">Limits</a></li>
    </ul>
  </nav>`
}

function operationLink({ method, operation }: Place): Html {
  return html`<li>
    <a href="#${anchor('operation', operation.operationId)}">
      ${methodBadge(method)} <span>${operation.summary}</span></a
    >
  </li>`
}

function addresses({ servers }: OpenApiDocument): Html {
  return html`<table>
    <caption>
      Where the API is
    </caption>
    <thead>
      <tr>
        <th scope="col">Address</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${servers.map(
        ({ url, description }) =>
          html`<tr>
            <td>${pathCode(url)}</td>
            <td>${inline(description)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function groupSection(
  { name, description, operations }: Group,
  { components }: OpenApiDocument,
): Html {
  const id = anchor('group', name)
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${name}</h2>
    ${description ? prose(description) : null}
    ${operations.map((place) => operationArticle(place, components.schemas))}
  </section>`
}

function schemasSection({ components }: OpenApiDocument): Html {
  return html`<section id="schemas" aria-labelledby="schemas-title">
    <h2 id="schemas-title">Schemas</h2>
    <p>Answers may get more members in time; a client ignores those that it does not know.</p>
    <div class="cards">
      ${Object.entries(components.schemas).map(
        ([name, schema]) =>
          html`<section class="card" id="${anchor('schema', name)}">
            <h3><a href="#${anchor('schema', name)}">${name}</a></h3>
            ${schema.description ? prose(schema.description) : null} ${schemaBlock(schema)}
          </section>`,
      )}
    </div>
  </section>`
}

function errorsSection(): Html {
  const codes = Object.keys(errorCodes) as ErrorCode[]
  return html`<section id="errors" aria-labelledby="errors-title">
    <h2 id="errors-title">Errors</h2>
    <p>A code is public: it is never renamed, and never used for something else.</p>
    <dl class="errors all">
      ${codes.map(
        (code) =>
          html`<div id="${anchor('error', code)}">
            <dt>
              ${statusBadge(statusOf[code])}
              <a href="#${anchor('error', code)}"><code>${code}</code></a>
            </dt>
            <dd>${inline(errorCodes[code])}</dd>
          </div>`,
      )}
    </dl>
  </section>`
}

const limitMeanings: Record<keyof Limits, string> = {
  body: 'Bytes of a JSON body. A longer one is `body.too_large`.',
  depth: 'Levels of nesting in a JSON body. A deeper one is `body.too_deep`.',
  changes: 'Entries on one page of `/changes`. A larger page is `query.invalid`.',
  upload: 'Bytes of an uploaded file. A larger one is `files.too_large`.',
  batch: 'Items of a batch. A longer one is `gantt.batch_too_long`.',
}

function limitsSection(limits: Limits): Html {
  const names = Object.keys(limits) as (keyof Limits)[]
  return html`<section id="limits" aria-labelledby="limits-title">
    <h2 id="limits-title">Limits</h2>
    <p>Those of this server; programs find them as <code>x-limits</code> in the document.</p>
    <table>
      <thead>
        <tr>
          <th scope="col">Limit</th>
          <th scope="col">Value</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${names.map(
          (name) =>
            html`<tr>
              <td><code>${name}</code></td>
              <td class="number">${limits[name].toLocaleString('en')}</td>
              <td>${inline(limitMeanings[name] ?? '')}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}
