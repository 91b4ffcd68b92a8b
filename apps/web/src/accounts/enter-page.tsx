import type { ReactNode } from 'react'
import logo from '../icon.svg'
import { useTheme } from '../use-theme.ts'
import './accounts.css'

interface Props {
  title: string
  children: ReactNode
}

/** What is shown in place of the page to those who are not in yet. */
export function EnterPage({ title, children }: Props) {
  useTheme()
  return (
    <main className="enter-page">
      <div className="enter-card">
        <p className="enter-brand">
          <img src={logo} alt="" width="28" height="28" />
          Triptych
        </p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
