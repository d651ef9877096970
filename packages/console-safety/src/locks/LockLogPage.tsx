import { lockLog } from '@suoan/contract'
import { resourcePage } from '@suoan/console-base/resource/resource-page.tsx'

/** 锁具日志: the archive of lock operations; rows are append-only. */
export default resourcePage(lockLog, { selectable: false, exportName: '锁具日志' })
