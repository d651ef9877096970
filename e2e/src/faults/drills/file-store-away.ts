import { workTicketEndpoints as tickets } from '@suoan/contract'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { steps } from '../../journeys/carry-out.ts'
import { API } from '../../support/api-client.ts'
import type { Drill } from './drill.ts'
import type { DrillPlant } from './drill-plant.ts'
import { onePixel as png } from '@suoan/platform/testing/one-pixel'

export const fileStoreAway: Drill = {
  name: '上传照片时文件存储不可用',
  done: '郑隔上传现场照片时，文件存储的目录不见了（在原处是一个普通文件）',
  must: '上传被拒并说明原因与办法；工作票丝毫不变；不留下文件记录；恢复后重试成功',
  async run(stage, tally) {
    const plant = await stage.plant()
    const workId = await steps.draft(plant)
    await steps.submit(plant, workId)
    const before = await snapshot(plant, workId)
    tally.same('事前可以上传', (await upload(plant))['success'], true)
    const [store, aside] = [path.join(plant.dataDir, 'files'), path.join(plant.dataDir, 'files-away')]
    renameSync(store, aside)
    writeFileSync(store, '')
    for (let n = 0; n < 5; n += 1) {
      const answer = await upload(plant)
      tally.same('上传被拒', answer['success'], false)
      tally.holds(
        `说明“${String(answer['message'])}”`,
        String(answer['message']).startsWith('上传失败！文件存储暂时不可用，请稍后重试'),
      )
    }
    tally.same('工作票', await snapshot(plant, workId), before)
    tally.same('文件记录', (await plant.rows('select 1 from stored_file')).length, 1)
    rmSync(store)
    renameSync(aside, store)
    tally.same('恢复后重试', (await upload(plant))['success'], true)
    tally.count('上传 7 次：存储在时 2 次成功，不在时 5 次被拒')
  },
}

async function upload(plant: DrillPlant): Promise<Record<string, unknown>> {
  const { headers } = await plant.client('u9')
  const body = new FormData()
  body.append('file', new Blob([png]), '现场.png')
  const response = await fetch(`${plant.server().url}${API}/sys/common/upload`, {
    method: 'POST',
    headers: { ...headers },
    body,
  })
  return (await response.json()) as Record<string, unknown>
}

const snapshot = async (plant: DrillPlant, id: string) => {
  const { ticket } = await plant.take('u1', tickets.detail, { id })
  return [ticket['workStatus'], ticket['revision'], ticket['contentHash']]
}
