/** What a way to put things one after the other leads to: when each begins and ends, from 0 on. */
export interface Decoded {
  start: Float64Array
  finish: Float64Array
  span: number
}

export interface SearchOptions {
  count: number
  /** What comes first has the lowest key. Backwards everything is told as seen from the end. */
  decode: (keys: Float64Array, isBackwards: boolean) => Generator<void, Decoded>
  /** How much of everything each needs while it lasts, as a share of what there is. */
  weight: Float64Array
  /** The first keys to try. */
  keys: Float64Array
  /** Nothing is shorter. */
  shortest: number
  /** How many ways are tried. */
  tries: number
  /** From 0 to 1, each time another. */
  random: () => number
  isCancelled: () => boolean
}

/** A way that was tried, with the keys that lead to one that is no longer, from the other end. */
interface Member extends Decoded {
  keys: Float64Array
  /** From which end these are to be tried. */
  isForBackwards: boolean
}

/** Of so many things together there is a population of one. */
const inPopulation = 1800
const smallest = 6
/** Members that are drawn, of whom the best is taken. */
const drawn = 4
/** The share of the tries after which only the best is changed, here and there. */
const crossedShare = 0.4
/** So often for each thing one is changed in vain before it is another's turn. */
const patience = 4
/** About so many lie in the time in which the best is changed. */
const inWindow = 10
/** More than any key. */
const apart = 1e15

/**
 * Looks for a short way by turns from both ends: what comes out of one turn, read from its end, is tried from the other, so that
 * nothing gets longer by it. First members are crossed: of the better one stays what lies in its fullest time, the rest comes
 * from the other. Then the best alone is changed within a random time, again and again. It stops every now and then, so that
 * whoever runs it may do something else, or leave it.
 */
export function* searchOrder(options: SearchOptions): Generator<void, void> {
  const { count, decode, weight, shortest, tries, random, isCancelled } = options
  let tried = 0
  let best = Infinity
  const isOver = (): boolean => tried >= tries || best <= shortest || isCancelled()

  function* attempt(given: Float64Array, isBackwards: boolean): Generator<void, Member> {
    tried++
    const decoded = yield* decode(given, isBackwards)
    best = Math.min(best, decoded.span)
    const keys = decoded.finish.map((finish) => decoded.span - finish)
    return { ...decoded, keys, isForBackwards: !isBackwards }
  }

  let members: Member[] = []
  const size = Math.max(smallest, Math.round(inPopulation / Math.max(1, count)))
  const reach = options.keys.reduce((most, key) => Math.max(most, Math.abs(key)), 0)
  while (members.length < size && !isOver()) {
    const noise = members.length === 0 ? 0 : reach / 2
    yield
    members.push(
      yield* attempt(
        options.keys.map((key) => key + (random() - 0.5) * noise),
        false,
      ),
    )
  }
  while (tried < tries * crossedShare && !isOver()) {
    const next: Member[] = []
    for (const member of members) {
      if (isOver()) break
      yield
      next.push(yield* attempt(crossed(member, mateFor(member)), member.isForBackwards))
    }
    members = next
  }
  members.sort((one, other) => one.span - other.span)
  for (let turn = 0; members.length > 0 && !isOver(); turn = (turn + 1) % members.length) {
    members[turn] = yield* improved(members[turn]!)
  }

  /** Until nothing has helped for a while. */
  function* improved(member: Member): Generator<void, Member> {
    let now = member
    for (let left = patience * count; left > 0 && !isOver(); left--) {
      yield
      const one = yield* attempt(changed(now), now.isForBackwards)
      // From its other end it may be as short as before.
      const isTurned = one.span > now.span && !isOver()
      const two = isTurned ? yield* attempt(one.keys, one.isForBackwards) : one
      if (two.span < now.span) left = patience * count
      if (two.span <= now.span) now = two
    }
    return now
  }

  function mateFor(member: Member): Member {
    let mate: Member | null = null
    for (let n = 0; n < drawn; n++) {
      const one = members[Math.floor(random() * members.length)]!
      if (one !== member && (!mate || one.span < mate.span)) mate = one
    }
    return mate ?? member
  }

  function crossed(one: Member, other: Member): Float64Array {
    const [better, worse] = other.span < one.span ? [other, one] : [one, other]
    const [from, to] = fullest(better)
    const keys = better.keys.map((key, i) => {
      if (better.start[i]! < to && better.finish[i]! > from) return key
      const isBefore = worse.start[i]! + worse.finish[i]! < from + to
      return worse.keys[i]! + (isBefore ? apart : -apart)
    })
    if (one.span === other.span || random() < 0.1) {
      for (let i = 0; i < count; i++) {
        if (random() < 0.05) keys[i]! += (random() - 0.5) * 2 * better.span
      }
    }
    return keys
  }

  /** The time, a quarter to three quarters of all, in which most is done. */
  function fullest({ start, finish, span }: Decoded): [number, number] {
    const length = span * (0.25 + random() / 2)
    let [most, at] = [-1, 0]
    for (let step = 0; step <= 20; step++) {
      const from = ((span - length) * step) / 20
      let done = 0
      for (let i = 0; i < count; i++) {
        const within = Math.min(finish[i]!, from + length) - Math.max(start[i]!, from)
        if (within > 0) done += within * weight[i]!
      }
      if (done > most) [most, at] = [done, from]
    }
    return [at, at + length]
  }

  function changed({ keys, start, finish, span }: Member): Float64Array {
    const length = span * Math.min(1, inWindow / count) * (0.3 + random())
    const from = random() * (span + length) - length
    return keys.map((key, i) => {
      const middle = (start[i]! + finish[i]!) / 2
      const isChanged = middle >= from && middle <= from + length && random() < 0.7
      return isChanged ? key + (random() - 0.5) * 3 * length : key
    })
  }
}
