const windowMs = 3000

/** Answers how many bytes went per second of late, each time it is told how many there are now. */
export function speedMeter(now = () => performance.now()): (loaded: number) => number {
  const seen = [{ at: now(), loaded: 0 }]
  return (loaded) => {
    const at = now()
    seen.push({ at, loaded })
    while (seen.length > 2 && at - seen[0]!.at > windowMs) seen.shift()
    const first = seen[0]!
    return at > first.at ? Math.max(0, (loaded - first.loaded) / ((at - first.at) / 1000)) : 0
  }
}
