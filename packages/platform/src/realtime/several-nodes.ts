import type { Config } from '../config.ts'
import type { BroadcastRelay } from './broadcast-relay.ts'

/**
 * What an installation of several nodes lacks, for the operator, in Chinese; nothing when this node is the only one and
 * hears itself.
 */
export async function missingForSeveral(
  config: Pick<Config, 'redisUrl' | 'mqttUrl' | 'mqttPort'>,
  relay: Pick<BroadcastRelay, 'nodes' | 'hears'>,
): Promise<string[]> {
  const missing: string[] = []
  if (!(await relay.hears()))
    missing.push(
      config.redisUrl === undefined
        ? '本节点收不到节点间的通知：数据库连接不支持 LISTEN/NOTIFY（例如经过事务级连接池）。只运行一个节点，或为所有节点配置同一个 REDIS_URL。'
        : '本节点收不到节点间的通知：请检查 REDIS_URL 指向的 Redis 是否允许发布与订阅。',
    )
  const nodes = await relay.nodes()
  if (nodes > 1 && config.mqttUrl === undefined && config.mqttPort !== 0)
    missing.push(
      `共有 ${nodes} 个节点，但本节点使用内置 MQTT：指令只能到达连在本节点的锁具。请为所有节点配置同一个 MQTT_URL。`,
    )
  return missing
}
