/** Two order keys between which nothing stands; `null` where the list ends. */
export interface Gap {
  lower: string | null
  upper: string | null
}

/** Where something stands in its list. */
export interface Place {
  id: number
  order: string
}
