export { followChanges } from './follow-changes.ts'
export type { Follow } from './follow-changes.ts'
