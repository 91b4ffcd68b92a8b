import { Component } from 'react'
import type { ReactNode } from 'react'
import { t } from './words/words.ts'

interface Props {
  children: ReactNode
  /** Of something beside the view: the rest of the page is all there. */
  isBeside?: boolean
  /** It can be done without. */
  onClose?: () => void
}

/** What fails leaves the rest of the page standing. React has no other way than a class. */
export class FailureBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <div className={this.props.isBeside ? 'failed beside' : 'failed'} role="alert">
        <p>{textOf(error)}</p>
        <div className="ways">
          <button type="button" className="button" onClick={() => void reloadIfThere()}>
            {t('Try again')}
          </button>
          {this.props.onClose && (
            <button type="button" className="button" onClick={this.props.onClose}>
              {t('Close')}
            </button>
          )}
        </div>
      </div>
    )
  }
}

/** Without a server a page that is loaded anew is none at all. */
async function reloadIfThere(): Promise<void> {
  const isThere = await fetch(location.href, { method: 'HEAD' }).then(
    () => true,
    () => false,
  )
  if (isThere) location.reload()
}

/** Each browser has words of its own for a piece of the page that did not come. */
const notLoaded = /dynamically imported module|importing a module script failed|preload CSS/i

function textOf({ message }: Error): string {
  if (!notLoaded.test(message)) return t('This view has failed: {message}', { message })
  return t(
    'This part of the page could not be loaded: there is no connection, or the page is of an older version than the server.',
  )
}
