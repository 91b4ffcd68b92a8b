import { AppError } from '../../errors.ts'

export function damaged(): AppError {
  return new AppError('bad_request', 'The archive is damaged.')
}

export function tooShort(): AppError {
  return new AppError('bad_request', 'The archive ends too early.')
}
