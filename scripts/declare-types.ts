import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageNames } from './stage-package.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Puts the types of every package beside its scripts. They are not checked here: `npm run types` does that. */
export function declareTypes(out: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'triptych-types-'))
  try {
    const config = join(scratch, 'tsconfig.json')
    writeFileSync(config, JSON.stringify(configFor(scratch)))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { status } = spawnSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' })
    if (status !== 0) throw new Error('The types could not be made.')
    for (const name of packageNames) {
      cpSync(join(scratch, 'types', name, 'src'), join(out, name, 'dist'), { recursive: true })
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function configFor(scratch: string): object {
  return {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: join(root, 'packages'),
      outDir: join(scratch, 'types'),
      lib: ['esnext', 'dom', 'dom.iterable'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [join(root, 'packages/*/src')],
    exclude: [join(root, '**/*.test.ts'), join(root, '**/*.contract.ts')],
  }
}
