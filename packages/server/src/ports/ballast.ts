/**
 * Room on the disk of the data that is kept, so that a disk that is full can be emptied again: also to
 * delete something, or to start, takes some.
 */
export interface Ballast {
  /** Gives the room away. Answers whether there was any. */
  giveUp(): boolean
  /**
   * Throws `storage_full` as long as the room is given away and there is none to make up for it: else whoever
   * comes first would take it, and the next one could not even delete.
   */
  refuseIfGivenUp(): void
}
