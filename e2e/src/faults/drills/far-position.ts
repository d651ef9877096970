import { workReviewEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { steps } from '../../journeys/carry-out.ts'
import type { Drill } from './drill.ts'

const onSite = `
  update lo_flow_step set on_site = 1;
  update lo_area set geo_type = 'circle', geo = '{"center": [121.5, 31.2], "radius": 200}' where area_code = 'A01'`

/** One degree of longitude here is about 95 km. */
const here = { lng: 121.5, lat: 31.2 }
const elsewhere = [
  { lng: 121.503, lat: 31.2 },
  { lng: 121.51, lat: 31.2 },
  { lng: -121.5, lat: -31.2 },
  { lng: 31.2, lat: 21.5 },
]

export const farPosition: Drill = {
  name: '伪造的卫星定位',
  done: '须到现场的审查，位置在 200 m 围栏外 85 m、750 m、另一半球、坐标颠倒，以及不给位置',
  must: '一概拒绝（G08）并说明围栏；票不变；回到围栏内即可',
  async run(stage, tally) {
    const plant = await stage.plant({ before: onSite })
    const workId = await steps.draft(plant)
    await steps.submit(plant, workId)
    await plant.at('08:10')
    const { ticket, reviews } = await plant.take('u2', tickets.detail, { id: workId })
    const row = reviews.find((each) => each['reviewerId'] === 'u2' && each['reviewStatus'] === 1)
    const input = { id: row?.['id'], reviewStatus: 8, contentHash: ticket['contentHash'] }
    for (const position of [undefined, ...elsewhere]) {
      const answer = await plant.call('u2', workReviewEndpoints.decide, {
        ...input,
        ...(position && { onSite: position }),
      })
      tally.holds(
        `${JSON.stringify(position)}：${answer.message}`,
        !answer.success && /位置|围栏/.test(answer.message),
      )
    }
    const after = await plant.take('u2', tickets.detail, { id: workId })
    tally.same(
      '票的状态',
      [after.ticket['workStatus'], after.ticket['revision']],
      [ticket['workStatus'], ticket['revision']],
    )
    const inside = await plant.call('u2', workReviewEndpoints.decide, { ...input, onSite: here })
    tally.same('在围栏内', inside.success, true)
    tally.count(`${elsewhere.length + 1} 次拒绝，1 次通过`)
  },
}
