import { workExamineEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { canonicalJson, type Canonical } from '@suoan/domain/evidence-chain'
import { newUlid } from '@suoan/kit/id'
import { breakAt } from '@suoan/platform/testing/break-connection'
import { steps } from '../../journeys/carry-out.ts'
import type { Drill } from './drill.ts'
import type { DrillPlant } from './drill-plant.ts'

/** Where T11 writes, from its first word to its last. */
const places = ['client_op', 'lo_work_examine', 'lo_work', 'lo_work_trans']

export const databaseFailover: Drill = {
  name: '审批（T11）途中数据库切换',
  done: `王批审批时，在事务写到 ${places.join('、')} 的那一刻终止它的数据库连接`,
  must: '整笔批准或丝毫没有；中文说明可以重试；同一操作号只有一个结果；证据链完整',
  async run(stage, tally) {
    const plant = await stage.plant()
    const workId = await steps.draft(plant)
    await steps.submit(plant, workId)
    await steps.review(plant, workId)
    await plant.at('08:20')
    const before = await stored(plant, workId)
    for (const table of places) {
      const input = { ...(await approval(plant, workId)), clientOpId: newUlid() }
      const answer = await breakAt(plant.pool(), table, () =>
        plant.call('u3', workExamineEndpoints.decide, input),
      )
      tally.same(`${table}：回答`, [answer.success, answer.code], [false, 503])
      tally.holds(`${table}：说明“${answer.message}”`, answer.message.startsWith('数据库连接中断'))
      tally.same(`${table}：没有留下半笔`, await stored(plant, workId), before)
    }
    const input = { ...(await approval(plant, workId)), clientOpId: newUlid() }
    await breakAt(plant.pool(), 'lo_work_trans', () => plant.call('u3', workExamineEndpoints.decide, input))
    // As JSON, whose names have no order: the first answer comes fresh, the later ones from the table.
    const decide = async (): Promise<Canonical> =>
      JSON.parse(JSON.stringify(await plant.take('u3', workExamineEndpoints.decide, input)))
    const answers = []
    for (let n = 0; n < 3; n += 1) answers.push(canonicalJson(await decide()))
    tally.same('重复同一操作号，结果只有一个', new Set(answers).size, 1)
    const after = await stored(plant, workId)
    tally.same('批准一次', [after?.['state'], after?.['approvals']], ['4/0', 1])
    tally.same('证据链断开处', await breaks(plant, workId), 0)
    tally.count(`断开 ${places.length + 1} 次，批准 1 次`)
  },
}

async function approval(plant: DrillPlant, workId: string) {
  const { ticket, examines } = await plant.take('u3', tickets.detail, { id: workId })
  const row = examines.find((each) => each['approverId'] === 'u3' && each['approveStatus'] === 1)
  return { id: row?.['id'], approveStatus: 8, contentHash: ticket['contentHash'] }
}

const stored = async (plant: DrillPlant, workId: string) =>
  (
    await plant.rows(
      `select work_status || '/' || exec_phase as state, revision, chain_head,
        (select count(*)::int from lo_work_trans t where t.work_id = w.id) as moves,
        (select count(*)::int from lo_work_trans t where t.work_id = w.id and t.trans_id = 'T11') as approvals,
        (select array_agg(e.approve_status order by e.id) from lo_work_examine e where e.work_id = w.id) as steps
      from lo_work w where w.id = $1`,
      [workId],
    )
  )[0]

const breaks = async (plant: DrillPlant, workId: string): Promise<number> =>
  (
    await plant.rows(
      `select 1 from (select prev_hash, lag(hash) over (order by seq) as before from lo_work_trans where work_id = $1) t
      where before is not null and before <> prev_hash
      union all select 1 from lo_work w where w.id = $1 and w.chain_head is distinct from
        (select hash from lo_work_trans t where t.work_id = w.id order by seq desc limit 1)`,
      [workId],
    )
  ).length
