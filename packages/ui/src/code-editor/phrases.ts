import { EditorState } from '@codemirror/state'

/** The words of the search panel, and what is said to a screen reader. */
export const phrases = EditorState.phrases.of({
  Find: '查找',
  Replace: '替换为',
  next: '下一个',
  previous: '上一个',
  all: '全选',
  'match case': '区分大小写',
  regexp: '正则表达式',
  'by word': '整词',
  replace: '替换',
  'replace all': '全部替换',
  close: '关闭',
  'current match': '当前匹配',
  'on line': '所在行',
  'replaced match on line $': '已替换第 $ 行的匹配',
  'replaced $ matches': '已替换 $ 处匹配',
  'Go to line': '转到行',
  go: '转到',
  'Selection deleted': '已删除所选内容',
  'Control character': '控制字符',
})
