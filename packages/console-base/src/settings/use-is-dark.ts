import { useSettings } from './settings-store.ts'
import { useMedia } from './use-media.ts'

/** Is it dark now: by choice, or because the system is? */
export function useIsDark(): boolean {
  const brightness = useSettings((settings) => settings.brightness)
  const system = useMedia('(prefers-color-scheme: dark)')
  return brightness === 'dark' || (brightness === 'system' && system)
}
