import assert from 'node:assert/strict'
import { folder, standFor } from '../fixtures/disk-tree.ts'
import type { DiskTree } from '../fixtures/disk-tree.ts'
import { referenceIn, referencesIn } from '../fixtures/drive-process.ts'
import type { DriveAnswer, DriveProcess } from '../fixtures/drive-process.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

/** Folders that everybody puts things into, and nobody takes away. */
export const commonFolders = ['/one', '/two', '/two/deep', '/three']
const commonNames = ['plan.txt', 'plan', 'a.tar.gz', 'é.txt', 'work']

/** Somebody who only touches what is theirs, and so knows from the answers exactly where it is. */
export interface ChaosClient {
  /** Does one thing, and checks the answer. */
  act(): Promise<void>
  /** What is theirs now, by the answers they got. */
  owned(): DiskTree
}

/** More than this and they begin to clear up. */
const enough = 40

/** What they need of the drive that they share. */
export type SharedDrive = Pick<DriveProcess, 'send' | 'upload' | 'list' | 'read'>

export function chaosClient(name: string, server: SharedDrive, random: SeededRandom): ChaosClient {
  const mine = new Map<string, string>()
  let made = 0

  const newText = (): string => {
    made += 1
    return `${name}-${made} ${'x'.repeat(random.pick([0, 10, 300, 70_000]))}`
  }
  const tops = (): string[] =>
    [...mine.keys()].filter((path) => !mine.has(path.slice(0, path.lastIndexOf('/'))))
  const files = (): string[] => [...mine.keys()].filter((path) => mine.get(path) !== folder)
  const below = (path: string): string[] =>
    [...mine.keys()].filter((one) => one === path || one.startsWith(`${path}/`))
  const anyFolder = (): string => {
    const own = [...mine.keys()].filter((path) => mine.get(path) === folder)
    return random.pick([...commonFolders, ...own])
  }

  function copyOwned(from: string, to: string): void {
    for (const path of below(from)) mine.set(to + path.slice(from.length), mine.get(path) ?? '')
  }
  function drop(path: string): void {
    for (const one of below(path)) mine.delete(one)
  }
  function moveOwned(from: string, to: string): void {
    const moved = below(from).map(
      (path) => [path.slice(from.length), mine.get(path) ?? ''] as const,
    )
    drop(from)
    for (const [rest, what] of moved) mine.set(to + rest, what)
  }
  /** A name that somebody got is nobody else's, and no second thing of ours. */
  function claim(id: string, wanted: string, what: string): void {
    assert.ok(!mine.has(id), `${id} was given twice`)
    assert.equal(id.slice(0, id.lastIndexOf('/')), wanted, 'put into another folder')
    mine.set(id, what)
  }

  /** A few that do not lie in each other. */
  function some(): string[] {
    const all = tops()
    const chosen = Array.from({ length: random.between(1, 3) }, () => random.pick(all))
    return [...new Set(chosen)]
  }

  const actions = {
    async upload() {
      const text = newText()
      const into = anyFolder()
      claim(
        referenceIn(ok(await server.upload(into, random.pick(commonNames), text))).id,
        into,
        standFor(text),
      )
    },
    async uploadBelow() {
      const text = newText()
      const path = `${random.pick(['p', 'q'])}/r`
      const answer = ok(await server.upload('/three', `${path}/${random.pick(commonNames)}`, text))
      claim(referenceIn(answer).id, `/three/${path}`, standFor(text))
    },
    async create() {
      const type = random.pick(['file', 'folder', 'folder'])
      const into = anyFolder()
      const body = { name: random.pick(commonNames), type }
      const answer = ok(await server.send('POST', address(into), body))
      claim(referenceIn(answer).id, into, type === 'folder' ? folder : '')
    },
    async rename() {
      const path = random.pick([...mine.keys()])
      const body = { operation: 'rename', name: random.pick(commonNames) }
      moveOwned(path, referenceIn(ok(await server.send('PUT', address(path), body))).id)
    },
    async move() {
      const ids = some()
      const target = random.pick(commonFolders)
      const body = { operation: 'move', ids, target }
      const moved = referencesIn(ok(await server.send('PUT', 'files', body)))
      assert.equal(moved.length, ids.length)
      // Through names that nobody has, as one may get the name that another has left.
      for (const [index, path] of ids.entries()) moveOwned(path, `\0${index}`)
      for (const [index, { id }] of moved.entries()) moveOwned(`\0${index}`, id)
    },
    async copy() {
      const ids = some()
      const target = random.pick(commonFolders)
      const body = { operation: 'copy', ids, target }
      const copies = referencesIn(ok(await server.send('PUT', 'files', body)))
      assert.equal(copies.length, ids.length)
      for (const [index, { id }] of copies.entries()) {
        assert.ok(!mine.has(id), `${id} was given twice`)
        copyOwned(ids[index] ?? '', id)
      }
    },
    async remove() {
      const ids = some()
      ok(await server.send('DELETE', 'files', { ids }))
      ids.forEach(drop)
    },
    async list() {
      const path = random.pick(
        [...commonFolders, ...mine.keys()].filter(
          (one) => mine.get(one) === folder || commonFolders.includes(one),
        ),
      )
      const ids = new Set((await server.list(path)).map(({ id }) => id))
      for (const one of mine.keys()) {
        if (one.slice(0, one.lastIndexOf('/')) === path)
          assert.ok(ids.has(one), `${one} is not listed`)
      }
    },
    async download() {
      const path = random.pick(files())
      const { status, text } = await server.read(path)
      assert.equal(status, 200, `${path}: ${text}`)
      assert.equal(standFor(text), mine.get(path), path)
    },
    contest,
  }

  /** Several want the same thing at once: at most one of them gets it, and every copy is one more. */
  async function contest(): Promise<void> {
    const text = newText()
    const unique = `${name}-${made}.txt`
    const path = referenceIn(ok(await server.upload('/one', unique, text))).id
    const takers = [
      server.send('PUT', 'files', { operation: 'move', ids: [path], target: '/two' }),
      server.send('PUT', address(path), { operation: 'rename', name: `r${unique}` }),
      server.send('PUT', 'files', { operation: 'move', ids: [path], target: '/three' }),
    ]
    const copies = [
      server.send('PUT', 'files', { operation: 'copy', ids: [path], target: '/two/deep' }),
    ]
    const isDeleted = random.next() < 0.5
    const deletions = isDeleted ? [server.send('DELETE', 'files', { ids: [path] })] : []

    const won = (await Promise.all(takers)).filter(isTaken)
    for (const answer of await Promise.all(deletions)) ok(answer)
    for (const answer of (await Promise.all(copies)).filter(isTaken)) {
      claim(referencesIn(answer)[0]?.id ?? '', '/two/deep', standFor(text))
    }
    assert.ok(won.length <= 1, `${path} went to two places: ${JSON.stringify(won)}`)
    assert.ok(won.length === 1 || isDeleted, `nobody got ${path}`)
    for (const { json } of won) {
      const [at] = [(json as { result: { id: string } | { id: string }[] }).result].flat()
      assert.ok(at)
      mine.set(at.id, standFor(text))
    }
  }

  function isPossible(what: keyof typeof actions): boolean {
    if (what === 'rename' || what === 'move' || what === 'copy') return mine.size > 0
    if (what === 'remove') return mine.size > 0
    return what !== 'download' || files().length > 0
  }

  return {
    async act() {
      const all = Object.keys(actions) as (keyof typeof actions)[]
      const possible = all.filter(isPossible)
      const what = mine.size > enough && random.next() < 0.5 ? 'remove' : random.pick(possible)
      await actions[what]()
    },
    owned: () => Object.fromEntries(mine),
  }
}

function isTaken(answer: DriveAnswer | null): answer is DriveAnswer {
  if (answer?.status === 404) return false
  ok(answer)
  return true
}

function ok(answer: DriveAnswer | null): DriveAnswer {
  assert.ok(answer, 'the server has gone')
  assert.equal(answer.status, 200, JSON.stringify(answer.json))
  return answer
}

function address(path: string): string {
  return `files/${encodeURIComponent(path)}`
}
