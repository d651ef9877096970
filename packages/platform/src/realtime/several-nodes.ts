import type { Config } from '../config.ts'
import type { BroadcastRelay } from './broadcast-relay.ts'

/**
 * What an installation of several nodes lacks, for the operator, in Chinese; nothing when this node is the only one and
 * hears itself. `isSharedStore` says whether this node's DATA_DIR is that of the others; it is told whether there are none.
 */
export async function missingForSeveral(
  config: Pick<Config, 'redisUrl' | 'databaseUrl' | 'mqttUrl' | 'mqttPort' | 'dataDir'>,
  relay: Pick<BroadcastRelay, 'nodes' | 'hears'>,
  isSharedStore: (isAlone: boolean) => Promise<boolean>,
): Promise<string[]> {
  const missing: string[] = []
  if (!(await relay.hears()))
    missing.push(
      config.redisUrl === undefined
        ? '本节点收不到节点间的通知：数据库连接不支持 LISTEN/NOTIFY（例如经过事务级连接池）。只运行一个节点，或为所有节点配置同一个 REDIS_URL。'
        : '本节点收不到节点间的通知：请检查 REDIS_URL 指向的 Redis 是否允许发布与订阅。',
    )
  const nodes = await relay.nodes()
  const isShared = await isSharedStore(nodes <= 1)
  if (nodes <= 1) return missing
  // Nodes over one Redis, each with a database of its own: nothing else is shared then.
  if (config.databaseUrl === undefined)
    return [
      ...missing,
      `共有 ${nodes} 个节点，但本节点使用内置数据库：其他节点看不到它的数据。请为所有节点配置同一个 DATABASE_URL。`,
    ]
  if (!isShared)
    missing.push(
      `共有 ${nodes} 个节点，但本节点的数据目录 ${config.dataDir} 与其他节点不同：上传的文件只能在收到它的节点打开，各节点的密钥也不同。请让所有节点的 DATA_DIR 指向同一个共享目录。`,
    )
  if (config.mqttUrl === undefined && config.mqttPort !== 0)
    missing.push(
      `共有 ${nodes} 个节点，但本节点使用内置 MQTT：指令只能到达连在本节点的锁具。请为所有节点配置同一个 MQTT_URL。`,
    )
  return missing
}
