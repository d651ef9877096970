import { beforeEach, describe, expect, it } from 'vitest'
import { fileNameOf } from '../stored-file/index.ts'
import { pendingProblem, type SendOptions } from '../send-queue/index.ts'
import { FileField, type FileRules } from './file-field.ts'

/** An upload that the test ends itself. */
interface Call extends SendOptions {
  readonly name: string
  stored(path: string): void
  failed(message: string): void
}

const picture = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: 'image/png' })
const paper = (name: string) => new File([new Uint8Array(10)], name, { type: 'application/pdf' })

let calls: Call[] = []
let value: string | undefined
let field: FileField
beforeEach(() => {
  calls = []
  value = undefined
})

/** A field that a form holds: what it tells is given back to it. */
function open(rules: Partial<FileRules> = {}, held?: string): void {
  field = new FileField()
  value = held
  const whole: FileRules = { accept: 'image', most: 5, maxBytes: 100, ...rules }
  const upload = (file: File, options: SendOptions) =>
    new Promise<string>((resolve, reject) => {
      calls.push({ ...options, name: file.name, stored: resolve, failed: (text) => reject(new Error(text)) })
    })
  const onChange = (next: string | undefined) => {
    value = next
    field.take(value, whole, { upload, onChange })
  }
  field.take(held, whole, { upload, onChange })
}

const last = (): Call => {
  const call = calls.at(-1)
  if (!call) throw new Error('nothing was sent')
  return call
}
/** Lets what waits for an upload run. */
const settle = () => new Promise((resolve) => setTimeout(resolve))
const pending = () => field.state().pending.map(({ name, status, percent }) => `${name} ${status} ${percent}`)

describe('a field of files', () => {
  it('sends one after another, tells how far it is, and holds them in the order in which they were chosen', async () => {
    open()
    field.add([picture('a.png'), picture('b.png')])
    expect(pending()).toEqual(['a.png sending 0', 'b.png waiting 0'])
    last().onProgress(40)
    expect(pending()).toEqual(['a.png sending 40', 'b.png waiting 0'])
    expect(pendingProblem(field.state().pending)).toContain('还在上传')
    last().stored('d/1.png')
    await settle()
    expect([calls.length, value, pending()]).toEqual([2, 'd/1.png', ['b.png sending 0']])
    last().stored('d/2.png')
    await settle()
    expect([value, pending(), pendingProblem(field.state().pending)]).toEqual(['d/1.png,d/2.png', [], null])
    expect(fileNameOf('d/2.png')).toBe('b.png')
  })

  it('keeps the last ones beyond its number, and sends none that would be pushed out (2-data-entry.md §5)', async () => {
    open({ most: 2 }, 'd/0.png')
    field.add([picture('a.png'), picture('b.png'), picture('c.png')])
    expect(pending()).toEqual(['b.png sending 0', 'c.png waiting 0'])
    last().stored('d/1.png')
    await settle()
    last().stored('d/2.png')
    await settle()
    expect(value).toBe('d/1.png,d/2.png')
  })

  it('has no cap where its number is 0', async () => {
    open({ most: 0 }, 'd/1.png,d/2.png')
    field.add([picture('a.png')])
    last().stored('d/3.png')
    await settle()
    expect(value).toBe('d/1.png,d/2.png,d/3.png')
  })

  it('of one file keeps it until the next one is stored, and then holds that', async () => {
    open({ most: 1 }, 'd/old.png')
    field.add([picture('a.png')])
    last().failed('网络已断开')
    await settle()
    expect(value).toBe('d/old.png')
    field.add([picture('b.png')])
    expect(pending()).toEqual(['b.png sending 0'])
    last().stored('d/new.png')
    await settle()
    expect([value, pending()]).toEqual(['d/new.png', []])
  })

  it('says why one failed, lets the others go on, and sends it again when asked', async () => {
    open()
    field.add([picture('a.png'), picture('b.png')])
    last().failed('上传失败！文件存储空间已满，请稍后重试')
    await settle()
    expect(field.state().pending[0]).toMatchObject({
      status: 'failed',
      problem: '文件存储空间已满，请稍后重试',
    })
    last().stored('d/b.png')
    await settle()
    expect(value).toBe('d/b.png')
    expect(pendingProblem(field.state().pending)).toBe('a.png 上传失败，请重试，或移除后再保存')
    field.retry(1)
    expect(pending()).toEqual(['a.png sending 0'])
    last().stored('d/a.png')
    await settle()
    expect(value).toBe('d/b.png,d/a.png')
  })

  it('says 未知错误 where a failure has no words (2-data-entry.md §8)', async () => {
    open()
    field.add([picture('a.png')])
    last().failed('')
    await settle()
    expect(field.state().pending[0]?.problem).toBe('未知错误')
  })

  it('takes one back that is on its way: it is stopped, changes nothing, and the next one is sent', async () => {
    open()
    field.add([picture('a.png'), picture('b.png')])
    const [first] = calls
    field.cancel(1)
    expect([first?.signal.aborted, pending()]).toEqual([true, ['b.png sending 0']])
    first?.stored('d/late.png')
    await settle()
    expect([value, pending()]).toEqual([undefined, ['b.png sending 0']])
  })

  it('refuses what is no picture, what is too large and what is empty, in words, and sends the rest', () => {
    open()
    field.add([paper('a.pdf'), picture('b.png')])
    expect([field.state().note, pending()]).toEqual(['请上传图片', ['b.png sending 0']])
    open()
    field.add([new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' })])
    expect([field.state().note, pending()]).toEqual(['a.svg 上传失败：图片只能是 png、jpg、gif 或 webp', []])
    open({ maxBytes: 10 * 1024 * 1024 })
    field.add([picture('big.png', 10 * 1024 * 1024 + 1)])
    expect(field.state().note).toBe('big.png 上传失败：文件大小超出10MB限制, 请压缩或降低文件质量!')
    field.add([picture('none.png', 0)])
    expect([field.state().note, pending()]).toEqual(['none.png 上传失败：文件是空的，请重新选择', []])
    open({ accept: 'any' })
    field.add([paper('a.pdf')])
    expect([field.state().note, pending()]).toEqual(['', ['a.pdf sending 0']])
  })

  it('puts files in another order by one place, and says where it ends (2-data-entry.md §8)', () => {
    open({}, 'd/1.png,d/2.png,d/3.png')
    field.move('d/3.png', -1)
    expect(value).toBe('d/1.png,d/3.png,d/2.png')
    field.move('d/2.png', 1)
    expect([value, field.state().note]).toEqual(['d/1.png,d/3.png,d/2.png', '已到最后~'])
    field.move('d/9.png', 1)
    expect(field.state().note).toBe('未知的操作')
    field.remove('d/3.png')
    expect([value, field.state().note]).toEqual(['d/1.png,d/2.png', ''])
    field.remove('d/1.png')
    field.remove('d/2.png')
    expect(value).toBeUndefined()
  })
})
