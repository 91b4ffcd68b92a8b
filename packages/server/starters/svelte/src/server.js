import { openServer } from 'triptych-client'

/** All widgets of the page share it. */
export const server = openServer({ url: '/api' })

export function tellError({ error }) {
  alert(error.message)
}
