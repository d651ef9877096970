import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)
const urlOf = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href)

/** Runs a small program that logs its end, then does something; its exit code and its last line in the log. */
async function ended(act: string): Promise<{ readonly code: unknown; readonly line: unknown }> {
  const program = `
    import { logCrash } from ${urlOf('./crash-log.ts')}
    import { createLog } from ${urlOf('./log.ts')}
    logCrash(createLog('info'))
    ${act}`
  try {
    await run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program])
    return { code: 0, line: null }
  } catch (error) {
    if (!(error instanceof Error) || !('stderr' in error) || !('code' in error)) throw error
    const first = String(error.stderr).split('\n')[0] ?? ''
    return { code: error.code, line: JSON.parse(first) }
  }
}

describe('an error that nobody caught', () => {
  it('is written into the log and ends the process', async () => {
    const thrown = await ended(`setTimeout(() => { throw new Error('the job failed') }, 1)`)
    expect(thrown).toMatchObject({
      code: 1,
      line: { level: 60, origin: 'uncaughtException', err: { message: 'the job failed' } },
    })
  })
  it('is written as well when it is a promise that nobody awaited', async () => {
    const rejected = await ended(`void Promise.reject(new Error('the job failed'))`)
    expect(rejected).toMatchObject({
      code: 1,
      line: { level: 60, origin: 'unhandledRejection', err: { message: 'the job failed' } },
    })
  })
})
