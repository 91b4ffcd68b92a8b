import { quote } from '../config/config-error.ts'
import type { Environment } from '../config/read-environment.ts'
import { readArchive, writeArchive } from './archive-file.ts'
import { described, putIn, takeOut } from './carry.ts'
import { complain, leadingWords, say, withConfig, withData } from './offline.ts'

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
            ? await writeArchive(file, takeOut(shared, name))
            : await putIn(shared, name, readArchive(file))
        say(`${name}: ${described(closing)}`)
      }),
    )
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error), 2)
  }
}
