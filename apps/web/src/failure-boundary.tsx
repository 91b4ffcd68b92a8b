import { Component } from 'react'
import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
}

/** A view that fails leaves the rest of the page standing. React has no other way than a class. */
export class FailureBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <div className="loading" role="alert">
        <p>This view has failed: {error.message}</p>
        <button type="button" onClick={() => location.reload()}>
          Load it again
        </button>
      </div>
    )
  }
}
