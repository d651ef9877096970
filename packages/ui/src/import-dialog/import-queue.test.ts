import { beforeEach, describe, expect, it } from 'vitest'
import {
  ImportQueue,
  type ImportOutcome,
  type ImportPorts,
  type ImportPreview,
  type ImportSendOptions,
} from './import-queue.ts'

/** An import that the test ends itself. */
interface Call extends ImportSendOptions {
  readonly name: string
  done(outcome: ImportOutcome): void
  failed(message: string): void
}

let calls: Call[]
let events: string[]
let queue: ImportQueue
beforeEach(() => {
  calls = []
  events = []
  queue = new ImportQueue()
  queue.take({
    maxBytes: 1024 * 1024,
    send: ({ name }, options) =>
      new Promise((resolve, reject) => {
        calls.push({ ...options, name, done: resolve, failed: (text) => reject(new Error(text)) })
      }),
    onImported: () => events.push('imported'),
    onAllImported: (outcomes) => events.push(`all: ${outcomes.map(({ message }) => message).join()}`),
  })
})

const sheet = (name: string, size = 10) => new File([new Uint8Array(size)], name, { lastModified: size })
const good: ImportOutcome = { message: '共1行数据全部导入成功！', report: null }
const partly: ImportOutcome = {
  message: '文件导入成功，但有错误。',
  report: { text: '错误行数：1', url: '/log.txt', markedUrl: '/log.xlsx' },
}
/** Lets what waits for a file or a call run. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
const lines = () => queue.state().files.map(({ name, status, percent }) => `${name} ${status} ${percent}`)
const idOf = (name: string): number => {
  const found = queue.state().files.find((file) => file.name === name)
  if (!found) throw new Error(`${name} is not in the list`)
  return found.id
}
const last = (): Call => {
  const call = calls.at(-1)
  if (!call) throw new Error('nothing was sent')
  return call
}
async function startWith(...files: readonly File[]): Promise<void> {
  queue.add(files)
  queue.start()
  await settle()
}
async function end(outcome: ImportOutcome | string): Promise<void> {
  if (typeof outcome === 'string') last().failed(outcome)
  else last().done(outcome)
  await settle()
}

it('files wait until they are told to go, then go one after another, each with its progress', async () => {
  queue.add([sheet('a.xls'), sheet('B.XLSX')])
  await settle()
  expect([calls.length, lines()]).toEqual([0, ['a.xls waiting 0', 'B.XLSX waiting 0']])
  queue.start()
  await settle()
  last().onProgress(40)
  expect([calls.length, lines()]).toEqual([1, ['a.xls sending 40', 'B.XLSX waiting 0']])
  await end(good)
  expect(lines()).toEqual(['a.xls done 100', 'B.XLSX sending 0'])
  await end(good)
  expect(queue.state().isBusy).toBe(false)
  expect(events).toEqual(['imported', 'imported', `all: ${good.message},${good.message}`])
})

it.each([
  ['说明.pdf', 10, '“说明.pdf”不是 Excel 文件，请选择 .xls 或 .xlsx 文件'],
  ['旧.xlsx.exe', 10, '“旧.xlsx.exe”不是 Excel 文件，请选择 .xls 或 .xlsx 文件'],
  ['大.xlsx', 1024 * 1024 + 1, '“大.xlsx”超过 1MB，请拆分后再导入'],
  ['空.xls', 0, '“空.xls”是空文件，请填写后重新选择'],
])('%s of %i bytes is refused before it is sent, and the others are taken', (name, size, words) => {
  queue.add([sheet('a.xls'), sheet(name, size)])
  expect([lines(), queue.state().refused]).toEqual([['a.xls waiting 0'], [words]])
  queue.add([sheet('b.xls')])
  expect(queue.state().refused).toEqual([])
})

it('one that fails says why and holds nobody up; it is tried again or taken away', async () => {
  await startWith(sheet('a.xls'), sheet('b.xls'), sheet('c.xls'))
  await end('文件导入失败:没有找到表头')
  await end('')
  await end(good)
  expect(queue.state().files.map(({ problem }) => problem)).toEqual([
    '文件导入失败:没有找到表头',
    '文件上传失败',
    '',
  ])
  expect(events).toEqual(['imported'])
  queue.remove(idOf('b.xls'))
  queue.retry(idOf('a.xls'))
  await settle()
  expect([last().name, lines()]).toEqual(['a.xls', ['a.xls sending 0', 'c.xls done 100']])
  await end(good)
  expect(events.at(-1)).toBe(`all: ${good.message},${good.message}`)
})

it('one with refused rows has changed the list and stays to be read', async () => {
  await startWith(sheet('a.xls'))
  await end(partly)
  expect(queue.state().files[0]?.outcome).toEqual(partly)
  expect(events).toEqual(['imported'])
  // It is not sent a second time.
  queue.start()
  await settle()
  expect(calls).toHaveLength(1)
})

it('one that was corrected and chosen again stands in the place of the one that failed', async () => {
  await startWith(sheet('a.xls'))
  await end('缺少必填的列')
  queue.add([sheet('a.xls', 20)])
  expect(lines()).toEqual(['a.xls waiting 0'])
})

it('the very same file is taken once, two of one name are two', () => {
  queue.add([sheet('a.xls', 10)])
  queue.add([sheet('a.xls', 10), sheet('a.xls', 20)])
  expect(lines()).toEqual(['a.xls waiting 0', 'a.xls waiting 0'])
})

it('one that was changed on the disk since it was chosen is not sent, and that is said', async () => {
  const changed = sheet('a.xls')
  changed.slice = () => {
    throw new DOMException('', 'NotReadableError')
  }
  await startWith(changed)
  expect(calls).toEqual([])
  expect(queue.state().files[0]?.problem).toBe('文件已被修改、移动或删除，请移除后重新选择')
})

it('one that is taken away while it is sent goes no further, and the next one goes', async () => {
  await startWith(sheet('a.xls'), sheet('b.xls'))
  const first = last()
  queue.remove(idOf('a.xls'))
  expect(first.signal.aborted).toBe(true)
  first.failed('aborted')
  await settle()
  expect([last().name, lines()]).toEqual(['b.xls', ['b.xls sending 0']])
})

it('one that is added while others are sent waits to be told', async () => {
  await startWith(sheet('a.xls'))
  queue.add([sheet('b.xls')])
  await end(good)
  expect([lines(), queue.state().isBusy, events]).toEqual([
    ['a.xls done 100', 'b.xls waiting 0'],
    false,
    ['imported'],
  ])
})

it('stopped, it sends nothing any more and calls nothing imported', async () => {
  await startWith(sheet('a.xls'), sheet('b.xls'))
  queue.stop()
  await end(good)
  expect([calls.length, lines(), events]).toEqual([1, ['a.xls waiting 0', 'b.xls waiting 0'], []])
})

describe('with a preview', () => {
  const found: ImportPreview = {
    total: 3,
    tried: 3,
    inserts: 2,
    changes: 0,
    same: 0,
    refused: 1,
    notes: [],
    errors: [{ line: 4, column: 'A 列“职务编码”', reason: '“职务编码”不能为空' }],
    report: null,
  }
  const nothing: ImportPreview = { ...found, inserts: 0, refused: 3 }
  let sent: string[]
  /** Whoever is asked for a preview answers this. */
  let answer: (name: string, options: ImportSendOptions) => Promise<ImportPreview>
  beforeEach(() => {
    sent = []
    answer = async (name) => (name.startsWith('坏') ? nothing : found)
    const ports: ImportPorts = {
      maxBytes: 1024 * 1024,
      async preview({ name }, options) {
        sent.push(`preview ${name}${options.updatesExisting ? ' with changes' : ''}`)
        return await answer(name, options)
      },
      async send({ name }, { updatesExisting }) {
        sent.push(`import ${name}${updatesExisting ? ' with changes' : ''}`)
        return good
      },
      onImported: () => events.push('imported'),
      onAllImported: () => events.push('all'),
    }
    queue.take(ports)
  })
  const statuses = () => queue.state().files.map(({ name, status }) => `${name} ${status}`)

  it('files are previewed first, and imported when that was read and is wanted', async () => {
    await startWith(sheet('a.xls'), sheet('b.xls'))
    expect(sent).toEqual(['preview a.xls', 'preview b.xls'])
    expect([statuses(), events]).toEqual([['a.xls checked', 'b.xls checked'], []])
    expect(queue.state().files[0]?.preview).toEqual(found)
    queue.start()
    await settle()
    expect(sent.slice(2)).toEqual(['import a.xls', 'import b.xls'])
    expect(events).toEqual(['imported', 'imported', 'all'])
  })

  it('one of which nothing would be stored is not sent, and one chosen again in its place is', async () => {
    await startWith(sheet('坏.xls'), sheet('a.xls'))
    queue.start()
    await settle()
    expect(sent.slice(2)).toEqual(['import a.xls'])
    expect([statuses(), events]).toEqual([['坏.xls checked', 'a.xls done'], ['imported']])
    answer = async () => found
    await startWith(sheet('坏.xls', 20))
    expect(statuses()).toEqual(['a.xls done', '坏.xls checked'])
  })

  it('one whose import did not arrive is imported again, not previewed', async () => {
    await startWith(sheet('a.xls'))
    let calls = 0
    queue.take({
      maxBytes: 1024,
      preview: async () => found,
      send: async () => {
        calls += 1
        if (calls === 1) throw new Error('网络连接不可用')
        return good
      },
      onImported: () => events.push('imported'),
      onAllImported: () => events.push('all'),
    })
    queue.start()
    await settle()
    expect(statuses()).toEqual(['a.xls failed'])
    queue.retry(idOf('a.xls'))
    await settle()
    expect([calls, events]).toEqual([2, ['imported', 'all']])
  })

  it('another choice about stored rows is previewed anew before anything is imported', async () => {
    await startWith(sheet('a.xls'))
    queue.chooseUpdates(true)
    expect(statuses()).toEqual(['a.xls waiting'])
    queue.start()
    await settle()
    queue.start()
    await settle()
    expect(sent).toEqual(['preview a.xls', 'preview a.xls with changes', 'import a.xls with changes'])
  })

  it('how many rows are done is shown while the server tells it', async () => {
    let letGo = (): void => {}
    answer = async (_, { onProgress, onRows }) => {
      onProgress(100)
      onRows({ done: 400, total: 1_000 })
      await new Promise<void>((resolve) => {
        letGo = resolve
      })
      return found
    }
    await startWith(sheet('a.xls'))
    expect(queue.state().files[0]).toMatchObject({ status: 'checking', rows: { done: 400, total: 1_000 } })
    letGo()
    await settle()
    expect(queue.state().files[0]).toMatchObject({ status: 'checked', rows: null })
  })
})
