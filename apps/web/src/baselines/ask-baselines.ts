import { sendWrite } from 'triptych-client'
import type { Sent, Server } from 'triptych-client'
import type { Baseline, BaselineTask, Comparison } from '@triptych/contract/baselines'

export async function readBaselines(server: Server): Promise<Baseline[]> {
  return (await server.send({ method: 'GET', path: 'baselines' })) as Baseline[]
}

export async function readBaselineTasks(server: Server, id: number): Promise<BaselineTask[]> {
  return (await server.send({ method: 'GET', path: `baselines/${id}` })) as BaselineTask[]
}

/** Of a baseline with the plan, or with another one. */
export async function readComparison(
  server: Server,
  id: number,
  other: number | null = null,
): Promise<Comparison> {
  const path = `baselines/${id}/compare${other === null ? '' : `?with=${other}`}`
  return (await server.send({ method: 'GET', path })) as Comparison
}

/** What was edited just now is in it. */
export async function setBaseline(server: Server, name: string): Promise<Sent & { id: number }> {
  await server.writersSettled()
  const body = name === '' ? {} : { name }
  const sent = await sendWrite(server, { method: 'POST', path: 'baselines', body })
  return { ...sent, id: (sent.answer as { id: number }).id }
}

export function renameBaseline(server: Server, id: number, name: string): Promise<Sent> {
  return sendWrite(server, { method: 'PUT', path: `baselines/${id}`, body: { name } })
}

export function deleteBaseline(server: Server, id: number): Promise<Sent> {
  return sendWrite(server, { method: 'DELETE', path: `baselines/${id}` })
}
