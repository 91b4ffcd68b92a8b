import type { Route } from './route.ts'

type Params = Record<string, string>

export interface Match {
  /** `null` when the address exists, but not for this method. */
  route: Route | null
  /** The variable segments, decoded; but what `{name*}` stands for is as it was sent. */
  params: Params
  /** Every route of this address. */
  routes: readonly Route[]
}

interface Pattern {
  segments: readonly Segment[]
  /** The last segment is `{name*}`. */
  isOpen: boolean
  routes: readonly Route[]
}

interface Segment {
  text: string
  /** What `{name}` is called; `null` for one that is written. */
  name: string | null
}

/** Finds the route of a path. A written segment goes before a variable one, whatever the method. */
export function router(routes: readonly Route[]): (method: string, path: string) => Match | null {
  const written = new Map<string, Pattern>()
  const variable: Pattern[] = []
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    const segments = path.slice(1).split('/').map(segmentOf)
    const pattern = { segments, isOpen: path.endsWith('*}'), routes: ofPath }
    if (path.includes('{')) variable.push(pattern)
    else written.set(path, pattern)
  }
  // `/tables/{table}` before `/{table}/{id}`, and `/files/{id}` before `/files/{id*}`.
  variable.sort(
    (a, b) => firstVariable(b) - firstVariable(a) || Number(a.isOpen) - Number(b.isOpen),
  )

  // Those that begin with a written segment come before all others, so only they need be looked at.
  const byFirst = Map.groupBy(variable, ({ segments }) => segments[0]!.text)
  const others = variable.filter((pattern) => firstVariable(pattern) === 0)

  return (method, path) => {
    const exact = written.get(path)
    if (exact) return { route: routeFor(method, exact), params: {}, routes: exact.routes }
    const segments = path.slice(1).split('/')
    return matchIn(byFirst.get(segments[0]!), segments, method) ?? matchIn(others, segments, method)
  }
}

function matchIn(patterns: Pattern[] = [], segments: string[], method: string): Match | null {
  for (const pattern of patterns) {
    const params = paramsIn(pattern, segments)
    if (params) return { route: routeFor(method, pattern), params, routes: pattern.routes }
  }
  return null
}

function routeFor(method: string, { routes }: Pattern): Route | null {
  const asked = method === 'HEAD' ? 'GET' : method
  return routes.find((route) => route.method === asked) ?? null
}

function segmentOf(text: string): Segment {
  return { text, name: /^\{(\w+)\*?\}$/.exec(text)?.[1] ?? null }
}

function firstVariable({ segments }: Pattern): number {
  return segments.findIndex(({ name }) => name !== null)
}

function paramsIn({ segments: expected, isOpen }: Pattern, sent: string[]): Params | null {
  if (isOpen ? sent.length < expected.length : sent.length !== expected.length) return null
  const isMeant = expected.every(({ name, text }, at) =>
    name === null ? sent[at] === text : sent[at] !== '',
  )
  if (!isMeant) return null
  const params: Params = {}
  for (const [at, { name }] of expected.entries()) {
    if (name === null) continue
    const isRest = isOpen && at === expected.length - 1
    params[name] = isRest ? sent.slice(at).join('/') : decoded(sent[at]!)
  }
  return params
}

/** What cannot be decoded names nothing, so it may stay as it is. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
