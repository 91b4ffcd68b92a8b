import type { ViewName } from '../address.ts'
import { Dialog } from '../dialog.tsx'
import { isMac, groupsFor, partsOf } from './keys.ts'
import './keys.css'
import { t } from '../words/words.ts'

interface Props {
  view: ViewName
  onClose: () => void
}

export function KeysDialog({ view, onClose }: Props) {
  return (
    <Dialog
      title={t('Keyboard shortcuts')}
      isWide
      onClose={onClose}
      buttons={
        <button type="button" className="button" autoFocus onClick={onClose}>
          {t('Close')}
        </button>
      }
    >
      <div className="key-groups" tabIndex={0} role="group" aria-label={t('All keys')}>
        <div className="key-columns">
          {groupsFor(view).map(({ title, keys }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {keys.map((key) => (
                  <div key={key.does}>
                    <dt>{key.does}</dt>
                    <dd>
                      {key.keys.map((way) => (
                        <Way key={way} way={way} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  )
}

function Way({ way }: { way: string }) {
  return (
    <span className="key-way">
      {partsOf(way, isMac).map((part) => (
        <kbd key={part}>{part}</kbd>
      ))}
    </span>
  )
}
