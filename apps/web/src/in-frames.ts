/**
 * Looks in each frame to come, until `isDone` says so, or for `most` of them: what is drawn later, or loses the focus
 * when it is drawn once more, tells nobody. Answers how to look no more.
 */
export function inFrames(isDone: () => boolean, most = 60, tooLate?: () => void): () => void {
  let left = most
  let next = requestAnimationFrame(look)
  function look(): void {
    if (isDone()) return
    if (--left > 0) next = requestAnimationFrame(look)
    else tooLate?.()
  }
  return () => cancelAnimationFrame(next)
}

/** When what was just said to the widget is drawn. */
export function nextFrame(go: () => void): () => void {
  const next = requestAnimationFrame(go)
  return () => cancelAnimationFrame(next)
}
