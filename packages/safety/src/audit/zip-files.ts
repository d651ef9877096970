import { PassThrough } from 'node:stream'
import { zipWriter } from '@suoan/platform/resource/sheet-writer-zip'

/** An archive of these files, in memory. */
export async function zipFiles(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const sink = new PassThrough()
  const parts: Buffer[] = []
  sink.on('data', (part: Buffer) => parts.push(part))
  const zip = zipWriter(sink)
  for (const [name, content] of files) await zip.add(name, [content])
  await zip.finish()
  sink.end()
  await new Promise((resolve) => sink.once('end', resolve))
  return Buffer.concat(parts)
}
