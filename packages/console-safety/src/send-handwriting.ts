import { sendFile } from '@suoan/console-base/request/send-file.ts'

/** Sends what somebody has drawn with his hand; gives the stored path. */
export const sendHandwriting = (picture: Blob): Promise<string> =>
  sendFile(picture, { name: 'signature.png', biz: 'work' })
