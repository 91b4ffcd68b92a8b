import { useEffect } from 'react'

export interface LinkProblemProps {
  /** Where the link was let go. */
  x: number
  y: number
  text: string
  onClose: () => void
}

/** Why a link that was drawn is not there. It goes with the next thing that is done. */
export function LinkProblem({ x, y, text, onClose }: LinkProblemProps) {
  useEffect(() => {
    addEventListener('pointerdown', onClose)
    addEventListener('keydown', onClose)
    return () => {
      removeEventListener('pointerdown', onClose)
      removeEventListener('keydown', onClose)
    }
  }, [onClose])
  const left = Math.max(8, Math.min(x - 20, innerWidth - 320))
  return (
    <p className="gantt-link-problem" role="alert" style={{ left, top: y + 18 }}>
      {text}
    </p>
  )
}
