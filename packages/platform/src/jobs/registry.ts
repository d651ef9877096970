import type { z } from 'zod'
import type { Context } from '../context.ts'

/** What happens to the times that passed while nothing could run the job (`sys_quartz_job.misfire`). */
export type Misfire = 'once' | 'skip' | 'catchUp'

/** What a run of a job may use. */
export interface JobCall<P> {
  /** Its clock goes on where the server's was set back, as the one of timers. */
  readonly ctx: Context
  readonly parameters: P
  /** When the run was due, epoch ms; it may run later. */
  readonly dueAt: number
  /**
   * Aborted when the time of the job is over, somebody ends the run, the server stops or another server has taken the run
   * over. A job of many steps asks `signal.throwIfAborted()` between them.
   */
  readonly signal: AbortSignal
  /** A line for the record of the run, Chinese; what is too much is counted and left out. */
  readonly say: (line: string) => void
}

/**
 * A job that the program knows. Declared once by the package that owns the work: `ctx.jobs.declare({ … })` in the `mount`
 * of a feature. It must be safe to repeat: a run whose server dies is begun anew by another one.
 */
export interface Job<S extends z.ZodType = z.ZodType> {
  /** What 任务类名 says: `jobs.` and a name in PascalCase. Stored with rows, so it never changes its meaning. */
  readonly name: `jobs.${string}`
  /** Chinese. */
  readonly title: string
  /** What it does and what it leaves alone, Chinese; shown under the form. */
  readonly description: string
  /**
   * An object schema, read from the JSON of 参数 when a job is saved and again when it runs. Each parameter says what it
   * means by `.describe('…')`, in Chinese, and has a default where it may be left out.
   */
  readonly parameters: S
  /** After this long a run is ended and recorded as 超时. */
  readonly timeoutSeconds: number
  /** No expression may run it more often; 10 where it is not given. */
  readonly minIntervalSeconds?: number
  /** No expression may let more time pass between two runs, nor end by its years; without a limit where it is not given. */
  readonly maxIntervalSeconds?: number
  /** Permissions that whoever saves, starts or runs it by hand must hold beside those of the page: it reaches what they guard. */
  readonly needs?: readonly string[]
  /** A row that every installation begins with; it is added once, also to an installation that is upgraded. */
  readonly schedule?: { readonly cron: string; readonly parameter?: string; readonly misfire?: Misfire }
  /** The law or the evidence hangs on it: nobody may stop or delete its last row. */
  readonly isEssential?: boolean
  /** Does it; answers what was done, Chinese, for the record of the run. A throw is a failed run. */
  readonly run: (call: JobCall<z.output<S>>) => Promise<string>
}

/** A job as the registry holds it: its parameters have been read by its own schema. */
export type AnyJob = Omit<Job, 'run'> & { readonly run: (call: JobCall<never>) => Promise<string> }

/** The jobs of one server, by name; features fill it when they are mounted. */
export interface Jobs {
  /** Throws for a name that is taken or malformed. */
  declare<S extends z.ZodType>(job: Job<S>): void
  of(name: string): AnyJob | undefined
  readonly all: readonly AnyJob[]
}

export const MIN_INTERVAL_SECONDS = 10

export function createJobs(): Jobs {
  const known = new Map<string, AnyJob>()
  return {
    declare(job) {
      if (!/^jobs\.[A-Z][A-Za-z0-9]{1,80}$/.test(job.name))
        throw new Error(`a job may not be named ${job.name}`)
      if (known.has(job.name)) throw new Error(`the job ${job.name} is declared twice`)
      known.set(job.name, job)
    },
    of: (name) => known.get(name),
    get all() {
      return [...known.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },
  }
}
