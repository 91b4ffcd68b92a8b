let measured: number | null = null

/** How tall a browser lets an element be: rows further down could not be reached. */
export function tallestPx(): number {
  if (typeof document === 'undefined') return Infinity
  if (measured !== null) return measured
  const probe = document.createElement('div')
  probe.style.cssText = 'position:absolute;visibility:hidden;height:1000000000px'
  document.body.append(probe)
  // A browser that drops such a height altogether allows at least this.
  measured = probe.offsetHeight || 17_000_000
  probe.remove()
  return measured
}
