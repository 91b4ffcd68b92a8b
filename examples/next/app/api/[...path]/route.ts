import { triptych } from '../../../lib/triptych'

async function answer(request: Request): Promise<Response> {
  return (await triptych()).fetch(request)
}

export { answer as GET, answer as POST, answer as PUT, answer as PATCH, answer as DELETE }
