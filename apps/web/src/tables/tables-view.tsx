import type { ViewProps } from '../view.ts'

export function TablesView({ path }: ViewProps) {
  return <p className="loading">Tables {path.join('/')}</p>
}
