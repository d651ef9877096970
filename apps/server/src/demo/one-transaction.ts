import type { Pool, PoolClient } from 'pg'

/** A pool whose every transaction is a part of one that is under way: all of it becomes true at once, or none. */
export interface OneTransaction {
  readonly pool: Pool
  /** Runs `work` in a transaction of `from`; whatever it throws takes all of it back. */
  run<T>(from: Pool, work: () => Promise<T>): Promise<T>
  /** The same, and it is taken back in any case. */
  tryOut<T>(from: Pool, work: () => Promise<T>): Promise<T>
}

/**
 * Speaks over one connection that is inside a transaction, while one is under way. What begins a transaction of its own
 * gets a savepoint: it may still be taken back alone. One of them at a time: they would lie inside each other.
 */
export function createOneTransaction(): OneTransaction {
  let current: PoolClient | null = null
  let last: Promise<void> = Promise.resolve()
  const client = (): PoolClient => {
    if (current === null) throw new Error('no transaction is under way')
    return current
  }
  // A connection takes one statement at a time; those of calls side by side wait for each other.
  let asking: Promise<unknown> = Promise.resolve()
  const ask = (asked: unknown, values?: unknown[]): Promise<unknown> => {
    const mine = client()
    // As it came: a text, or a text with its name and values.
    const send = (): Promise<unknown> =>
      values === undefined ? mine.query(asked as string) : mine.query(asked as string, values)
    const answer = asking.then(send)
    asking = answer.catch(() => {})
    return answer
  }
  const myTurn = async (): Promise<() => void> => {
    const before = last
    let end = (): void => {}
    last = new Promise((resolve) => {
      end = resolve
    })
    await before
    return end
  }

  const connect = async (): Promise<unknown> => {
    let end: (() => void) | null = null
    const query = async (asked: unknown, values?: unknown[]): Promise<unknown> => {
      const text = textOf(asked).trim().toLowerCase()
      if (text === 'begin' || text.startsWith('start transaction')) {
        end = await myTurn()
        return await ask('savepoint part')
      }
      if (text === 'commit' || text === 'rollback') {
        try {
          if (text === 'rollback') await ask('rollback to savepoint part')
          return await ask('release savepoint part')
        } finally {
          end?.()
          end = null
        }
      }
      return await ask(asked, values)
    }
    return {
      // Reads that go together ask it before they are sent (`sendRound`).
      getTransactionStatus: () => client().getTransactionStatus(),
      // A cursor or a round of reads is answered by itself, what is asked as a text when the database has answered.
      query: (asked: unknown, values?: unknown[]) =>
        isSubmittable(asked) ? client().query(asked as never) : query(asked, values),
      release() {
        end?.()
        end = null
      },
    }
  }

  // One after the other: there is one connection that the features speak over.
  let underWay: Promise<unknown> = Promise.resolve()
  const within = <T>(from: Pool, end: 'commit' | 'rollback', work: () => Promise<T>): Promise<T> => {
    const mine = underWay.then(() => runOne(from, end, work))
    underWay = mine.catch(() => {})
    return mine
  }
  const runOne = async <T>(from: Pool, end: 'commit' | 'rollback', work: () => Promise<T>): Promise<T> => {
    const mine = await from.connect()
    try {
      await mine.query('begin')
      current = mine
      const result = await work()
      current = null
      await mine.query(end)
      mine.release()
      return result
    } catch (error) {
      current = null
      // Closed, not given back: nobody gets a connection whose transaction may still be under way.
      await mine.query('rollback').catch(() => {})
      mine.release(true)
      throw error
    }
  }

  return {
    // Only what our code asks of a pool: a connection, a statement, its end.
    pool: {
      connect,
      query: ask,
      end: async () => {},
    } as unknown as Pool,
    run: (from, work) => within(from, 'commit', work),
    tryOut: (from, work) => within(from, 'rollback', work),
  }
}

const textOf = (asked: unknown): string => {
  if (typeof asked === 'string') return asked
  return typeof asked === 'object' && asked !== null && 'text' in asked && typeof asked.text === 'string'
    ? asked.text
    : ''
}

const isSubmittable = (asked: unknown): boolean =>
  typeof asked === 'object' && asked !== null && 'submit' in asked && typeof asked.submit === 'function'
