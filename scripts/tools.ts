import { spawnSync } from 'node:child_process'

/** Programs that tests hold our answers against, and the Debian packages that bring them. */
const tools = {
  curl: ['curl'],
  unzip: ['unzip'],
  python3: ['python3'],
  strace: ['strace'],
  pgbouncer: ['pgbouncer'],
  // Without a font of its own it writes in boxes.
  chromium: ['chromium', 'fonts-liberation'],
}

/** Installs what is missing where that is possible; answers what could not be had. */
export function bringTools(): string[] {
  const missing = Object.keys(tools).filter(isMissing)
  if (missing.length === 0) return []
  if (process.getuid?.() === 0 && !isMissing('apt-get')) {
    const packages = missing.flatMap((tool) => tools[tool as keyof typeof tools])
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', ...packages])
  }
  return missing.filter(isMissing)
}

function isMissing(tool: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0
}

function run(command: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
}
