import { useSyncExternalStore } from 'react'
import { useSettings } from './settings-store.ts'

const systemDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)')

const subscribe = (notify: () => void) => {
  const query = systemDark()
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

/** Is it dark now: by choice, or because the system is? */
export function useIsDark(): boolean {
  const brightness = useSettings((settings) => settings.brightness)
  const system = useSyncExternalStore(subscribe, () => systemDark().matches)
  return brightness === 'dark' || (brightness === 'system' && system)
}
