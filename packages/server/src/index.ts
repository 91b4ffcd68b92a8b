export { createTriptych } from './main.ts'
export type { Triptych } from './main.ts'
export type { Config } from './config/config.ts'
