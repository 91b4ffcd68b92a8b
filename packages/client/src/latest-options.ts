import type { LoadState } from './first-load.ts'
import type { ConnectOptions } from './widget.ts'

/** Options whose functions are those that are given when they are called; for components, which are given others each time. */
export function latestOf<Options extends ConnectOptions>(
  given: () => Options,
  onLoad: (load: LoadState) => void,
): Options {
  const entries = Object.entries(given()).map(([name, value]) => [
    name,
    typeof value === 'function'
      ? (...args: unknown[]) => (given()[name as keyof Options] as typeof value)(...args)
      : value,
  ])
  return {
    ...(Object.fromEntries(entries) as Options),
    onLoad(load) {
      onLoad(load)
      given().onLoad?.(load)
    },
  }
}
