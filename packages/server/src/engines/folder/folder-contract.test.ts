import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { sharedFolderContract } from '../../ports/safe-folder-names.contract.ts'
import { safeFolderContract } from '../../ports/safe-folder.contract.ts'
import { pathsHere } from './open-root.ts'
import { openSafeFolder } from './safe-folder.ts'

const base = mkdtempSync(join(tmpdir(), 'folder-contract-'))
let roots = 0
const newRoot = () => join(base, String(++roots))
after(() => rmSync(base, { recursive: true, force: true }))

const layers = {
  'a folder of this machine, by descriptors': 'descriptors',
  'a folder of this machine, by its path': 'portable',
} as const

for (const [what, paths] of Object.entries(layers)) {
  const skip = paths === 'descriptors' && pathsHere() !== paths && 'there is no /proc here'
  describe(what, { skip }, () => {
    safeFolderContract(() => openSafeFolder(newRoot(), { showHidden: true, paths }))
    sharedFolderContract(async () => {
      const root = newRoot()
      return { root, storage: await openSafeFolder(root, { showHidden: true, paths }) }
    })
  })
}
