import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { docsOf } from './block-docs.ts'
import { blocks, findBlocks } from './blocks.ts'
import { partsIn } from './part-doc.ts'
import { partWords } from './part-words.ts'
import { wordsOf } from './words-of.ts'

const here = import.meta.dirname
const uiFolder = path.join(here, '../../../ui/src')
const exampleOf = (key: string) => readFileSync(path.join(here, 'blocks', key, 'Example.tsx'), 'utf8')

/** Folders of packages/ui that the gallery does not show, and why. */
const notShown: Readonly<Record<string, string>> = {
  'column-preferences': 'what 自定义列 keeps; no looks of its own',
  'editable-table': 'has a page of its own, 可编辑表格',
  'follow-pointer': 'a hook of the blocks that are dragged',
  'icon-sets': 'the drawings that 图标选择 shows',
  'labelled-item': 'carries the label of every example',
  picture: 'how 上传图片 and the lists draw a stored picture, and the sign where it cannot be had',
  'query-lines': 'the model of 高级查询',
  'lazy-part': 'a hook of the editors whose part comes when they are drawn',
  'send-queue': 'sends the files of the blocks one after another; no looks of its own',
  shown: 'a hook of dialogs that close themselves when an answer comes',
  'stored-file': 'names and kinds of stored files; no looks of its own',
  'tool-row': 'the buttons above the texts of both editors',
}

/** Sources of the pages: what stands in the browser and is no example, with what it is read from. */
function pages(): readonly string[] {
  const folders = ['console-base', 'console-admin', 'console-safety'].map((name) =>
    path.join(here, '../../..', name, 'src'),
  )
  return [...folders, path.join(here, '../../../../apps/console/src')].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('showcase') && !file.includes('.test.'))
      .map((file) => readFileSync(path.join(folder, file), 'utf8')),
  )
}

it('every block is used by a page, or says why no page has use for it', () => {
  const texts = pages()
  const isUsed = (folder: string) => texts.some((text) => text.includes(`@suoan/ui/${folder}'`))
  const without = blocks.filter(({ key }) => !foldersIn(exampleOf(key)).every(isUsed))
  expect(without.map(({ key }) => key)).toEqual(
    blocks.filter(({ unused }) => unused !== undefined).map(({ key }) => key),
  )
  for (const { unused } of without) expect(unused).toMatch(/\p{Script=Han}.*。$/u)
})

it('every block says what it is and for what', () => {
  expect(blocks.length).toBeGreaterThan(0)
  for (const { title, summary, keywords } of blocks) {
    expect(title).toMatch(/\p{Script=Han}/u)
    expect(summary).toMatch(/\p{Script=Han}.*。$/u)
    expect(keywords.length).toBeGreaterThan(0)
  }
})

it.each(['cron', '表达式', ' CRON-editor ', '定时'])('the cron block is found by %s', (typed) =>
  expect(findBlocks(blocks, typed).map(({ key }) => key)).toContain('cron-editor'),
)

it('nothing typed is all of them, and nothing like it is none', () => {
  expect(findBlocks(blocks, '')).toEqual(blocks)
  expect(findBlocks(blocks, '没有这样的组件')).toEqual([])
})

/** Folders of packages/ui that a code names, itself or through the bindings that it imports. */
function foldersIn(code: string): readonly string[] {
  const bindings = partsIn(code).flatMap(({ from }) => {
    const [, file] = /^@suoan\/console-base\/(.+)$/.exec(from) ?? []
    return file === undefined
      ? []
      : [readFileSync(path.join(here, '../../../console-base/src', file), 'utf8')]
  })
  return [code, ...bindings].flatMap((text) =>
    [...text.matchAll(/@suoan\/ui\/([\w-]+)/g)].flatMap(([, folder]) => folder ?? []),
  )
}

it('every folder of the blocks is shown by an example, or there is a reason why it is not', () => {
  const shown = new Set(blocks.flatMap(({ key }) => foldersIn(exampleOf(key))))
  const folders = readdirSync(uiFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(folders.filter((folder) => !shown.has(folder) && !(folder in notShown))).toEqual([])
  expect(Object.keys(notShown).filter((folder) => !folders.includes(folder))).toEqual([])
})

it.each(blocks.map(({ key }) => key))(
  '%s is documented from the source of each component it shows',
  async (key) => {
    const code = exampleOf(key)
    const docs = await docsOf(code)
    expect(docs.map(({ name }) => name)).toEqual(partsIn(code).map(({ name }) => name))
    expect(docs.filter(({ properties, events }) => properties.length + events.length === 0)).toEqual([])
    expect(docs.filter(({ says }) => says === '')).toEqual([])
  },
)

it('every component and property is explained in Chinese, and no explanation is of something that is gone', async () => {
  const docs = (await Promise.all(blocks.map(({ key }) => docsOf(exampleOf(key))))).flat()
  const asked = docs.flatMap(({ name, properties, events }) => [
    { key: name, words: wordsOf(name) },
    ...[...properties, ...events].map((member) => ({
      key: `${name}.${member.name}`,
      words: wordsOf(name, member.name),
    })),
  ])
  expect(asked.filter(({ words }) => !/\p{Script=Han}/u.test(words ?? '')).map(({ key }) => key)).toEqual([])
  const known = new Set(asked.flatMap(({ key }) => [key, key.split('.')[1] ?? '']))
  expect(Object.keys(partWords).filter((word) => !known.has(word))).toEqual([])
})
