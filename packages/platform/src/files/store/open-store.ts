import path from 'node:path'
import type { Config } from '../../config.ts'
import type { BlobStore } from './blob-store.ts'
import { diskStore } from './disk-store.ts'
import { openS3 } from './s3-store.ts'

/** Where files lie on the disk; below it a folder for each day. */
export const filesFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'files')

/** The store of the configuration. Asks nothing of it yet (`checkStore`). */
export async function openStore(config: Pick<Config, 's3' | 'dataDir'>): Promise<BlobStore> {
  return config.s3 === undefined ? diskStore(filesFolder(config)) : await openS3(config.s3)
}
