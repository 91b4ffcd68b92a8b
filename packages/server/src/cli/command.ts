import { loadConfig } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { flagName, valuesOf } from '../config/options.ts'
import { settings } from '../config/settings.ts'
import { readArguments } from './read-arguments.ts'
import { complain, reasonOf } from './terminal.ts'
import type { Config } from '../config/config.ts'
import type { Environment } from '../config/environment.ts'
import type { Options, ValuesOf } from '../config/options.ts'
import type { Syntax } from './read-arguments.ts'

type Arguments = Syntax['arguments']

export interface Command extends Syntax {
  /** One word, or two. */
  name: string
  /** One sentence: what the list of commands says, and the help at its top. */
  summary: string
  about: string
  /** Whether flags for settings are taken beside the options, and whether the help shows them. */
  settings: 'none' | 'taken' | 'shown'
  /** What the exit codes from 0 on mean; 2 means the same for all. */
  exits: string[]
  /** Answers the exit code; what goes wrong is said in words. */
  run: (argv: string[], env: Environment) => Promise<number>
}

type Values<Taken extends Arguments, Own extends Options> = ValuesOf<Own> & {
  [Key in keyof Taken]: Taken[Key] extends `[${string}` ? string | undefined : string
}

interface Context {
  /** Put together and checked when it is asked for. */
  readonly config: Config
  env: Environment
}

interface Row<Taken extends Arguments, Own extends Options> extends Omit<
  Command,
  keyof Syntax | 'run'
> {
  arguments?: Taken
  options?: Own
  run: (given: Values<Taken, Own>, context: Context) => number | Promise<number>
}

/** By one description a command line is read, checked, refused and told of. */
export function command<const Taken extends Arguments, Own extends Options>(
  row: Row<Taken, Own>,
): Command {
  const { arguments: taken = {}, options = {} } = row
  const usage = usageOf(row, taken, options)
  const syntax = { usage, arguments: taken, options }
  const all = row.settings === 'none' ? options : { ...settings, ...options }

  async function run(argv: string[], env: Environment): Promise<number> {
    try {
      const given = readArguments({ ...syntax, options: all }, argv)
      // What a command calls as a setting is called is its own.
      const flags = given.filter(
        ({ key }) => Object.hasOwn(settings, key) && !Object.hasOwn(options, key),
      )
      const own = given.filter((one) => !flags.includes(one))
      const context = {
        env,
        get config() {
          return loadConfig({ flags, env, cwd: process.cwd() })
        },
      }
      // Arguments are text, and those that must be there are.
      return await row.run(valuesOf(options, own) as Values<Taken, Own>, context)
    } catch (error) {
      const code = error instanceof ConfigError ? 2 : 1
      return complain(reasonOf(error), code)
    }
  }
  return { ...row, ...syntax, run }
}

function usageOf(row: Pick<Command, 'name' | 'settings'>, taken: Arguments, own: Options): string {
  const options = Object.values(own)
  const required = options.filter((option) => option.default === undefined).map(flagName)
  const hasMore = required.length < options.length || row.settings !== 'none'
  const words = ['triptych', row.name, ...Object.values(taken), ...required]
  return [...words, ...(hasMore ? ['[FLAG…]'] : [])].join(' ')
}
