/** For a server in a process of its own: what tests are told by variables is no setting of it. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('TRIPTYCH_'))
  return Object.fromEntries(kept)
}
