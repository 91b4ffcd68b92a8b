export function tooOld(): string | undefined
