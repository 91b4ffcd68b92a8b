import type { Sent } from './random-table-requests.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

const names = [
  'a', 'B', 'ä.txt', 'a b', 'quote".txt', "it's", '100%', '_x', 'ΣΑΣ', '\u{1f600}.png', 'İ', 'b.txt', 'a/b', '..',
] // prettier-ignore

/** A request to the drive; folders are at most two deep. */
export function fileRequest(random: SeededRandom): Sent {
  const [one, other] = [path(random), path(random)]
  const type = random.pick(['file', 'folder', 'folder'])
  const operation = random.pick(['move', 'copy'])
  return random.pick<() => Sent>([
    () => ({ method: 'POST', path: at('/'), body: { name: random.pick(names), type } }),
    () => ({ method: 'POST', path: at(one), body: { name: random.pick(names), type } }),
    () => ({
      method: 'PUT',
      path: at(one),
      body: { operation: 'rename', name: random.pick(names) },
    }),
    () => ({ method: 'PUT', path: '/files', body: { operation, ids: [one], target: other } }),
    () => ({ method: 'PUT', path: '/files', body: { operation, ids: [one, other], target: '/' } }),
    () => ({ method: 'DELETE', path: '/files', body: { ids: [one] } }),
    () => ({ method: 'GET', path: '/files' }),
    () => ({ method: 'GET', path: at(one) }),
    () => ({
      method: 'GET',
      path: `/files?start=${random.between(0, 3)}&end=${random.between(3, 9)}`,
    }),
    () => ({
      method: 'GET',
      path: `/files?text=${encodeURIComponent(random.pick([...names, '.t', 'σ', 'x']))}`,
    }),
    () => ({ method: 'GET', path: `/info/${encodeURIComponent(one)}` }),
    () => ({ method: 'GET', path: `/changes?since=${random.between(0, 200)}&limit=50` }),
  ])()
}

function path(random: SeededRandom): string {
  const [one, other] = [random.pick(names), random.pick(names)]
  return random.next() < 0.6 ? `/${one}` : `/${one}/${other}`
}

const at = (id: string): string => `/files/${encodeURIComponent(id)}`
