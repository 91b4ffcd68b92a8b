interface Task {
  type?: string
  end?: Date | undefined
  progress?: number
}

/** Whether a task should be done by now. */
export function isLate({ type, end, progress = 0 }: Task, now = new Date()): boolean {
  return type !== 'summary' && end !== undefined && end < now && progress < 100
}
