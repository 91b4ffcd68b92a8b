/** What this tab can undo and redo. */
export interface WayBack {
  undo: () => void
  redo: () => void
  /** What was saved at once. */
  undoWrite: (write: string) => void
  canUndo: boolean
  canRedo: boolean
}
