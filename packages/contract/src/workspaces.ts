import { z } from 'zod'
import { Title } from './titles.ts'

const form = /^[a-z0-9][a-z0-9-]{0,62}$/

export function isWorkspaceName(name: string): boolean {
  return form.test(name)
}

export const WorkspaceName = z
  .string()
  .regex(form, 'lower-case letters, digits and hyphens, at most 63')

const Moment = z.string().meta({ format: 'date-time' })

export const Workspace = z
  .object({
    name: WorkspaceName,
    title: Title,
    deleted: z
      .object({
        at: Moment,
        until: Moment.nullable().meta({
          description: 'Until when it can be brought back; `null`: it is gone for good.',
        }),
      })
      .optional()
      .meta({ description: 'Of one that was deleted.' }),
  })
  .meta({ id: 'Workspace', description: 'A workspace.' })
export type Workspace = z.infer<typeof Workspace>

export const NewWorkspace = z
  .object({
    name: WorkspaceName,
    title: Title.optional().meta({ description: 'Without one it is called by its name.' }),
  })
  .meta({ id: 'NewWorkspace', description: 'A workspace to be made.' })
export type NewWorkspace = z.infer<typeof NewWorkspace>

export const WorkspaceChange = z
  .object({ title: Title })
  .meta({ id: 'WorkspaceChange', description: 'What a workspace is to be called.' })
export type WorkspaceChange = z.infer<typeof WorkspaceChange>
