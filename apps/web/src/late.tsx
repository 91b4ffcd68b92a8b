import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { FailureBoundary } from './failure-boundary.tsx'

/** A dialog that is loaded when it is asked for. Where it does not come, the page says so and goes on. */
export function Late({ onClose, children }: { onClose?: () => void; children: ReactNode }) {
  return (
    <FailureBoundary isBeside {...(onClose && { onClose })}>
      <Suspense fallback={null}>{children}</Suspense>
    </FailureBoundary>
  )
}
