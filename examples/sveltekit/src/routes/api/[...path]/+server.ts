import { triptych } from '../../../triptych'

export async function fallback({ request }: { request: Request }): Promise<Response> {
  return (await triptych()).fetch(request)
}
