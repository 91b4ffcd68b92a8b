import { createTriptych } from 'triptych-server'

// Kept outside of the module: while you write, it is evaluated anew after each change, and the data is opened once.
const kept = globalThis as { triptych?: ReturnType<typeof createTriptych> }

export function triptych() {
  return (kept.triptych ??= createTriptych({ data: './data', base: '/api' }))
}
