import { ask } from './ask.ts'
import { idIn, parentOf } from './file-entries.ts'
import type { ServerError } from './server-error.ts'
import type { Server } from './server.ts'

/** Something comes to where its name is taken. */
export interface Clash {
  /** What the person did: `upload-file`, `move-files`, `copy-files` or `rename-file`. */
  action: string
  /** What is there already. */
  path: string
  /** Only a file takes the place of a file. */
  canReplace: boolean
  /** So many others of the same go are still to be asked about. */
  others: number
  /** The two files, as far as they are known; not where there is a folder or what is there is withheld. */
  there?: FileFacts
  coming?: FileFacts
}

export interface FileFacts {
  /** In bytes. */
  size: number
  /** When it was changed last, as in ISO 8601. */
  date: string
}

export interface ClashAnswer {
  /** `replace` what is there, which keeps its former bytes as a version; `number`: keep both, what comes gets a number; `skip`: it stays where it was. */
  conflict: 'replace' | 'number' | 'skip'
  /** Whether that holds for the others, too, as far as it can. */
  forAll?: boolean
}

/** `null`: nothing of what was done in that go is to happen. */
export type OnClash = (clash: Clash) => Promise<ClashAnswer | null>

export interface Coming {
  /** To which it comes, and which is there. */
  folder: string
  /** May have folders in front, which may be missing. */
  name: string
  isFile: boolean
  /** Where it is now, or what is known of it where it is on no server yet. */
  from?: string | FileFacts
  /** What is to become of it where its name is taken: without it, that is not known yet. */
  conflict?: ClashAnswer['conflict']
  /** The server has refused it. What has its name may be withheld from whoever asks, and so be in no list. */
  isRefused?: boolean
}

export interface Asking {
  server: Server
  action: string
  onClash: OnClash
}

export function isClash(error: unknown): boolean {
  const { code } = error as ServerError
  return code === 'files.name_taken' || code === 'files.not_replaceable'
}

/** Asks what is to become of each whose name is taken, also of those taken while others were asked about. `false`: of none. */
export async function settleClashes(
  comings: readonly Coming[],
  { server, action, onClash }: Asking,
): Promise<boolean> {
  const forAll = new Map<boolean, ClashAnswer['conflict']>()
  for (;;) {
    const open = await openClashes(server, comings)
    if (open.length === 0) return true
    for (const [index, { coming, canReplace, facts }] of open.entries()) {
      const others = open.length - index - 1
      const known = forAll.get(canReplace)
      const answer: ClashAnswer | null = known
        ? { conflict: known }
        : await onClash({
            action,
            path: idIn(coming.folder, coming.name),
            canReplace,
            others,
            ...facts,
          })
      if (!answer) return false
      const { conflict } = answer
      if (answer.forAll) {
        forAll.set(canReplace, conflict)
        if (conflict !== 'replace' && !forAll.has(!canReplace)) forAll.set(!canReplace, conflict)
      }
      coming.conflict = conflict
      coming.isRefused = false
    }
  }
}

interface Open {
  coming: Coming
  canReplace: boolean
  facts: Pick<Clash, 'there' | 'coming'>
}

async function openClashes(server: Server, comings: readonly Coming[]): Promise<Open[]> {
  const entryAt = lookUp(server)
  const claimed = new Set<string>()
  const open: Open[] = []
  for (const coming of comings) {
    const path = oneSpelling(idIn(coming.folder, coming.name))
    const entry = await entryAt(coming.folder, path)
    const type = entry?.type
    // Those that come together do not replace each other.
    const canReplace = coming.isFile && type === 'file' && !claimed.has(path)
    const isTaken = type !== undefined || claimed.has(path) || coming.isRefused
    claimed.add(path)
    const isKnown = coming.conflict && (canReplace || coming.conflict !== 'replace')
    if (!isTaken || isKnown) continue
    const there = factsOf(entry)
    const now = there && (await factsNow(coming, entryAt))
    // To see which of two is newer takes both.
    open.push({ coming, canReplace, facts: there && now ? { there, coming: now } : {} })
  }
  return open
}

async function factsNow({ from }: Coming, entryAt: EntryAt): Promise<FileFacts | undefined> {
  return typeof from === 'string' ? factsOf(await entryAt(parentOf(from), oneSpelling(from))) : from
}

function factsOf(entry: Listed | undefined): FileFacts | undefined {
  if (entry?.type !== 'file' || entry.size === undefined) return undefined
  return { size: entry.size, date: entry.date }
}

type EntryAt = ReturnType<typeof lookUp>

/** Each folder is listed once, and nothing is looked for in one that is missing. */
function lookUp(server: Server) {
  const lists = new Map<string, Promise<Map<string, Listed>>>()

  async function list(top: string, folder: string): Promise<Map<string, Listed>> {
    const isTop = folder === oneSpelling(top)
    if (!isTop && (await entryAt(top, folder))?.type !== 'folder') return new Map()
    const path = `files/${encodeURIComponent(isTop ? top : folder)}`
    // What cannot be read says so when something is sent there.
    const found = await ask(server, path, () => false).catch(() => [])
    return new Map((found as Listed[]).map((entry) => [oneSpelling(entry.id), entry]))
  }

  async function entryAt(top: string, path: string): Promise<Listed | undefined> {
    const folder = parentOf(path)
    const known = lists.get(folder) ?? list(top, folder)
    lists.set(folder, known)
    return (await known).get(path)
  }
  return entryAt
}

interface Listed {
  id: string
  type: string
  size?: number
  date: string
}

/** As the server compares names. */
function oneSpelling(path: string): string {
  return path.normalize('NFC')
}
