/** Places with the one of the least rank first, or with a negative direction of the greatest. */
export interface PlaceHeap {
  places: number[]
  direction: 1 | -1
}

export function pushPlace({ places, direction }: PlaceHeap, rank: Float64Array, place: number) {
  let at = places.length
  places.push(place)
  const key = rank[place]! * direction
  while (at > 0) {
    const above = (at - 1) >> 1
    if (rank[places[above]!]! * direction <= key) break
    places[at] = places[above]!
    at = above
  }
  places[at] = place
}

/** The first place, which is taken out. There has to be one. */
export function popPlace({ places, direction }: PlaceHeap, rank: Float64Array): number {
  const first = places[0]!
  const moved = places.pop()!
  const count = places.length
  if (count === 0) return first
  const key = rank[moved]! * direction
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below >= count) break
    const isRight =
      below + 1 < count && rank[places[below + 1]!]! * direction < rank[places[below]!]! * direction
    if (isRight) below++
    if (rank[places[below]!]! * direction >= key) break
    places[at] = places[below]!
    at = below
  }
  places[at] = moved
  return first
}
