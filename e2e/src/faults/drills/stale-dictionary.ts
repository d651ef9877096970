import { grantEndpoints } from '@suoan/contract'
import { carryOutToWork } from '../../journeys/carry-out.ts'
import { clientOf } from '../../support/api-client.ts'
import type { Drill } from './drill.ts'

/** How long a server may believe its own copy (`resource/dictionaries.ts`), and the time of a look. */
const AT_MOST_MS = 30_000 + 2_000

export const staleDictionary: Drill = {
  name: '字典缓存过期（没有 Redis）',
  done: '管理员在甲服务器上改写并停用锁状态、执行阶段等字典项；乙服务器还留着旧的',
  must: '乙最多 30 s 后看到；其间两台对同一开锁请求的判定逐条相同（判定从不读字典）',
  isSlow: true,
  async run(stage, tally) {
    const plant = await stage.plant()
    const other = await plant.neighbour()
    const workId = await carryOutToWork(plant)
    const [here, admin] = [await plant.client('u6'), await plant.client('admin')]
    const there = clientOf(other.url, here.token)
    const query = { lockId: 'demo-lk4', workId, onSite: '1' }
    const decisions = async () =>
      Promise.all(
        [here, there].map(async (client) => {
          const { result } = await client.get<Record<string, unknown>>(grantEndpoints.explain.path, query)
          return JSON.stringify([result['allow'], result['leg'], result['rules']])
        }),
      )
    const texts = async () =>
      JSON.stringify((await there.get('/sys/dict/getDictItems/lo_lock_status')).result)
    const before = await texts()
    const first = await decisions()
    tally.same('事前的判定', first[1], first[0])

    const items = await plant.rows(`select i.id, i.item_value, i.dict_id, i.revision from sys_dict_item i
      join sys_dict d on d.id = i.dict_id where d.dict_code in ('lo_lock_status', 'lo_exec_phase', 'lo_use_type')`)
    for (const item of items) {
      const answer = await admin.send('PUT', '/sys/dictItem/edit', {
        id: item['id'],
        dictId: item['dict_id'],
        itemText: `改名 ${String(item['item_value'])}`,
        itemValue: item['item_value'],
        status: 0,
        revision: item['revision'],
      })
      tally.holds(`改字典：${answer.message}`, answer.success)
    }
    const begun = performance.now()
    tally.same('乙一时还是旧的', await texts(), before)
    let looks = 0
    while ((await texts()) === before && performance.now() - begun < 60_000) {
      const [a, b] = await decisions()
      tally.same('其间的判定', b, a)
      tally.same('判定不变', a, first[0])
      looks += 1
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    const tookMs = performance.now() - begun
    tally.holds(`${tookMs.toFixed(0)} ms 后看到`, tookMs < AT_MOST_MS)
    tally.count(`改 ${items.length} 项；${(tookMs / 1000).toFixed(0)} s 后乙看到，其间判定 ${looks} 次相同`)
  },
}
