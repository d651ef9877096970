import { workReviewEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { it } from 'vitest'
import { steps } from './carry-out.ts'
import { dialog, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'
import { openTicket, showsState } from './ticket-page.ts'

const plant = usePlant()

it('a rejection stands on the ticket, and coming back unchanged asks what was done', async () => {
  const { browsers } = plant()
  const id = await steps.draft(plant())
  await steps.submit(plant(), id)
  const { ticket, reviews } = await plant().take('u2', tickets.detail, { id })
  await plant().take('u2', workReviewEndpoints.decide, {
    id: reviews[0]?.['id'],
    reviewStatus: 9,
    contentHash: ticket['contentHash'],
    reasonCode: '01',
    opinion: '泵坑没有气体检测点',
  })
  const author = await openTicket(plant(), 'u1', id)
  await author.getByText('审核被驳回：措施不全').waitFor()
  await author.getByText('泵坑没有气体检测点').waitFor()
  await browsers.shot(author, 'turn rejected')
  await browsers.shot(author, 'turn rejected', 390)
  await press(author.getByRole('region', { name: '轮到谁' }), '提交')
  await dialog(author).getByRole('textbox').fill('已与车间确认，泵坑为敞开式')
  await press(dialog(author), '确定')
  await showsState(author, '已提交')
})
