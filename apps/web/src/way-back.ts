/** What this tab can undo and redo. */
export interface WayBack {
  undo: () => void
  redo: () => void
  /** What was saved at once. */
  undoWrite: (write: string) => void
  /** Something was done that the server knows nothing of. */
  note: (step: PageStep) => void
  /** What was noted can be neither undone nor redone any more. */
  forgetNoted: () => void
  canUndo: boolean
  canRedo: boolean
}

/** Where columns stand is known by the page alone. */
export interface PageStep {
  undo: () => void
  redo: () => void
  /** What is told when that was done. */
  undone: string
  redone: string
}
