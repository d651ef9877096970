import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MarkdownCodec, markdownExtensions } from './markdown-schema.ts'
import { pictureText } from './markdown-text.ts'
import { pictureSource } from './picture-source.ts'

const schema = getSchema(markdownExtensions)
const codec = new MarkdownCodec()

/** The document of a text, as the editor would hold it; throws where it fits no schema. */
function documentOf(text: string): Node {
  const read = Node.fromJSON(schema, codec.read(text))
  read.check()
  return read
}
const wordsOf = (text: string): string => documentOf(text).textContent.replace(/\s+/g, ' ')
const rewritten = (text: string): string => codec.write(documentOf(text).toJSON())

describe('a text that goes through the visual mode', () => {
  it.each([
    ['headings and marks', '# 一\n\n## 二\n\n正文 **粗** *斜* ~~删~~ `码`'],
    ['lists', '- a\n- b\n  - c\n\n1. x\n2. y\n\n- [ ] 待办\n- [x] 完成'],
    ['a list that begins later', '3. x\n4. y'],
    ['a code fence', '```sql\nSELECT <a> & "b" FROM `t`;\n\n  x\n```'],
    ['a fence in a fence', '````md\n```js\n1\n```\n````'],
    ['a picture alone', '![挂牌照片](/jeecg-boot/sys/common/static/a.png)'],
    ['a picture among words', '如图 ![x](https://e.com/a.png "标题") 所示'],
    ['a quote', '> 引用\n> 第二行\n>\n> - 列表'],
    ['a line break', '第一行  \n第二行\n第三行'],
    ['a rule', 'a\n\n---\n\nb'],
    ['a link', '[**粗链**](https://a.b/c?d=e&f "t") 与 [站内](/isps/lock)'],
    ['entities', 'a &lt; b &amp;&amp; c &gt; d'],
    ['what only looks like Markdown', String.raw`\# 不是标题` + '\n\n' + String.raw`1\. 不是列表 \* \_`],
    ['signs before a line', String.raw`一` + '\n' + String.raw`\- 二` + '\n' + String.raw`\---`],
    ['a footnote', '脚注\\[^1\\]\n\n\\[^1\\]: 内容'],
  ])('%s comes back as it was', (_, text) => expect(rewritten(text)).toBe(text))

  it.each([
    [
      'a table',
      '| 锁具 | 状态 |\n| :--- | ---: |\n| LK-1 | a\\|b |',
      ['锁具', 'LK-1', String.raw`a\|b`, '---:'],
    ],
    [
      'signs of their own',
      '标题\n===\n\n* a\n* b\n\n__粗__ snake_case',
      ['# 标题', '- a', '**粗**', String.raw`snake\_case`],
    ],
    ['an address by name', '[a][1]\n\n[1]: https://a.b', ['[a](https://a.b)']],
    ['a footnote', '脚注[^1]\n\n[^1]: 内容', ['内容']],
  ])('%s says the same in other signs, and no others the next time', (_, text, held) => {
    const once = rewritten(text)
    for (const each of held) expect(once).toContain(each)
    expect(rewritten(once)).toBe(once)
    expect(documentOf(once).toJSON()).toEqual(documentOf(text).toJSON())
  })

  it.each(['- ', '1. ', '- [ ] ', '> '])('every kind of block comes back from within %j', (sign) => {
    const first = sign === '> ' ? '> ' : sign
    const rest = sign === '> ' ? '> ' : ' '.repeat(sign === '1. ' ? 3 : 2)
    const blocks = [
      '```\nx\n  y\n\nz\n```',
      '| a   |\n| --- |\n| 1   |',
      '## h',
      '---',
      '> q\n>\n> r',
      '![x](/y.png)',
      '词',
    ]
    for (const block of blocks) {
      const lines = `词\n\n${block}\n\n末`
        .split('\n')
        .map((line) => (line === '' ? rest.trimEnd() : rest + line))
      const text = first + lines.join('\n').slice(rest.length)
      expect(rewritten(text)).toBe(text)
    }
  })

  it('holds no HTML: tags are words', () => {
    const text = '<script>alert(1)</script>\n\n<b>粗</b> <img src=x onerror=alert(1)>'
    expect(documentOf(text).textContent).toBe(
      '<script>alert(1)</script><b>粗</b> <img src=x onerror=alert(1)>',
    )
    const once = rewritten(text)
    expect(rewritten(once)).toBe(once)
  })

  it('stays as it is from the second time on, whatever it is made of', () => {
    const parts = fc.constantFrom(
      '# 标题',
      '正文 **粗**',
      '- a\n- b',
      '- [x] c',
      '1. x',
      '> 引用',
      '```\ncode\n```',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      '![x](/a b.png)',
      '---',
      'a < b & c',
      '`码`',
      '&copy; &nbsp;',
      '\\* * _',
      '[x](javascript:1)',
      '==',
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 6 }), fc.constantFrom('\n\n', '\n'), (blocks, gap) => {
        const once = rewritten(blocks.join(gap))
        expect(rewritten(once)).toBe(once)
        expect(wordsOf(once)).toBe(wordsOf(blocks.join(gap)))
      }),
      { numRuns: 300 },
    )
  })
})

describe('pictures', () => {
  it.each([
    ['/a/b.png', 'own'],
    ['https://suoan.example/a.png', 'own'],
    ['a.png', 'own'],
    ['https://elsewhere.example/a.png', 'foreign'],
    ['//elsewhere.example/a.png', 'foreign'],
    ['\\\\elsewhere.example\\a.png', 'foreign'],
    ['http://suoan.example/a.png', 'foreign'],
    ['javascript:alert(1)', 'unusable'],
    ['data:image/svg+xml,<svg/>', 'unusable'],
    ['file:///etc/passwd', 'unusable'],
    [' ', 'unusable'],
    ['https://', 'unusable'],
  ])('%s is %s', (address, kind) => expect(pictureSource(address, 'https://suoan.example').kind).toBe(kind))

  it('keep address and remark, whatever stands in them', () => {
    const shown = (src: string, alt: string) =>
      documentOf(pictureText({ src, alt })).firstChild?.firstChild?.attrs
    expect(shown('/a b(1).png', '一]([x')).toMatchObject({ src: '/a b(1).png', alt: '一]([x' })
    expect(shown('https://e.com/<x>', '')).toMatchObject({ src: 'https://e.com/<x>', alt: '' })
  })
})
