/** What to say when a part of the console could not be fetched. */
export const chunkTexts = {
  title: '页面资源加载失败',
  say: '网络中断或系统已更新。请先重试；仍然失败时，请刷新浏览器。',
  unsaved: '有页面的内容尚未保存，刷新会丢失，请先保存。',
} as const
