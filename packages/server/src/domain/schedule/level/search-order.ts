/** What a way to put things one after the other leads to: when each begins and ends, from 0 on. */
export interface Decoded {
  start: Float64Array
  finish: Float64Array
  span: number
}

/**
 * How things are put one after the other: from the start or from the end by their keys, or from the start whatever can begin
 * soonest, and only among those by their keys.
 */
export type Pass = 'forwards' | 'backwards' | 'soonest'

export interface SearchOptions {
  count: number
  /** What comes first has the lowest key. Backwards everything is told as seen from the end. */
  decode: (keys: Float64Array, pass: Pass) => Generator<void, Decoded>
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

/** A way that was tried. */
interface Member extends Decoded {
  isBackwards: boolean
}

/** The share of the tries for a population to begin with: so much by each thing, and no more than that. */
const startShare = 3.6
const mostStartShare = 0.15
const smallest = 6
/** Members that are drawn, of whom the best is taken. */
const drawn = 2
/** The share of the tries after which only the best is changed, here and there. */
const crossedShare = 0.3
/** So often for each thing one is changed in vain before it is another's turn. */
const patience = 4
/** About so many lie in the time in which the best is changed. */
const inWindow = 10
/** More than any key. */
const apart = 1e15

/**
 * Looks for a short way by turns from both ends: what comes out of one turn, read from its end, is tried from the other, so that
 * nothing gets longer by it. First members are crossed: of the better one stays what lies in its fullest time, the rest comes
 * from the other, and what comes out takes the place of the worse one. Then the best alone is changed within a random time,
 * again and again. It stops every now and then, so that whoever runs it may do something else, or leave it.
 */
export function* searchOrder(options: SearchOptions): Generator<void, void> {
  const { count, decode, weight, shortest, tries, random, isCancelled } = options
  let tried = 0
  let best = Infinity
  const isOver = (): boolean => tried >= tries || best <= shortest || isCancelled()

  function* attempt(given: Float64Array, pass: Pass): Generator<void, Member> {
    yield
    tried++
    const decoded = yield* decode(given, pass)
    const isBackwards = pass === 'backwards'
    const member = { ...decoded, isBackwards }
    // Only what was put from the start on is an answer.
    if (!isBackwards) best = Math.min(best, decoded.span)
    else if (decoded.span < best && !isOver()) return yield* turned(member)
    return member
  }

  /** The same from its other end, where it may get shorter. */
  function turned(member: Member): Generator<void, Member> {
    return attempt(keysFrom(member), passAfter(member))
  }

  /** Keys to try from the other end of a member; what comes out longer than is wanted is tried from its own other end, too. */
  function* child(keys: Float64Array, of: Member, wanted: number): Generator<void, Member> {
    const one = yield* attempt(keys, passAfter(of))
    return one.span > wanted && !isOver() ? yield* turned(one) : one
  }

  const members: Member[] = []
  const size = Math.max(
    smallest,
    Math.round(tries * Math.min(mostStartShare, startShare / Math.max(1, count))),
  )
  const reach = options.keys.reduce((most, key) => Math.max(most, Math.abs(key)), 0)
  while (members.length < size && !isOver()) {
    // The first of both kinds is as it was given.
    const noise = members.length < 2 ? 0 : reach / 2
    const keys = options.keys.map((key) => key + (random() - 0.5) * noise)
    members.push(yield* attempt(keys, members.length % 2 === 0 ? 'forwards' : 'soonest'))
  }
  while (tried < tries * crossedShare && !isOver()) {
    const one = drawnBut(-1)
    const other = drawnBut(one)
    const [better, worse] = members[other]!.span < members[one]!.span ? [other, one] : [one, other]
    const keys = crossed(members[better]!, members[worse]!)
    const found = yield* child(keys, members[better]!, members[one]!.span)
    if (found.span <= members[worse]!.span) members[worse] = found
  }
  members.sort((one, other) => one.span - other.span)
  for (let turn = 0; members.length > 0 && !isOver(); turn = (turn + 1) % members.length) {
    members[turn] = yield* improved(members[turn]!)
  }

  /** Until nothing has helped for a while. */
  function* improved(member: Member): Generator<void, Member> {
    let now = member
    for (let left = patience * count; left > 0 && !isOver(); left--) {
      const found = yield* child(changed(now), now, now.span)
      if (found.span < now.span) left = patience * count
      if (found.span <= now.span) now = found
    }
    return now
  }

  /** A good member that is not the one that is named. */
  function drawnBut(named: number): number {
    let found = -1
    for (let n = 0; n < drawn; n++) {
      const one = Math.floor(random() * members.length)
      if (one === named) continue
      if (found < 0 || members[one]!.span < members[found]!.span) found = one
    }
    return found < 0 ? (named + 1) % members.length : found
  }

  function crossed(better: Member, worse: Member): Float64Array {
    const [from, to] = fullest(better)
    const other = worse.isBackwards === better.isBackwards ? worse : seenFromTheEnd(worse)
    const [keys, otherKeys] = [keysFrom(better), keysFrom(other)]
    for (let i = 0; i < count; i++) {
      if (better.start[i]! < to && better.finish[i]! > from) continue
      const isBefore = other.start[i]! + other.finish[i]! < from + to
      keys[i] = otherKeys[i]! + (isBefore ? apart : -apart)
    }
    if (better.span === worse.span || random() < 0.1) {
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

  function changed(member: Member): Float64Array {
    const { start, finish, span } = member
    const length = span * Math.min(1, inWindow / count) * (0.3 + random())
    const from = random() * (span + length) - length
    return keysFrom(member).map((key, i) => {
      const middle = (start[i]! + finish[i]!) / 2
      const isChanged = middle >= from && middle <= from + length && random() < 0.7
      return isChanged ? key + (random() - 0.5) * 3 * length : key
    })
  }
}

/** Those that lead to one that is no longer, from the other end. */
function keysFrom({ finish, span }: Decoded): Float64Array {
  return finish.map((end) => span - end)
}

function passAfter({ isBackwards }: Member): Pass {
  return isBackwards ? 'forwards' : 'backwards'
}

function seenFromTheEnd({ start, finish, span }: Decoded): Decoded {
  return {
    start: finish.map((end) => span - end),
    finish: start.map((begin) => span - begin),
    span,
  }
}
