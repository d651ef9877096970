import { startSwift } from '@suoan/platform/testing/s3/swift'
import type { TestProject } from 'vitest/node'

/** One S3 server for the run; every test world keeps its files there. Without one the run says why and uses the disk. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const swift = await startSwift()
  if ('reason' in swift) {
    process.stdout.write(`· 没有 S3 服务可测：${swift.reason}\n`)
    return async () => {}
  }
  project.provide('testStore', swift.env)
  return async () => await swift[Symbol.asyncDispose]()
}
