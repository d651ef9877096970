import { request } from '../request/client.ts'
import { RequestFailure } from '../request/failure.ts'
import { storeDictionaries } from './dictionaries.ts'
import { feedback } from '../feedback.ts'

/** 清理缓存: the server forgets its dictionary cache, then all dictionaries are fetched anew (5-screens.md §2.7). */
export async function clearCache(): Promise<void> {
  try {
    await request({ method: 'GET', path: '/sys/dict/refleshCache', quiet: true })
    storeDictionaries(
      (await request({ method: 'GET', path: '/sys/dict/queryAllDictItems', quiet: true })).result,
    )
    void feedback().message.success('刷新缓存完成！')
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    // Whatever went wrong is told in these words (1-shell.md §8); an ended session has its own dialog.
    if (!error.shown) void feedback().message.warning('刷新缓存失败！')
  }
}
