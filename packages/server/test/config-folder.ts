import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { ConfigError } from '../src/config/config-error.ts'
import { loadConfig } from '../src/config/config.ts'
import type { Config } from '../src/config/config.ts'
import type { Environment } from '../src/config/read-environment.ts'

export const cwd = mkdtempSync(join(tmpdir(), 'triptych-config-'))
after(() => rmSync(cwd, { recursive: true }))

export function load(argv: string[] = [], env: Environment = {}): Config {
  return loadConfig({ argv, env, cwd })
}

/** The folder of a test's own, with a config file in it. */
export function folderWith(content: unknown, name = 'triptych.config.json'): string {
  const folder = mkdtempSync(join(cwd, 'file-'))
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return folder
}

export function loadFile(content: unknown, argv: string[] = [], env: Environment = {}): Config {
  return loadConfig({ argv, env, cwd: folderWith(content) })
}

export function refused(work: () => unknown, ...parts: string[]): void {
  assert.throws(work, (error: unknown) => {
    assert.ok(error instanceof ConfigError, String(error))
    assert.doesNotMatch(error.message, /[\r\n]/)
    for (const part of parts) {
      assert.ok(error.message.includes(part), `${error.message} does not say ${part}`)
    }
    return true
  })
}
