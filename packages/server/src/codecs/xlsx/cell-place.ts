/** `A` for 0, `Z` for 25, `AA` for 26. */
export function columnLetters(place: number): string {
  let letters = ''
  for (let left = place + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(letterA + ((left - 1) % 26)) + letters
  }
  return letters
}

/** 1 for `B` or `B12`; -1 when no letter of a column begins it, or more than three do. */
export function columnPlace(reference: string): number {
  let number = 0
  let at = 0
  for (; at < reference.length; at++) {
    const letter = (reference.charCodeAt(at) & ~0x20) - letterA
    if (letter < 0 || letter > 25 || reference.charCodeAt(at) < letterA) break
    if (at === 3) return -1
    number = number * 26 + letter + 1
  }
  return number - 1
}

const letterA = 65
