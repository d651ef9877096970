import { expect, test } from 'vitest'
import { evidenceGap, pictureGap, type EvidenceAsked, type EvidenceFileFact } from './evidence-file.ts'

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

test.each([
  ['what cannot be decoded', null, false, '打不开'],
  ['a photo of few pixels', { width: 199, height: 200, contrast: 9 }, false, '太小'],
  ['a photo of one colour', { width: 200, height: 200, contrast: 0 }, false, '一种颜色'],
  ['an empty field', { width: 300, height: 160, contrast: 0 }, true, '没有笔迹'],
  ['a field too small to sign in', { width: 99, height: 160, contrast: 255 }, true, '没有笔迹'],
])('%s shows nothing', (_, shown, isHandwriting, words) => {
  expect(pictureGap(shown, isHandwriting)).toContain(words)
})

test('a photo and a signed field are evidence', () => {
  expect(pictureGap({ width: 200, height: 200, contrast: 1 }, false)).toBeNull()
  expect(pictureGap({ width: 100, height: 40, contrast: 50 }, true)).toBeNull()
})
