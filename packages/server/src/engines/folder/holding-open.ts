import type { Folder } from './folder.ts'
import type { Segments } from './segment.ts'

/** The root with one folder below it held open: all that comes goes through that, and need not look for it each time. */
export function holdingOpen(root: Folder, way: readonly string[]): Folder {
  const held = root.open(way)

  function openBelow(below: Segments): Folder {
    return below.length === 0 ? { ...held, close: () => {} } : held.open(below)
  }

  return {
    ...root,
    open: (segments) =>
      way.every((name, at) => segments[at] === name)
        ? openBelow(segments.slice(way.length))
        : root.open(segments),
    close() {
      held.close()
      root.close()
    },
  }
}
