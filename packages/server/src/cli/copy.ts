import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '../errors.ts'
import { command } from './command.ts'
import { say } from './terminal.ts'

export const copy = command({
  name: 'copy',
  summary: 'Copy the server and its packages into an app that was built.',
  about: `For apps that are moved to where nothing is installed, such as those of Next (output: 'standalone') and Nuxt: a bundler
does not see what the server reads when it runs. All of it comes into FOLDER/node_modules, for the system on which this runs.`,
  arguments: { folder: 'FOLDER' },
  settings: 'none',
  exits: ['copied', 'the folder is not there or cannot be written, or this is the repository'],
  run({ folder }) {
    const to = resolve(folder)
    if (!existsSync(to)) throw new AppError('files.not_found', `There is no folder ${to}.`)
    const own = realpathSync(fileURLToPath(new URL('../../', import.meta.url)))
    if (!existsSync(join(own, 'dist'))) {
      throw new AppError('unavailable', 'Only what is installed can be copied, see npm run pack.')
    }
    const count = copyPackages(own, join(to, 'node_modules'))
    say(`Copied: triptych-server and ${count - 1} packages that it needs, to ${to}.`)
    return 0
  },
})

interface Copied {
  source: string
  target: string
}

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Answers how many there are. Of what exists in two versions, the second lies with who needs it, as npm has it. */
function copyPackages(first: string, modules: string): number {
  const all: Copied[] = []
  const add = (source: string, target: string): void => {
    mkdirSync(target, { recursive: true })
    cpSync(source, target, { recursive: true, dereference: true, filter: isRead })
    all.push({ source, target })
  }
  add(first, join(modules, manifestIn(first).name))
  // A list that grows is walked to its end.
  for (const needer of all) {
    const { dependencies, optionalDependencies } = manifestIn(needer.source)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const source = findPackage(name, needer.source)
      if (!source || all.some((one) => one.source === source && isFoundBy(needer, one, name)))
        continue
      const top = join(modules, name)
      if (isWithin(source, needer.source)) {
        // It came along; what it needs may not have.
        all.push({ source, target: join(needer.target, relative(needer.source, source)) })
      } else if (all.some(({ target }) => target === top)) {
        add(source, join(needer.target, 'node_modules', name))
      } else add(source, top)
    }
  }
  return all.length
}

/** As Node looks for it. One for another system is nowhere. */
function findPackage(name: string, from: string): string | null {
  const place = join(from, 'node_modules', name)
  if (existsSync(join(place, 'package.json'))) return realpathSync(place)
  const up = dirname(from)
  return up === from ? null : findPackage(name, up)
}

/** Whether it lies in `node_modules` of the needer, or of a folder above. */
function isFoundBy(needer: Copied, one: Copied, name: string): boolean {
  const above = one.target.slice(0, -join('node_modules', name).length)
  return `${needer.target}${sep}`.startsWith(above)
}

function isWithin(path: string, folder: string): boolean {
  return path.startsWith(folder + sep)
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** Types and maps are for people who write. */
function isRead(path: string): boolean {
  return !/\.(map|d\.[cm]?ts)$/.test(path)
}
