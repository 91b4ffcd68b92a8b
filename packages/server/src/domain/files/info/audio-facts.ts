/** The start and the end of a file; the two overlap when it is short. */
export interface Ends {
  head: Uint8Array
  /** At least the last 128 bytes, where an old tag lies; with more an Ogg tells how long it is. */
  tail: Uint8Array
  size: number
}

/** In this order the rows are shown. */
export interface AudioFacts {
  Title?: string | undefined
  Artist?: string | undefined
  Album?: string | undefined
  Year?: string | undefined
  Track?: string | undefined
  Genre?: string | undefined
  /** In seconds. */
  Duration?: number | undefined
  /** In bits per second. */
  Bitrate?: number | undefined
  SampleRate?: number | undefined
  Channels?: number | undefined
}
