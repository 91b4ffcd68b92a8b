import type { z } from 'zod'

type Takes = (value: unknown) => boolean

/** Of each schema that was asked for; `null` where only it can tell itself. */
const known = new WeakMap<z.core.$ZodType, Takes | null>()

/**
 * Whether a schema surely takes a value, and as it is: so it need not be asked, which takes ten times as long and makes a copy.
 * `false` says nothing. Values are of JSON.
 */
export function isSurelyTaken(schema: z.core.$ZodType, value: unknown): boolean {
  return takesOf(schema)?.(value) ?? false
}

function takesOf(schema: z.core.$ZodType): Takes | null {
  const found = known.get(schema)
  if (found !== undefined) return found
  // Until it is known, for those that have themselves inside.
  known.set(schema, null)
  const made = makeTakes((schema as z.core.$ZodTypes)._zod.def)
  known.set(schema, made)
  return made
}

/** What has a check, changes its value or knows a default is left to its schema. */
function makeTakes(def: z.core.$ZodTypes['_zod']['def']): Takes | null {
  if (def.checks?.length) return null
  switch (def.type) {
    case 'unknown':
      return () => true
    case 'never':
      return () => false
    case 'null':
      return (value) => value === null
    case 'string':
      return isPlain(def) ? (value) => typeof value === 'string' : null
    case 'number':
      return isPlain(def) ? Number.isFinite : null
    case 'boolean':
      return isPlain(def) ? (value) => typeof value === 'boolean' : null
    case 'literal':
      return among(def.values)
    case 'enum':
      return among(Object.values(def.entries))
    case 'custom':
      return (value) => def.fn(value) === true
    case 'optional':
      return orElse(undefined, takesOf(def.innerType))
    case 'nullable':
      return orElse(null, takesOf(def.innerType))
    case 'union':
      return oneOf(def.options.map(takesOf))
    case 'array':
      return listOf(takesOf(def.element))
    case 'object':
      return objectOf(def)
    default:
      return null
  }
}

function isPlain(def: { format?: unknown; coerce?: unknown }): boolean {
  return def.format === undefined && !def.coerce
}

function among(values: readonly unknown[]): Takes {
  const all = new Set(values)
  return (value) => all.has(value)
}

function orElse(other: unknown, takes: Takes | null): Takes | null {
  return takes && droppingLike([takes], (value) => value === other || takes(value))
}

/** Their schemas take more than they do, and leave a part of that out. */
const dropping = new WeakSet<Takes>()

function droppingLike(parts: readonly Takes[], made: Takes): Takes {
  if (parts.some((part) => dropping.has(part))) dropping.add(made)
  return made
}

/** The first one counts that takes the value, which may leave out what a later one has. */
function oneOf(options: (Takes | null)[]): Takes | null {
  const all = options.filter((takes) => takes !== null)
  if (all.length < options.length || all.slice(0, -1).some((takes) => dropping.has(takes)))
    return null
  return droppingLike(all, (value) => all.some((takes) => takes(value)))
}

function listOf(takes: Takes | null): Takes | null {
  return takes && droppingLike([takes], (value) => Array.isArray(value) && value.every(takes))
}

/** Members that the schema does not name are kept by a loose one only. */
function objectOf({ shape, catchall }: z.core.$ZodObjectDef): Takes | null {
  const isLoose = catchall?._zod.def.type === 'unknown'
  const members = new Map<string, Takes>()
  for (const [name, one] of Object.entries(shape)) {
    const takes = takesOf(one)
    if (!takes) return null
    members.set(name, takes)
  }
  const needed = Object.keys(shape).filter((name) => shape[name]?._zod.def.type !== 'optional')
  if (catchall && !isLoose) return null
  const made = droppingLike([...members.values()], (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    for (const name of needed) if (!Object.hasOwn(value, name)) return false
    for (const name of Object.keys(value)) {
      const takes = members.get(name)
      if (takes ? !takes((value as Record<string, unknown>)[name]) : !isLoose) return false
    }
    return true
  })
  if (!isLoose) dropping.add(made)
  return made
}
