import { loadConfig } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { ConfigError, quote } from '../config/config-error.ts'
import type { Environment } from '../config/environment.ts'
import type { SharedContext } from '../open-data.ts'

/** Reads the settings and runs the work; answers the exit code. What goes wrong is told in words. */
export async function withConfig(
  argv: string[],
  env: Environment,
  work: (config: Config) => Promise<void>,
): Promise<number> {
  try {
    await work(loadConfig({ argv, env, cwd: process.cwd() }))
    return 0
  } catch (error) {
    const isWrong = error instanceof ConfigError
    return complain(error instanceof Error ? error.message : String(error), isWrong ? 2 : 1)
  }
}

/** Opens the data without a server in front of it. */
export async function withData<T>(
  config: Config,
  work: (shared: SharedContext) => Promise<T>,
): Promise<T> {
  // Loaded late, as by `serve`.
  const { openData } = await import('../open-data.ts')
  const { shared, closeData } = openData(config, () => {})
  try {
    return await work(shared)
  } finally {
    await closeData()
  }
}

/** The first words of a command line, by what they are called; the rest are settings. */
export function leadingWords<Names extends readonly string[]>(
  command: string,
  argv: readonly string[],
  names: Names,
): { words: { [Index in keyof Names]: string }; rest: string[] } {
  const words = argv.slice(0, names.length)
  if (words.length < names.length || words.some((word) => word.startsWith('-'))) {
    throw new ConfigError(`${command} needs ${names.join(' and ')}`)
  }
  return { words: words as never, rest: argv.slice(names.length) }
}

/** Takes `--name value` or `--name=value` out of a command line. */
export function takeFlag(argv: string[], name: string): string | null {
  const at = argv.findIndex((word) => word === name || word.startsWith(`${name}=`))
  if (at < 0) return null
  const [word = ''] = argv.splice(at, 1)
  if (word !== name) return word.slice(name.length + 1)
  const [value] = argv.splice(at, 1)
  if (value === undefined) throw new ConfigError(`${quote(name)} needs a value`)
  return value
}

export function say(line: string): void {
  process.stdout.write(`${printable(line)}\n`)
}

export function complain(message: string, code: number): number {
  process.stderr.write(`${message.split('\n').map(printable).join('\n')}\n`)
  return code
}

/** A file may have anything in its names; a terminal would obey it. */
function printable(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, ' ')
}
