export interface TitleReader {
  /** How people call the workspace; `null` where they call it by its name. */
  get(): Promise<string | null>
}

export interface TitleStore extends TitleReader {
  set(title: string | null): Promise<void>
}
