import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { highlightTree } from '@lezer/highlight'
import { expect, it } from 'vitest'
import { codeLanguages, isCodeLanguage, languageChoices, type CodeLanguage } from './code-languages.ts'
import { darkBackground, darkHighlight, inks } from './dark-theme.ts'
import { loadLanguage } from './load-language.ts'

/** A line of each language, and the words in it that must stand out. */
const samples: Readonly<Record<CodeLanguage, { code: string; coloured: readonly string[] }>> = {
  css: { code: '.lock { color: #1890ff }', coloured: ['lock', '#1890ff'] },
  javascript: { code: 'const lock = "LK-1" // 挂锁', coloured: ['const', '"LK-1"', '// 挂锁'] },
  html: { code: '<a href="/x">锁</a><!-- 注 -->', coloured: ['a', 'href', '<!-- 注 -->'] },
  java: { code: 'public class Lock { int id = 7; }', coloured: ['public', 'class', '7'] },
  objectivec: { code: '@interface Lock : NSObject\nint x = 1;\n@end', coloured: ['@interface', 'int', '1'] },
  python: { code: 'def open_lock():\n  return "LK" # 开锁', coloured: ['def', 'return', '"LK"', '# 开锁'] },
  r: { code: 'if (TRUE) print("锁") # 注', coloured: ['if', 'TRUE', '"锁"', '# 注'] },
  shell: { code: 'if true; then echo "锁"; fi # 注', coloured: ['if', '"锁"', '# 注'] },
  sql: {
    code: "SELECT id FROM lo_lock WHERE code = 'LK' -- 注",
    coloured: ['SELECT', 'FROM', "'LK'", '-- 注'],
  },
  swift: { code: 'let lock = "LK" // 注', coloured: ['let', '"LK"', '// 注'] },
  vue: { code: '<template><p v-if="open">{{ lock }}</p></template>', coloured: ['template', 'v-if'] },
  markdown: { code: '# 标题\n\n**重点** `LK`', coloured: ['#', ' 标题', '**', '`'] },
  json: { code: '{"锁": [1, true, "LK"]}', coloured: ['"锁"', '1', 'true', '"LK"'] },
}

it.each(Object.entries(samples))('%s is loaded and its words stand out', async (name, { code, coloured }) => {
  if (!isCodeLanguage(name)) throw new Error(`no language ${name}`)
  const state = EditorState.create({ doc: code, extensions: [await loadLanguage(name)] })
  const tree = ensureSyntaxTree(state, code.length, 5_000)
  if (!tree) throw new Error('the text was not read to its end')
  const seen: string[] = []
  highlightTree(tree, darkHighlight, (from, to) => seen.push(code.slice(from, to)))
  for (const word of coloured) expect(seen.join('\n')).toContain(word)
})

it('the select offers the twelve languages of the specification and JSON (5-screens.md §13)', () => {
  expect(languageChoices.map(({ title }) => title).join(' ')).toBe(
    'CSS Javascript XML/HTML Java Objective-C Python R Shell SQL Swift Vue Markdown JSON',
  )
  expect(isCodeLanguage('toString')).toBe(false)
  expect(Object.keys(codeLanguages).every(isCodeLanguage)).toBe(true)
})

it('every colour can be read on the dark ground (WCAG 1.4.3)', () => {
  for (const ink of Object.values(inks)) expect(contrast(ink, darkBackground)).toBeGreaterThan(4.5)
})

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
