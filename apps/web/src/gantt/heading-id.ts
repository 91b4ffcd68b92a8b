export const headed = 'group:'

/** Of a row that is the heading of a group and no task. */
export function isHeading(id: unknown): boolean {
  return typeof id === 'string' && id.startsWith(headed)
}
