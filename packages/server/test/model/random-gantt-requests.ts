import type { Sent } from './random-table-requests.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

const texts = ['Plan', 'a"b\\c', 'ä\n\u0000', '\u{1f600}', '']
const numbers = [0, 1, 0.5, 1 / 3, 33.333333333333336, 1e-7, 99.999, 7]
const linkTypes = ['e2s', 's2s', 'e2e', 's2e', 'x']

/** A request to the plan: some of it is refused. */
export function planRequest(random: SeededRandom): Sent {
  const [id, other] = [random.between(1, 40), random.between(0, 40)]
  return random.pick<() => Sent>([
    () => ({ method: 'POST', path: '/tasks', body: { task: task(random), ...place(random) } }),
    () => ({ method: 'POST', path: '/tasks', body: { ...task(random), parent: other } }),
    () => ({ method: 'POST', path: '/tasks', body: { ...task(random), parent: 0 } }),
    () => ({ method: 'PUT', path: `/tasks/${id}`, body: task(random) }),
    () => ({ method: 'PUT', path: `/tasks/${id}`, body: { operation: 'move', ...place(random) } }),
    () => ({
      method: 'PUT',
      path: `/tasks/${id}`,
      body: { operation: 'copy', lazy: random.next() < 0.5, ...place(random) },
    }),
    () => ({
      method: 'PUT',
      path: `/tasks/${id}`,
      body: { operation: 'lazy', value: random.pick([true, false, null]) },
    }),
    () => ({ method: 'DELETE', path: `/tasks/${random.between(1, 120)}` }),
    () => ({ method: 'POST', path: '/links', body: link(random) }),
    () => ({ method: 'PUT', path: `/links/${id}`, body: link(random) }),
    () => ({ method: 'DELETE', path: `/links/${id}` }),
    () => ({
      method: 'POST',
      path: '/resources',
      body: { name: random.pick(texts), rate: number(random) },
    }),
    () => ({
      method: 'POST',
      path: '/assignments',
      body: { task: id, resource: random.between(1, 5), units: number(random) },
    }),
    () => ({
      method: 'POST',
      path: `/batch${random.pick(['', '?atomic=true'])}`,
      body: [
        { url: 'tasks', method: 'POST', data: { task: { ...task(random), id: 'temp://1' } } },
        {
          url: 'tasks',
          method: 'POST',
          data: { task: task(random), target: 'temp://1', mode: 'child' },
        },
        { url: 'links', method: 'POST', data: link(random) },
        { url: `tasks/${id}`, method: 'PUT', data: task(random) },
      ],
    }),
    ...[
      '/tasks',
      `/tasks/${id}`,
      '/links',
      `/links/${id}?ends=any`,
      '/assignments',
      '/resources',
    ].map((path) => (): Sent => ({ method: 'GET', path })),
    () => ({ method: 'GET', path: `/changes?since=${random.between(0, 200)}&limit=50` }),
  ])()
}

const number = (random: SeededRandom): number =>
  random.pick([random.pick(numbers), random.next() * 100])

function task(random: SeededRandom): Record<string, unknown> {
  const day = String(random.between(1, 28)).padStart(2, '0')
  const more = random.pick<Record<string, unknown>>([
    {},
    { duration: number(random) },
    { type: random.pick(['milestone', 'summary', 'own', 'task']) },
    {
      details: random.pick(texts),
      ratio: number(random),
      nested: { list: [number(random), null] },
    },
    { end: '2026-05-03 00:00:00' },
    { start: '2026-02-30 00:00:00' },
  ])
  return {
    text: random.pick(texts),
    start: `2026-04-${day} 09:00:00`,
    progress: number(random),
    open: random.next() < 0.5,
    ...more,
  }
}

function place(random: SeededRandom): Record<string, unknown> {
  return {
    target: random.between(1, 40),
    mode: random.pick(['before', 'after', 'child', 'up', 'down']),
  }
}

function link(random: SeededRandom): Record<string, unknown> {
  const [source, target] = [random.between(1, 40), random.between(1, 40)]
  const lag = random.pick<unknown>([undefined, null, number(random)])
  return { source, target, type: random.pick(linkTypes), lag }
}
