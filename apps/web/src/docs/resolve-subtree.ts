type Node = Record<string, unknown>

/**
 * A part of the document with what its references name. The viewer's own way reads the whole document
 * anew for each operation that is opened, which takes seconds; here all references are into the document.
 */
export function resolveSubtree(document: object, path: readonly string[]): unknown {
  return resolved(at(document, path), [])

  function resolved(node: unknown, within: readonly string[]): unknown {
    if (typeof node !== 'object' || node === null) return node
    if (Array.isArray(node)) return node.map((item) => resolved(item, within))
    const { $ref: reference, ...beside } = node as Node
    if (typeof reference !== 'string' || !reference.startsWith('#/')) {
      const entries = Object.entries(node as Node)
      return Object.fromEntries(entries.map(([name, value]) => [name, resolved(value, within)]))
    }
    // What holds itself has no end: there the reference is shown.
    if (within.includes(reference)) return node
    const steps = stepsOf(reference)
    const named = resolved(at(document, steps), [...within, reference])
    // By the first the viewer tells that it is in place of the reference, by the other it calls a schema.
    const name = { $$ref: reference, ...(steps[1] === 'schemas' && { title: steps.at(-1) }) }
    return { ...name, ...(named as Node), ...(resolved(beside, within) as Node) }
  }
}

function at(document: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, step) => (node as Node | undefined)?.[step], document)
}

const unescaped = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')

function stepsOf(reference: string): string[] {
  return reference.slice('#/'.length).split('/').map(unescaped)
}
