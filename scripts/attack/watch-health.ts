/** Asks an address again and again, and tells how long it had to wait at most. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

let longest = 0
let isOver = false
parentPort!.once('message', () => (isOver = true))
while (!isOver) {
  const began = performance.now()
  await fetch(String(workerData)).then(
    (answer) => answer.text(),
    () => {},
  )
  longest = Math.max(longest, performance.now() - began)
  await sleep(10)
}
// eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort!.postMessage(longest)
