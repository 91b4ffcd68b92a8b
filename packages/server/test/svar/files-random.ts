import type { FilesClient, FilesEvent, Item } from './files-client.ts'
import { fileOf } from './files-client.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

/** So few names that they are taken again and again. */
const names = ['a.txt', 'b', 'v1.2', '.env', 'a.new.txt', 'Ä ö.md', 'x&y+z%.tar.gz', '..c', '#1']

/** More than this, and something is deleted instead. */
const mostEntries = 150

export interface Step {
  action: string
  event: FilesEvent
  /** How many files and folders there are more afterwards, if it succeeds. */
  grows: number
}

/** Something a person could do now below `home` in this page, whose folders are all open. */
export function randomStep(random: SeededRandom, page: FilesClient, home: string): Step {
  const items = page.items().filter(({ id }) => home === '/' || id.startsWith(`${home}/`))
  const folders = [home, ...items.filter(({ type }) => type === 'folder').map(({ id }) => id)]
  const parent = random.pick(folders)
  const name = random.pick(names)
  const dice = random.next()

  if (items.length > mostEntries) return removal(random, items, 12)
  if (items.length < 6 || dice < 0.15) return creation(parent, { name, type: 'folder' })
  if (dice < 0.25) return creation(parent, { name, type: 'file', date: new Date() })
  if (dice < 0.45) {
    return creation(parent, fileOf(name, `${random.next()} `.repeat(random.between(0, 300))))
  }
  if (dice < 0.6) return renaming(random.pick(items), name)
  if (dice < 0.88) return transfer(random, dice < 0.75 ? 'move-files' : 'copy-files', items, parent)
  return removal(random, items, 3)
}

/** Puts something new, or something from home, into the folder that all pages share. */
export function shareSomething(random: SeededRandom, page: FilesClient, home: string): Step {
  const items = page.items().filter(({ id }) => id.startsWith(`${home}/`))
  const name = random.pick(names)
  const dice = random.next()
  if (items.length === 0 || dice < 0.4) return creation('/shared', fileOf(name, home))
  if (dice < 0.6) return creation('/shared', { name, type: 'folder' })
  return transfer(random, dice < 0.8 ? 'move-files' : 'copy-files', items, '/shared')
}

function creation(parent: string, file: FilesEvent): Step {
  return { action: 'create-file', event: { parent, file }, grows: 1 }
}

function renaming(item: Item, name: string): Step {
  // To its own name the store has no guess, and the documented handler stumbles.
  const isOwn = item.name === name
  return {
    action: 'rename-file',
    event: { id: item.id, name: isOwn ? `${name}.other` : name },
    grows: 0,
  }
}

function transfer(random: SeededRandom, action: string, items: Item[], target: string): Step {
  const isCopy = action === 'copy-files'
  const movable = items.filter(
    ({ id, parent }) => !`${target}/`.startsWith(`${id}/`) && (isCopy || parent !== target),
  )
  const chosen = someOf(random, movable, 3)
  const ids = chosen.map(({ id }) => id)
  if (ids.length === 0) return creation(target, { name: 'nothing fits', type: 'file' })
  const grows = isCopy ? chosen.reduce((sum, one) => sum + sizeOf(one), 0) : 0
  return { action, event: { ids, target }, grows }
}

function removal(random: SeededRandom, items: Item[], most: number): Step {
  const chosen = someOf(random, items, most)
  return {
    action: 'delete-files',
    event: { ids: chosen.map(({ id }) => id) },
    grows: -chosen.reduce((sum, one) => sum + sizeOf(one), 0),
  }
}

/** None of them lies in another: with such a choice the store itself stumbles. */
function someOf(random: SeededRandom, items: Item[], most: number): Item[] {
  const chosen: Item[] = []
  for (let left = random.between(1, most); left > 0 && items.length > 0; left--) {
    const one = random.pick(items)
    const isApart = chosen.every(
      ({ id }) => !`${one.id}/`.startsWith(`${id}/`) && !id.startsWith(`${one.id}/`),
    )
    if (isApart) chosen.push(one)
  }
  return chosen
}

/** With everything in it. */
function sizeOf({ data }: Item): number {
  return 1 + (data ?? []).reduce((sum, one) => sum + sizeOf(one), 0)
}
