import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { stampOf } from '../apps/web/build/page-stamp.ts'
import { bundleServer } from './bundle-server.ts'
import { stageAssets } from './stage-packages.ts'

/** What goes into it. The page and the documentation are shown as they lie in the repository. */
const sources = [
  'packages/{server,contract}/{package.json,src/**/*}',
  'packages/server/{bin,starters}/**/*',
  'package-lock.json',
  'scripts/{bundle-server,stage-packages,test-program}.ts',
]

/** Another run of the tests may still use what was made before a change. */
const dayMs = 86_400_000

/**
 * The program as it is published, made of the sources as they are now: tests start it hundreds of times, and half of a
 * start from the sources is looking for them. Answers where it is.
 */
export async function buildProgram(folder = resolve('.cache/program')): Promise<string> {
  const made = join(folder, stampOf(sources).slice(0, 16))
  const program = join(made, 'bin/triptych.js')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const draft = mkdtempSync(`${made}-`)
  // Some tests start it as somebody else, and a folder made this way is its owner's alone.
  chmodSync(draft, 0o755)
  await bundleServer(join(draft, 'dist'))
  stageAssets('server', join(draft, 'dist'))
  for (const name of ['bin', 'package.json', 'starters']) {
    cpSync(join('packages/server', name), join(draft, name), { recursive: true })
  }
  symlinkSync(resolve('apps/web/dist'), join(draft, 'page'), 'junction')
  symlinkSync(resolve('dist/docs'), join(draft, 'docs'), 'junction')
  const isOld = (name: string) => statSync(join(folder, name)).mtimeMs < Date.now() - dayMs
  for (const old of readdirSync(folder).filter(isOld)) {
    rmSync(join(folder, old), { recursive: true, force: true })
  }
  try {
    renameSync(draft, made)
  } catch (error) {
    // Another run of the tests was faster.
    rmSync(draft, { recursive: true })
    if (!existsSync(program)) throw error
  }
  return program
}
