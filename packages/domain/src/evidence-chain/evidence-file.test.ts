import { expect, test } from 'vitest'
import { evidenceGap, type EvidenceAsked, type EvidenceFileFact } from './evidence-file.ts'

const file: EvidenceFileFact = {
  uploaderId: 'u5',
  uploadedAt: 0,
  mediaType: 'image/jpeg',
  isStored: true,
  usedFor: null,
}
const asked: EvidenceAsked = {
  userId: 'u5',
  subject: 'work/W1',
  now: 30 * 60_000,
  withinMin: 30,
  isSignedByTerminal: false,
}

test('a picture of this person, uploaded lately and used for nothing else, is evidence', () => {
  expect(evidenceGap(file, asked)).toBeNull()
})

test.each([
  ['a name that was never uploaded', null, '不存在'],
  ['a file that is no picture', { mediaType: 'application/pdf' }, '不是照片'],
  ['the file of another person', { uploaderId: 'u6' }, '他人上传'],
  ['the photo of another ticket', { usedFor: 'work/W2' }, '另一项作业'],
  ['the photo of another step or person of this ticket', { usedFor: 'work/W1' }, '本作业的另一项记录'],
  ['an old photo', { uploadedAt: -1 }, '超过 30 分钟'],
  ['a file that is gone from the store', { isStored: false }, '损坏或丢失'],
])('%s is refused with its reason', (_, change, words) => {
  expect(evidenceGap(change && { ...file, ...change }, asked)).toContain(words)
})

test('a photo whose digest the terminal has signed may be carried in by somebody else', () => {
  expect(evidenceGap({ ...file, uploaderId: 'u6' }, { ...asked, isSignedByTerminal: true })).toBeNull()
})
