import { workExamineEndpoints, workTicketEndpoints as tickets, type TicketDraft } from '@suoan/contract'
import { defaultGasPlaces } from '@suoan/domain/work-ticket'
import { DAY } from './demo-draft.ts'
import type { TicketWorld } from './ticket-world.ts'

const bare = {
  workLevel: '1',
  equipIds: [],
  needIsolation: 0,
  noIsoReason: '作业不涉及能量设备',
  points: [],
  locks: [],
  gasPlaces: defaultGasPlaces({ workType: '02', baseTypes: [], places: [] }),
}

/** B of SC07: 01 一级 hot work in the tank T-101, 11:00–13:00, with people of its own. */
export const hotWork = (changes: Partial<TicketDraft> = {}): Partial<TicketDraft> => ({
  ...bare,
  workName: 'T-101 罐焊补',
  workType: '01',
  areaId: 'demo-a010201',
  hazards: ['01', '02'],
  planStart: `${DAY} 11:00:00`,
  planEnd: `${DAY} 13:00:00`,
  people: [
    { userId: 'u13', roleTag: 'LEAD' },
    { userId: 'u13', roleTag: 'CONTR' },
    { userId: 'u11', roleTag: 'GUARD' },
  ],
  ...changes,
})

/** C of SC07: work with solvent in the compressor house, next to the tanks, 10:00–12:00. */
export const solventWork = (changes: Partial<TicketDraft> = {}): Partial<TicketDraft> => ({
  ...bare,
  workName: '压缩机房溶剂清洗',
  workType: '02',
  workLevel: '9',
  hazards: ['03', '15'],
  planStart: `${DAY} 10:00:00`,
  planEnd: `${DAY} 12:00:00`,
  people: [
    { userId: 'u5', roleTag: 'LEAD' },
    { userId: 'u6', roleTag: 'WORK' },
    { userId: 'u8', roleTag: 'GUARD' },
  ],
  ...changes,
})

/** Certificates that make u11 a second guardian, so that two tickets can run side by side. */
export const certificateRows = `insert into lo_person_cert
  (id, user_id, cert_type, cert_no, valid_from, valid_to, status)
  select 'simops-' || t, 'u11', t, 'simops-' || t, '2025-01-01', '2027-12-31', 1 from unnest('{01,08}'::text[]) as t`

export async function certifyGuardian(plant: TicketWorld): Promise<void> {
  await plant.world.database.pool.query(certificateRows)
}

/** Submits and reviews a draft; returns its id. */
export async function reviewed(plant: TicketWorld, changes: Partial<TicketDraft>): Promise<string> {
  const workId = await plant.draft(changes)
  await plant.take('u1', tickets.submit, { workId })
  const answer = await plant.review(workId)
  if (!answer.success) throw new Error(JSON.stringify(answer))
  return workId
}

/** What u3 sends to approve a ticket, read before the moment of the race. */
export async function approvalOf(
  plant: TicketWorld,
  workId: string,
): Promise<() => ReturnType<typeof approve>> {
  const id = await plant.pendingRow(workId, 'u3')
  const contentHash = (await plant.detail(workId)).ticket['contentHash']
  return () => approve(plant, { id, contentHash })
}

const approve = (plant: TicketWorld, row: { id: string; contentHash: unknown }) =>
  plant.call('u3', workExamineEndpoints.decide, { ...row, approveStatus: 8 })
