import { expect, it } from 'vitest'
import { loadConfig } from '../../config.ts'
import { openBareBucket } from '../../testing/s3/bare-bucket.ts'
import { mustTakeFiles } from './check-store.ts'

const config = (env: Readonly<Record<string, string>>) => loadConfig({ DATA_DIR: 'nowhere', ...env })

it('files are not brought into a place that holds those of another installation, and nothing is written there', async () => {
  await using bucket = await openBareBucket()
  bucket.objects.set('suoan/store.id', 'theirs')
  for (const known of [null, 'ours'])
    await expect(mustTakeFiles(config(bucket.env), known)).rejects.toThrow(
      /存储桶 files 的 suoan\/ 里是另一套系统的文件.*S3_PREFIX/,
    )
  expect(bucket.changes).toEqual([])
  // Beside it there is room, and the place of one's own is told from a free one.
  expect(await mustTakeFiles(config({ ...bucket.env, S3_PREFIX: 'beside' }), 'ours')).toBe('free')
  expect(await mustTakeFiles(config(bucket.env), 'theirs')).toBe('own')
  expect([...bucket.objects.keys()]).toEqual(['suoan/store.id'])
})

it('a disk holds nobody else’s files', async () => {
  expect(await mustTakeFiles(config({}), 'ours')).toBeNull()
})
