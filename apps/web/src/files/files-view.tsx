import type { ViewProps } from '../view.ts'

export function FilesView({ path }: ViewProps) {
  return <p className="loading">Files {path.join('/')}</p>
}
