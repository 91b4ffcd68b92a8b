import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { sharedFolderContract } from '../../ports/safe-folder-names.contract.ts'
import { safeFolderContract } from '../../ports/safe-folder.contract.ts'
import { openSafeFolder } from './safe-folder.ts'

const base = mkdtempSync(join(tmpdir(), 'folder-contract-'))
let roots = 0
const newRoot = () => join(base, String(++roots))
after(() => rmSync(base, { recursive: true, force: true }))

describe('a folder of this machine', { skip: process.platform !== 'linux' }, () => {
  safeFolderContract(() => openSafeFolder(newRoot(), { showHidden: true }))
  sharedFolderContract(async () => {
    const root = newRoot()
    return { root, storage: await openSafeFolder(root, { showHidden: true }) }
  })
})
