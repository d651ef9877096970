import { describe, expect, it } from 'vitest'
import { scanProblem } from './scan-problem.ts'

describe('why the camera or the NFC reader gives nothing', () => {
  it('says where to allow what was denied', () => {
    expect(scanProblem('camera', 'NotAllowedError')).toContain('允许摄像头后重试')
    expect(scanProblem('nfc', 'NotAllowedError')).toContain('允许NFC后重试')
  })

  it('tells an insecure connection and a missing device apart', () => {
    expect(scanProblem('camera', 'insecure')).toContain('https://')
    expect(scanProblem('camera', 'NotFoundError')).toContain('没有可用的摄像头')
    expect(scanProblem('camera', 'NotReadableError')).toContain('占用')
  })

  it('always names the way that is left: typing', () => {
    for (const name of ['insecure', 'NotAllowedError', 'NotFoundError', 'NotReadableError', 'SomethingNew'])
      expect(scanProblem('nfc', name)).toContain('手工输入')
  })
})
