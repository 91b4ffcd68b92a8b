export function importAsItIs(address: string): Promise<unknown>
