import { anchor, html, inline, joined } from './docs-html.ts'
import type { Html, Part } from './docs-html.ts'
import type { JsonSchema } from './openapi-schemas.ts'

type Schemas = Record<string, JsonSchema>

/** A schema in words: a line for its type, and below it a list of its members. */
export function schemaBlock(schema: JsonSchema, named: Schemas = {}): Html {
  const alternatives = schema.anyOf?.some((one) => one.properties) ? schema.anyOf : null
  if (alternatives) {
    return html`<p class="type">one of</p>
      <ul class="alternatives">
        ${alternatives.map((one) => html`<li>${schemaBlock(one)}</li>`)}
      </ul>`
  }
  const meant = named[nameIn(schema.$ref)]
  const type = html`<p class="type">${typeWords(schema)}</p>`
  return meant?.anyOf
    ? html`${type}${schemaBlock(meant)}`
    : html`${type}${membersOf(meant ?? schema)}`
}

/** A type in one line. */
export function typeWords(schema: JsonSchema): Part[] {
  return [...kindOf(schema), ...boundsOf(schema)]
}

export function defaultOf(schema: JsonSchema): Html | null {
  if (schema.default === undefined) return null
  return html`<span class="note">default <code>${JSON.stringify(schema.default)}</code></span>`
}

export function membersOf(schema: JsonSchema): Html | null {
  const holder = schema.items?.properties ? schema.items : schema
  if (!holder.properties) return null
  const members = Object.entries(holder.properties)
  return html`<ul class="members">
    ${members.map(([name, member]) =>
      memberItem(name, member, holder.required?.includes(name) ?? false),
    )}
    ${
      typeof holder.additionalProperties === 'object'
        ? html`<li class="others">and any other member</li>`
        : null
    }
  </ul>`
}

function memberItem(name: string, schema: JsonSchema, isRequired: boolean): Html {
  return html`<li>
    <p class="line">
      <code class="name">${name}</code> <span class="type">${typeWords(schema)}</span>
      ${isRequired ? null : html`<span class="note">optional</span>`} ${defaultOf(schema)}
    </p>
    ${schema.description ? html`<p class="about">${inline(schema.description)}</p>` : null}
    ${membersOf(schema)}
  </li>`
}

function kindOf(schema: JsonSchema): Part[] {
  if (schema.$ref) return [schemaLink(schema.$ref)]
  if (schema.const !== undefined) return [html`<code>${JSON.stringify(schema.const)}</code>`]
  if (schema.enum) return choices(schema.enum)
  if (schema.anyOf) return joined(schema.anyOf.map(typeWords), ' or ')
  if (schema.items) return ['array of ', ...inBrackets(schema.items)]
  if (schema.type === undefined) return ['any JSON']
  return [[schema.type].flat().map(wordFor(schema)).join(' or ')]
}

function wordFor({ format, properties }: JsonSchema): (type: string) => string {
  return (type) => {
    if (type === 'string' && format) return format
    return type === 'object' && !properties ? 'object with any members' : type
  }
}

function inBrackets(schema: JsonSchema): Part[] {
  const words = typeWords(schema)
  return schema.anyOf || Array.isArray(schema.type) ? ['(', ...words, ')'] : words
}

/** A long list would bury the rest; the document has all of it. */
function choices(values: unknown[]): Part[] {
  const shown = values.length > 10 ? values.slice(0, 5) : values
  const codes = shown.map((value) => html`<code>${JSON.stringify(value)}</code>`)
  const more = values.length - shown.length
  return more > 0 ? [...joined(codes, ' '), ` and ${more} more`] : joined(codes, ' ')
}

function schemaLink(reference: string): Html {
  const name = nameIn(reference)
  return html`<a href="#${anchor('schema', name)}">${name}</a>`
}

function nameIn(reference: string | undefined): string {
  return reference?.split('/').at(-1) ?? ''
}

function boundsOf(schema: JsonSchema): Part[] {
  const { minItems, maxItems, minLength, maxLength, pattern, format } = schema
  const least = schema.minimum ?? (schema.exclusiveMinimum === 0 ? 1 : undefined)
  const bounds = [
    rangeOf(safe(least), safe(schema.maximum), ''),
    rangeOf(minItems, maxItems, ' items'),
    minLength === 1 && maxLength === undefined
      ? 'not empty'
      : rangeOf(minLength, maxLength, ' characters'),
  ].filter((bound) => bound !== null)
  const ranges = bounds.map((bound) => `, ${bound}`)
  // A format says it in fewer words than its pattern.
  return pattern && !format ? [...ranges, html`, matching <code>${pattern}</code>`] : ranges
}

/** Every integer is one that JSON readers can keep, so that needs no word. */
function safe(bound: number | undefined): number | undefined {
  return bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined
}

function rangeOf(least: number | undefined, most: number | undefined, unit: string): string | null {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (least !== undefined) return `at least ${least}${unit}`
  return most === undefined ? null : `at most ${most}${unit}`
}
