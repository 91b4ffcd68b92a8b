/** From the least important to nothing at all: a logger writes its own level and those after it. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]
