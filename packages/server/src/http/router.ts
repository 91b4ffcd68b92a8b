import type { Route } from './route.ts'

export interface Match {
  /** `null` when the address exists, but not for this method. */
  route: Route | null
  /** The variable segments, decoded; but what `{name*}` stands for is as it was sent. */
  params: Record<string, string>
  /** Every route of this address. */
  routes: readonly Route[]
}

interface Pattern {
  segments: readonly string[]
  /** The last segment is `{name*}`. */
  isOpen: boolean
  routes: readonly Route[]
}

/** Finds the route of a path. A written segment goes before a variable one, whatever the method. */
export function router(routes: readonly Route[]): (method: string, path: string) => Match | null {
  const written = new Map<string, Pattern>()
  const variable: Pattern[] = []
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    const segments = path.slice(1).split('/')
    const pattern = { segments, isOpen: path.endsWith('*}'), routes: ofPath }
    if (path.includes('{')) variable.push(pattern)
    else written.set(path, pattern)
  }
  // `/tables/{table}` before `/{table}/{id}`, and `/files/{id}` before `/files/{id*}`.
  variable.sort(
    (a, b) => firstVariable(b) - firstVariable(a) || Number(a.isOpen) - Number(b.isOpen),
  )

  // Those that begin with a written segment come before all others, so only they need be looked at.
  const byFirst = Map.groupBy(variable, ({ segments }) => segments[0]!)
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

function firstVariable({ segments }: Pattern): number {
  return segments.findIndex((segment) => segment.startsWith('{'))
}

function paramsIn(
  { segments: expected, isOpen }: Pattern,
  segments: string[],
): Record<string, string> | null {
  if (isOpen ? segments.length < expected.length : segments.length !== expected.length) return null
  const params: Record<string, string> = {}
  for (const [index, name] of expected.entries()) {
    const segment = segments[index] ?? ''
    if (!name.startsWith('{')) {
      if (segment !== name) return null
    } else if (segment === '') return null
    else if (name.endsWith('*}')) params[name.slice(1, -2)] = segments.slice(index).join('/')
    else params[name.slice(1, -1)] = decoded(segment)
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
