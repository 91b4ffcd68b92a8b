import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { namedStorageContract } from '../../ports/named-storage.contract.ts'
import { storageContract } from '../../ports/storage.contract.ts'
import { openFolderStorage } from './folder-storage.ts'

const base = mkdtempSync(join(tmpdir(), 'folder-storage-'))
let roots = 0
const newRoot = () => join(base, String(++roots))
after(() => rmSync(base, { recursive: true, force: true }))

describe('a folder as storage', { skip: process.platform !== 'linux' }, () => {
  storageContract(() => openFolderStorage(newRoot(), { showHidden: true }))
  namedStorageContract(async () => {
    const root = newRoot()
    return { root, storage: await openFolderStorage(root, { showHidden: true }) }
  })
})
