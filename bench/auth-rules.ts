import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RuleChange } from '@triptych/contract/rules'

/** Some have rules, in others there is something with a rule. */
const foldersListed = 50
const filesListed = 50
const hiddenListed = 20
const rulesInListed = 50
/** So many are in one folder, beside the one that is listed. */
const foldersInOne = 100

export const listed = '/listed'
/** What an owner finds in it, and those whom the rules bind. */
export const entriesOf = {
  owner: foldersListed + filesListed,
  bound: foldersListed + filesListed - hiddenListed,
}

/** Makes the folders, and says which rules are on them: half of them hide, half let read only. */
export async function makeRuled(drive: string, count: number): Promise<RuledFolder[]> {
  const ruled: RuledFolder[] = Array.from({ length: count }, (_, n) =>
    n < rulesInListed ? ruledInListed(n) : ruledBeside(n),
  )
  for (let n = 0; n < foldersListed; n++) {
    await mkdir(join(drive, listed, `folder ${n}`), { recursive: true })
  }
  for (let n = 0; n < filesListed; n++) await writeFile(join(drive, listed, `file ${n}.txt`), 'x')
  for (const { id } of ruled) await mkdir(join(drive, id), { recursive: true })
  await mkdir(join(drive, 'other/one'), { recursive: true })
  return ruled
}

interface RuledFolder {
  id: string
  access: 'none' | 'read'
}

function ruledInListed(n: number): RuledFolder {
  if (n < hiddenListed) return { id: `${listed}/folder ${n}`, access: 'none' }
  if (n < 2 * hiddenListed) return { id: `${listed}/folder ${n}`, access: 'read' }
  return { id: `${listed}/folder ${n}/inside`, access: 'none' }
}

function ruledBeside(n: number): RuledFolder {
  const id = `/beside ${Math.floor(n / foldersInOne)}/folder ${n}`
  return { id, access: n % 2 === 0 ? 'none' : 'read' }
}

export function ruleFor(account: string, { id, access }: RuledFolder): RuleChange {
  return { thing: { kind: 'folder', id }, subject: { kind: 'account', id: account }, access }
}
