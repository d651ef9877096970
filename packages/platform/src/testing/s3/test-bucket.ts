import { S3Client, CreateBucketCommand } from '@aws-sdk/client-s3'

/** The S3_… variables that reach a running server. */
export type S3Env = Readonly<
  Record<'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY' | 'S3_REGION', string>
>

/** A server that verifies signatures, with an empty bucket. */
export interface TestS3 extends AsyncDisposable {
  readonly env: S3Env
}

/** Makes the bucket that `env` names. */
export async function makeBucket(env: S3Env): Promise<void> {
  const client = new S3Client({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: env.S3_ACCESS_KEY, secretAccessKey: env.S3_SECRET_KEY },
  })
  await client.send(new CreateBucketCommand({ Bucket: env.S3_BUCKET }))
  client.destroy()
}
