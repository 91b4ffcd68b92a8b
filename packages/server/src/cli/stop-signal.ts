import type { Environment } from '../config/read-environment.ts'

export type StopSignal = 'SIGTERM' | 'SIGINT' | 'the end of npm'

/** A terminal sends Ctrl-C to npm and to us, and npm passes its own on: one key press comes twice. */
const echoMs = 300

/** Answers the first signal to stop. A second one ends the process at once, with exit code 1. */
export function nextStopSignal(env: Environment): Promise<StopSignal> {
  const isUnderNpm = env['npm_lifecycle_event'] !== undefined
  let first: { signal: StopSignal; at: number } | null = null

  return new Promise((resolve) => {
    function onSignal(signal: StopSignal): void {
      const at = performance.now()
      if (first === null) {
        first = { signal, at }
        resolve(signal)
        return
      }
      const isEcho = isUnderNpm && signal === first.signal && at - first.at < echoMs
      if (!isEcho) process.exit(1)
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
    if (isUnderNpm) whenOrphaned(() => first ?? onSignal('the end of npm'))
  })
}

/** npm passes a signal on to the shell between us, which dies of it and tells nobody. */
function whenOrphaned(stop: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 200).unref()
}
