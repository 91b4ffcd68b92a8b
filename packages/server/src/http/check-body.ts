import type { z } from 'zod'
import { AppError } from '../errors.ts'

/** The body in the form the route takes, or the first thing that is wrong with it. */
export function checkBody(schema: z.ZodType, body: unknown): unknown {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const issue = firstIssue(result.error.issues)
  const place = issue?.path.join('.') ?? ''
  const message = `The body is not of the right form${place && ` at ${place}`}: ${issue?.message}`
  throw new AppError('body.invalid', message, { path: place })
}

/** Of the alternatives of a union, the one that got furthest tells most. */
function firstIssue(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const [issue] = issues
  if (issue?.code !== 'invalid_union') return issue
  const [best] = issue.errors
    .map((alternative) => firstIssue(alternative))
    .toSorted((a, b) => (b?.path.length ?? 0) - (a?.path.length ?? 0))
  return best ? { ...best, path: [...issue.path, ...best.path] } : issue
}
