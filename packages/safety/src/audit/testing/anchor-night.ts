import { addDeclaredJobs, jobRunnerOf } from '@suoan/platform/jobs'
import type { TestWorld } from '@suoan/platform/testing/test-world'

const DAY_MS = 86_400_000

/** The next night comes, or one `later` nights behind it, and its job has run. */
export async function anchorNight({ ctx, clock }: TestWorld, later = 0): Promise<void> {
  const jobs = jobRunnerOf(ctx)
  await addDeclaredJobs(ctx)
  await jobs.settle()
  const next = await ctx.db
    .selectFrom('sysQuartzJob')
    .select('nextFireTime')
    .where('jobClassName', '=', 'jobs.DailyAnchor')
    .executeTakeFirstOrThrow()
  clock.set((next.nextFireTime?.getTime() ?? clock.now()) + later * DAY_MS)
  await jobs.settle()
}
