export { createTriptych } from './main.ts'
export type { Triptych, TriptychOptions } from './main.ts'
export type { Config } from './config/config.ts'
export type { CredentialProvider, Credentials } from './ports/credentials.ts'
