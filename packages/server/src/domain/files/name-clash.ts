import type { NameConflict } from '@triptych/contract/files'
import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { EntryKind } from '../../ports/storage.ts'
import type { Bound } from '../rules/reach.ts'
import { holderOf, namesIn, newNames, numberedNames } from './free-name.ts'
import { filesIn } from './seen-files.ts'
import { refuseReadOnly, sightOf } from './sight.ts'

/** Something that is to go into a folder. */
export interface Coming {
  name: string
  kind: EntryKind
  /** The entry itself, where it is one already: it is not in its own way. */
  id?: number
}

/** What becomes of it, and under which name. */
export type Outcome =
  | { does: 'come'; name: string }
  /** It takes the place of this file, which keeps its identity. */
  | { does: 'replace'; name: string; node: FileNode }
  /** It stays where it is: what is there is as good. */
  | { does: 'stay'; name: string }

export type Settle = (coming: Coming) => Promise<Outcome>

/**
 * What becomes of several things that go into a folder in which their names may be taken. Of what is withheld from
 * whoever asks nothing is told but that it has the name.
 */
export async function clashesIn(
  bound: Bound,
  stores: Pick<ReadStores, 'rules' | 'files'>,
  folder: number,
  conflict: NameConflict = 'rename',
): Promise<Settle> {
  const { files } = stores
  if (conflict === 'rename' || conflict === 'number') {
    const chooseName = namesIn(files, folder, conflict === 'number' ? numberedNames : newNames)
    return async (coming) => ({ does: 'come', name: await chooseName(coming) })
  }

  const sight = await sightOf(bound, stores)
  const seen = sight ? filesIn(sight, files) : files
  /** By their names, in one spelling. */
  const claimed = new Map<string, string>()

  return async ({ name, kind, id }) => {
    const spelled = name.normalize('NFC')
    const other = claimed.get(spelled)
    if (other !== undefined && conflict === 'skip') return { does: 'stay', name: other }
    if (other !== undefined) throw nameTaken('Two of these have the same name.')
    const holder = await holderOf(files, folder, name, id)
    claimed.set(spelled, holder?.name ?? name)
    if (!holder) return { does: 'come', name }
    if (conflict === 'fail' || !(await seen.child(folder, holder.name))) throw nameTaken()
    if (conflict === 'skip') return { does: 'stay', name: holder.name }
    if (kind !== 'file' || holder.kind !== 'file') throw notReplaceable(holder)
    await refuseReadOnly(sight, files, holder)
    return { does: 'replace', name: holder.name, node: holder }
  }
}

export function overOf(outcome: Outcome): { over?: FileNode } {
  return outcome.does === 'replace' ? { over: outcome.node } : {}
}

/** A file that is copied onto itself stays what it is. */
export function notItself(outcome: Outcome, original: number): Outcome {
  const isItself = outcome.does === 'replace' && outcome.node.id === original
  return isItself ? { does: 'stay', name: outcome.name } : outcome
}

function nameTaken(message = 'There is something of this name already.'): AppError {
  return new AppError('files.name_taken', message)
}

function notReplaceable({ name }: FileNode): AppError {
  const message = `${name} is there already, and only a file takes the place of a file.`
  return new AppError('files.not_replaceable', message)
}
