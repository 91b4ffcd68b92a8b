import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { text } from '../config/options.ts'
import { oneOf } from '../config/values.ts'
import { AppError } from '../errors.ts'
import { command } from './command.ts'
import { say } from './terminal.ts'

const frameworks = ['react', 'svelte', 'vue'] as const

/** What lies beside the sources, and beside what is made of them. */
const starters = fileURLToPath(new URL('../../starters/', import.meta.url))

export const init = command({
  name: 'init',
  summary: 'Write a small app of your own, with a page and its server.',
  about: `The files are for Vite and the framework that --with names, and show files, a plan and a table. A folder that is not empty is
refused. npm run dev in it starts page and server at one address; npm run build and npm start do when it is done.`,
  arguments: { folder: '[FOLDER]' },
  options: {
    with: text('--with', 'NAME', {
      schema: oneOf(frameworks),
      allowed: frameworks.join(', '),
      default: 'react',
      help: 'The framework of the page.',
    }),
  },
  settings: 'none',
  exits: ['written', 'the folder is not empty, or cannot be written'],
  run({ folder = '.', with: framework }) {
    const to = resolve(folder)
    if (existsSync(to) && readdirSync(to).length > 0) {
      throw new AppError('files.name_taken', `${to} is not empty.`)
    }
    mkdirSync(to, { recursive: true })
    cpSync(join(starters, framework), to, { recursive: true })
    cpSync(join(starters, 'all/server.js'), join(to, 'server.js'))
    // npm would leave a file of this name out of a package.
    cpSync(join(starters, 'all/gitignore'), join(to, '.gitignore'))
    say(`Written to ${to}. Next:`)
    const way = relative('.', to)
    if (way) say(`  cd ${way}`)
    say('  npm install')
    say('  npm run dev')
    return 0
  },
})
