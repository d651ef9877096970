import { upload } from '@suoan/console-base/request/upload.ts'

/** Sends what somebody has drawn with his hand; gives the stored path, which comes as the message (4-api.md, /sys/common/upload). */
export async function sendHandwriting(picture: Blob): Promise<string> {
  const form = new FormData()
  form.set('file', picture, 'signature.png')
  form.set('biz', 'work')
  return (await upload({ path: '/sys/common/upload', form })).message
}
