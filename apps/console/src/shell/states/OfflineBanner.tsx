import { Alert } from 'antd'
import { useSyncExternalStore } from 'react'

const subscribe = (notify: () => void) => {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}

/** Says that the network is gone; goes away by itself when it is back. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (online) return null
  return <Alert banner type="warning" title="网络已断开，数据可能不是最新的；恢复连接后会自动更新" />
}
