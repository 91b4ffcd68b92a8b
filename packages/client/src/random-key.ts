/** `crypto.randomUUID` is not there on a page that came by plain http from another machine. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(36)).join('.')
}

/** One of which two fit into what the server takes for an origin. */
export function shortKey(): string {
  return randomKey().replaceAll('.', '').slice(0, 24)
}
