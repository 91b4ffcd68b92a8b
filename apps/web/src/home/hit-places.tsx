import { hitIcons } from '../find/hit-icons.ts'
import type { Hit } from '../find/hits.ts'
import { Icon } from '../icon.tsx'

/** Places that one may go to, one below the other. */
export function HitPlaces({ hits }: { hits: readonly Hit[] }) {
  return (
    <ul className="home-places">
      {hits.map(({ key, icon, title, where, href }) => (
        <li key={key}>
          <a href={href}>
            <Icon svg={hitIcons[icon]} />
            <span className="what">{title}</span>
            <span className="where">{where}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
