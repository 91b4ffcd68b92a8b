import { quote } from '../config/config-error.ts'
import type { Environment } from '../config/environment.ts'
import { complain, leadingWords, say, withConfig, withData } from './offline.ts'
import {
  described,
  exportWorkspace,
  importWorkspace,
  readArchive,
  writeArchive,
} from './transfer.ts'

/** `triptych workspace export NAME FILE` and `triptych workspace import NAME FILE`. */
export async function workspace(argv: string[], env: Environment): Promise<number> {
  const [what = '', ...more] = argv
  if (what !== 'export' && what !== 'import') {
    return complain(`${quote(what)} is nothing workspace can do; allowed are export, import`, 2)
  }
  try {
    const { words, rest } = leadingWords(`workspace ${what}`, more, ['NAME', 'FILE'] as const)
    const [name, file] = words
    return await withConfig(rest, env, (config) =>
      withData(config, async (shared) => {
        const closing =
          what === 'export'
            ? await writeArchive(file, exportWorkspace(shared, name))
            : await importWorkspace(shared, name, readArchive(file))
        say(`${name}: ${described(closing)}`)
      }),
    )
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error), 2)
  }
}
