import { z } from 'zod'

export const WorkspaceName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'lower-case letters, digits and hyphens, at most 63')

export const Workspace = z.object({ name: WorkspaceName })
export type Workspace = z.infer<typeof Workspace>
