import { homedir } from 'node:os'

/** What others have told the process: where credentials for a bucket are looked for. */
export function surroundings(): { variables: Record<string, string | undefined>; home: string } {
  return { variables: process.env, home: homedir() }
}
