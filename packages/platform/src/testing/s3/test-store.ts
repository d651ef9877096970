import { inject } from 'vitest'
import { startSwift } from './swift.ts'
import type { S3Env } from './test-bucket.ts'

/** How the S3 server is reached, or why there is none on this machine. */
type Found = { readonly env: S3Env } | { readonly reason: string }

let started: Promise<Found> | undefined

/** The S3 server of the run, or one for all files of this worker, with which it ends. */
export async function testS3(): Promise<Found> {
  const given = inject('testStore')
  return given === undefined ? await (started ??= startSwift()) : { env: given }
}
