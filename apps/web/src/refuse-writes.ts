interface Events {
  // Each widget has a type of its own for each action.
  // oxlint-disable-next-line typescript/no-explicit-any
  intercept: any
  detach(tag: string | symbol): void
}

type Intercept = (
  action: string,
  handler: (event: { skipProvider?: boolean } | undefined) => boolean,
  config: object,
) => void

/**
 * Whoever may only read changes nothing by keys and drags either, of which the widgets know no end. What comes from
 * the server still does. Answers a function that ends it.
 */
export function refuseWrites(api: Events, actions: readonly string[]): () => void {
  const tag = Symbol('refuseWrites')
  const intercept = api.intercept as Intercept
  for (const action of actions) {
    intercept(action, (event) => Boolean(event?.skipProvider), { tag })
  }
  return () => api.detach(tag)
}
