import type { Entry, Place, Role } from '@triptych/contract/accounts'
import type { Context } from '../../context.ts'

type You = NonNullable<Entry['you']>

/** Who is in, as `GET /auth` tells them themselves. */
export async function describeVisitor(
  { workspaces }: Pick<Context, 'workspaces'>,
  visitor: Omit<You, 'places'> & { roleIn: (workspace: string) => Role | null },
): Promise<You> {
  const { id, name, isOwner, by, roleIn } = visitor
  const places = (await workspaces.names()).flatMap((workspace): Place[] => {
    const role = roleIn(workspace)
    return role ? [{ workspace, role }] : []
  })
  return { id, name, isOwner, by, places }
}
