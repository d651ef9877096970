import { Monitor } from './Monitor.tsx'

/** 监控. */
export default function MonitorPage() {
  return <Monitor />
}
