import type { PoolClient } from 'pg'

/** What one kind of writer did, and what a check of the database found of it. */
export interface Finding {
  /** Writes that were answered as done. */
  readonly acknowledged: number
  /** Writes whose answer the kill swallowed, so far: either outcome is right, half of one is not. */
  readonly inDoubt: number
  /** Acknowledged and not there: a sentence each. */
  readonly lost: readonly string[]
  /** There in part: a sentence each. */
  readonly half: readonly string[]
}

/** The database as a check sees it: a pool, or one connection with a transaction of its own. */
export type Rows = Pick<PoolClient, 'query'>

/** An acknowledged write that was damaged on purpose. */
export interface Damage {
  readonly what: string
  /** One of these stands in every sentence that a right check says of it. */
  readonly names: readonly string[]
}

/** A writer of the mixed load, and the check that belongs to it. */
export interface Writer {
  readonly name: string
  /** Writes one thing after the other until `isOver` or until the server does not answer any more. */
  write(isOver: () => boolean): Promise<void>
  /** Compares the database with what was acknowledged; settles what was in doubt. */
  check(db: Rows): Promise<Finding>
  /** Takes one acknowledged write away, or alters it; null when nothing was acknowledged yet. */
  damage(db: Rows): Promise<Damage | null>
}

/** Thrown by nobody else: an answer that no kill explains. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer'
}

/** Runs one call; false when the connection broke or the dying server refused, which leaves the write in doubt. */
export async function isAnswered(
  isOver: () => boolean,
  call: () => Promise<{ readonly success: boolean; readonly message: string }>,
): Promise<boolean> {
  let answer
  try {
    answer = await call()
  } catch (error) {
    // fetch speaks of a broken connection as a TypeError, of a cut body as a SyntaxError.
    if (error instanceof TypeError || error instanceof SyntaxError) return false
    throw error
  }
  if (answer.success) return true
  if (isOver()) return false
  throw new UnexpectedAnswer(answer.message)
}
