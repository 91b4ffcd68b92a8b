import type { ErrorCode } from '@triptych/contract/errors'
import { errorCodes } from '@triptych/contract/errors'
import { anchor, html, inline, joined, prose } from './docs-html.ts'
import type { Html } from './docs-html.ts'
import { defaultOf, membersOf, schemaBlock, typeWords } from './docs-schema.ts'
import type { JsonSchema } from './openapi-schemas.ts'
import type { Answer, Operation, Parameter } from './openapi-operation.ts'

export interface Place {
  method: string
  path: string
  operation: Operation
}

export function operationArticle(
  { method, path, operation }: Place,
  named: Record<string, JsonSchema>,
): Html {
  const { operationId, summary, description = '' } = operation
  const id = anchor('operation', operationId)
  return html`<article class="operation" id="${id}" aria-labelledby="${id}-title">
    <h3 id="${id}-title"><a href="#${id}">${summary}</a></h3>
    <p class="signature">${methodBadge(method)} ${pathCode(path)}</p>
    ${description ? prose(description) : null}
    <div class="columns">
      ${requestPart(operation, named)}
      <section class="part" aria-label="Answers">
        <h4>Answers</h4>
        <ul class="answers">
          ${Object.entries(operation.responses)
            .filter(([, answer]) => codesOf(answer).length === 0 || hasOtherContent(answer))
            .map(([status, answer]) => answerItem(status, answer))}
        </ul>
        ${errorsList(operation)}
      </section>
    </div>
  </article>`
}

export function methodBadge(method: string): Html {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`
}

export function statusBadge(status: number | string): Html {
  return html`<span class="status s${String(status).slice(0, 1)}">${status}</span>`
}

export function pathCode(path: string): Html {
  const parts = path
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? html`<var>${part}</var>` : part))
  return html`<code class="path">${parts}</code>`
}

export function errorLink(code: string): Html {
  return html`<a href="#${anchor('error', code)}"><code>${code}</code></a>`
}

function requestPart(
  { parameters, requestBody }: Operation,
  named: Record<string, JsonSchema>,
): Html | null {
  if (parameters.length === 0 && !requestBody) return null
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return html`<section class="part" aria-label="Request">
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            <ul class="members">
              ${parameters.map(parameterItem)}
            </ul>`
        : null
    }
    ${
      content
        ? html`<h4>Body <span class="note">${type ?? ''}</span></h4>
            ${schemaBlock(content.schema, named)}`
        : null
    }
  </section>`
}

function parameterItem({ name, in: place, required, description, schema }: Parameter): Html {
  return html`<li>
    <p class="line">
      <code class="name">${name}</code> <span class="type">${typeWords(schema)}</span>
      <span class="note">in the ${place}${required ? '' : ', optional'}</span> ${defaultOf(schema)}
    </p>
    ${description ? html`<p class="about">${inline(description)}</p>` : null}
  </li>`
}

function answerItem(status: string, { description, content = {} }: Answer): Html {
  const [type, body] = Object.entries(content)[0] ?? []
  const [meaning = ''] = description.split('\n\n')
  const isJson = type?.endsWith('json') ?? false
  return html`<li>
    <p class="line">
      ${statusBadge(status)} ${body && isJson ? typeWords(body.schema) : null}
      ${isJson && status === '200' ? null : html`<span>${inline(meaning)}</span>`}
      ${type ? html`<span class="note">${type}</span>` : null}
    </p>
    ${body && isJson ? membersOf(body.schema) : null}
  </li>`
}

/** Closed at first: what most requests never meet must not bury what they do. */
function errorsList({ responses }: Operation): Html {
  const errors = Object.entries(responses).filter(([, answer]) => codesOf(answer).length > 0)
  const statuses = errors.map(([status]) => statusBadge(status))
  return html`<details>
    <summary>Errors <span class="statuses">${joined(statuses, ' ')}</span></summary>
    <dl class="errors">
      ${errors.map(([status, answer]) =>
        codesOf(answer).map(
          (code) =>
            html`<div>
              <dt>${statusBadge(status)} ${errorLink(code)}</dt>
              <dd>${inline(errorCodes[code as ErrorCode] ?? '')}</dd>
            </div>`,
        ),
      )}
    </dl>
  </details>`
}

const problemType = 'application/problem+json'

function hasOtherContent({ content = {} }: Answer): boolean {
  return Object.keys(content).some((type) => type !== problemType)
}

function codesOf({ content = {} }: Answer): string[] {
  return (content[problemType]?.schema.properties?.['code']?.enum ?? []).map(String)
}
