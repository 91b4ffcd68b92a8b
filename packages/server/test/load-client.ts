import assert from 'node:assert/strict'
import { folder, standFor } from './disk-tree.ts'
import type { DiskTree } from './disk-tree.ts'
import type { DriveAnswer, DriveProcess } from './drive-process.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Somebody with a folder of their own, who knows at any moment what may be in it. */
export interface LoadClient {
  home: string
  /** Goes on until the server is gone; answers how many things were done. */
  work(server: DriveProcess): Promise<number>
  /** The folder is as the last answer left it, or as the request does that was under way. */
  settle(tree: DiskTree): void
}

interface Plan {
  send(server: DriveProcess): Promise<DriveAnswer | null>
  /** After it: in the end, and in between. */
  later: DiskTree[]
}

export function loadClient(name: string, random: SeededRandom): LoadClient {
  const home = `/${name}`
  let state: DiskTree = { [`${home}/a`]: folder, [`${home}/b`]: folder, [`${home}/c`]: folder }
  let underWay: DiskTree[] = []
  let made = 0

  const newName = (): string => {
    made += 1
    return `${made}.txt`
  }
  const inside = (place: string): string[] =>
    Object.keys(state).filter((path) => path.startsWith(`${home}/${place}/`))
  const files = (place: string): string[] => inside(place).filter((path) => state[path] !== folder)
  const some = (paths: readonly string[]): string[] => [
    ...new Set(Array.from({ length: random.between(1, 4) }, () => random.pick(paths))),
  ]
  const text = (): string => `${name} ${made} ${'x'.repeat(random.pick([0, 500, 700_000]))}`

  function upload(): Plan {
    const file = newName()
    const bytes = text()
    return {
      send: (server) => server.upload(`${home}/a`, file, bytes),
      later: [{ ...state, [`${home}/a/${file}`]: standFor(bytes) }],
    }
  }

  function uploadBelow(): Plan {
    const file = newName()
    const bytes = text()
    const half = { ...state, [`${home}/new ${made}`]: folder }
    const path = `new ${made}/${file}`
    return {
      send: (server) => server.upload(home, path, bytes),
      later: [half, { ...half, [`${home}/${path}`]: standFor(bytes) }],
    }
  }

  function move(): Plan {
    const ids = some(files('a'))
    const next = without(ids)
    for (const id of ids) next[id.replace('/a/', '/b/')] = state[id] ?? ''
    return { send: transfer('move', ids, `${home}/b`), later: [next] }
  }

  function copy(): Plan {
    const ids = some(files('a')).filter((id) => !(id.replace('/a/', '/c/') in state))
    const next = { ...state }
    for (const id of ids) next[id.replace('/a/', '/c/')] = state[id] ?? ''
    return { send: transfer('copy', ids, `${home}/c`), later: [next] }
  }

  function rename(): Plan {
    const id = random.pick(files('a'))
    const to = newName()
    const address = `files/${encodeURIComponent(id)}`
    return {
      send: (server) => server.send('PUT', address, { operation: 'rename', name: to }),
      later: [{ ...without([id]), [`${home}/a/${to}`]: state[id] ?? '' }],
    }
  }

  function remove(): Plan {
    const ids = some([...files('a'), ...files('b'), ...files('c')])
    return {
      send: (server) => server.send('DELETE', 'files', { ids }),
      later: [without(ids)],
    }
  }

  function without(ids: readonly string[]): DiskTree {
    return Object.fromEntries(Object.entries(state).filter(([path]) => !ids.includes(path)))
  }

  return {
    home,
    async work(server) {
      for (let done = 0; ; done += 1) {
        const adding = [upload, upload, uploadBelow]
        const plan = random.pick(
          files('a').length > 0 ? [...adding, move, copy, rename, remove] : adding,
        )()
        underWay = plan.later
        const answer = await plan.send(server)
        if (answer === null) return done
        assert.equal(answer.status, 200, JSON.stringify(answer.json))
        state = plan.later.at(-1) ?? state
        underWay = []
      }
    },
    settle(tree) {
      const actual = Object.fromEntries(
        Object.entries(tree).filter(([path]) => path.startsWith(`${home}/`)),
      )
      const found = [state, ...underWay].find((one) => isSame(one, actual))
      if (!found) assert.deepEqual(actual, underWay.at(-1) ?? state)
      state = found ?? state
      underWay = []
    },
  }
}

function transfer(operation: string, ids: readonly string[], target: string): Plan['send'] {
  return (server) => server.send('PUT', 'files', { operation, ids, target })
}

function isSame(one: DiskTree, other: DiskTree): boolean {
  const paths = Object.keys(one)
  return (
    paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path])
  )
}
