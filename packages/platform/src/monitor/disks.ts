import { readFile, stat, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { DiskRow } from '@suoan/contract'
import type { Config } from '../config.ts'

/** File systems that are not on a disk. */
const notOnDisk =
  /^(?:proc|sysfs|tmpfs|devtmpfs|devpts|cgroup2?|mqueue|securityfs|debugfs|tracefs|bpf|autofs|pstore|configfs|fusectl|hugetlbfs|nsfs|ramfs|squashfs|efivarfs|binfmt_misc|rpc_pipefs)$/

/** The real volumes of this machine, each once, those of ours with what lies on them; volumes of size 0 are left out. */
export async function disks(config: Config): Promise<DiskRow[]> {
  const ours = [
    { folder: config.dataDir, holds: '数据目录' },
    { folder: config.auditExportDir, holds: '锚点留存目录' },
    { folder: os.tmpdir(), holds: '临时目录' },
  ]
  const found = new Map<number, DiskRow>()
  const look = async (folder: string, name: string, holds: string): Promise<void> => {
    const device = await deviceOf(folder)
    if (device === null) return
    const known = found.get(device)
    if (known) {
      if (holds !== '' && !known.holds.split('、').includes(holds))
        known.holds = known.holds === '' ? holds : `${known.holds}、${holds}`
      return
    }
    const { bsize, blocks, bavail, bfree } = await statfs(folder)
    if (blocks === 0) return
    const used = (blocks - bfree) / Math.max(1, blocks - bfree + bavail)
    found.set(device, {
      name,
      max: blocks * bsize,
      rest: bavail * bsize,
      restPPT: Math.round(used * 100),
      holds,
    })
  }
  for (const mount of await mounts()) await look(mount, mount, '')
  for (const { folder, holds } of ours) await look(folder, path.parse(folder).root, holds)
  return [...found.values()]
}

/** The number of the device a folder lies on; null when it is not there (yet) or may not be looked at. */
async function deviceOf(folder: string): Promise<number | null> {
  return stat(folder).then(
    ({ dev, isDirectory }) => (isDirectory === undefined ? null : dev),
    () => null,
  )
}

async function mounts(): Promise<string[]> {
  if (process.platform !== 'linux') return [path.parse(process.cwd()).root]
  const table = await readFile('/proc/self/mounts', 'utf8')
  return table
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, folder, type]) => folder !== undefined && type !== undefined && !notOnDisk.test(type))
    .map(([, folder = '/']) =>
      folder.replaceAll(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8))),
    )
}
