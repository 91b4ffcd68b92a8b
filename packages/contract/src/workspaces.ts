import { z } from 'zod'

const form = /^[a-z0-9][a-z0-9-]{0,62}$/

export function isWorkspaceName(name: string): boolean {
  return form.test(name)
}

export const WorkspaceName = z
  .string()
  .regex(form, 'lower-case letters, digits and hyphens, at most 63')

export const Workspace = z
  .object({ name: WorkspaceName })
  .meta({ id: 'Workspace', description: 'A workspace.' })
export type Workspace = z.infer<typeof Workspace>
