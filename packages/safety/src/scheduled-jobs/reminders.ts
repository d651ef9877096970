import type { MessageEventName } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import { safetyPost } from './safety-post.ts'

const DAY_MS = 86_400_000

/** Days before the end at which people are told once more. [D] */
const LAST_STEP = 7

/** 到期提醒: certificates of people, inspections of locks and of procedures, calibrations of detectors. */
export function reminders(ctx: Context): void {
  ctx.jobs.declare({
    name: 'jobs.ExpiryReminders',
    title: '资质与检验到期提醒',
    description:
      '人员资质、锁具检验、气体检测仪检定、能量控制程序的年度检查在到期前若干天、到期前 7 天和到期后各提醒一次：资质提醒本人，锁具提醒保管人，并告知安全管理岗位；除站内消息外，按个人设置经邮件等渠道发送。',
    parameters: z.object({
      days: z.number().int().min(1, '至少 1 天').max(365).default(30).describe('到期前多少天提醒'),
    }),
    timeoutSeconds: 600,
    minIntervalSeconds: 3600,
    schedule: { cron: '0 0 8 * * ? *' },
    run: async ({ ctx: judged, parameters, signal }) => {
      const told = await remind(judged, parameters.days, signal)
      return `提醒了 ${told} 项到期`
    },
  })
}

interface Due {
  readonly kind: 'cert' | 'inspect' | 'calib' | 'procedure'
  readonly id: string
  readonly tenantId: number
  readonly label: string
  /** `2026-12-01` */
  readonly due: string
  readonly userId: string | null
}

const words: Readonly<
  Record<Due['kind'], { readonly what: string; readonly page: string; readonly event: MessageEventName }>
> = {
  cert: { what: '人员资质', page: '/isps/loPersonCertList', event: 'certExpiring' },
  inspect: { what: '锁具检验', page: '/isps/loLockList', event: 'inspectionDue' },
  procedure: { what: '能量控制程序检查', page: '/isps/loProcedureList', event: 'inspectionDue' },
  calib: { what: '检测仪检定', page: '/isps/loDeviceList', event: 'inspectionDue' },
}

/** Tells everybody concerned of what ends within `days`; answers how many things were told of for the first time. */
export async function remind(ctx: Context, days: number, signal?: AbortSignal): Promise<number> {
  const now = ctx.clock.now()
  const until = shanghaiTime(now + days * DAY_MS).slice(0, 10)
  const { rows } = await sql<Due>`
    select 'cert' as kind, c.id, c.tenant_id, coalesce(u.realname, e.person_name, '') || ' ' || c.cert_no as label,
      c.valid_to::text as due, c.user_id
    from lo_person_cert c left join sys_user u on u.id = c.user_id left join lo_external_person e on e.id = c.external_id
    where c.del_flag = 0 and c.status = 1 and c.valid_to <= ${until}::date
    union all
    select 'inspect', l.id, l.tenant_id, l.lock_code || ' ' || l.lock_name, l.next_inspect::text, l.keeper_id
    from lo_lock l where l.del_flag = 0 and l.next_inspect <= ${until}::date
    union all
    select 'calib', d.id, d.tenant_id, d.device_sn, d.calib_valid_to::text, null
    from lo_device d where d.del_flag = 0 and d.calib_valid_to <= ${until}::date
    union all
    select 'procedure', v.id, v.tenant_id, v.proc_name || ' 第 ' || v.version_no || ' 版', v.next_inspect::text, null
    from lo_procedure v where v.del_flag = 0 and v.status = 1 and v.next_inspect <= ${until}::date
    order by 5, 2`.execute(ctx.db)
  let told = 0
  for (const due of rows) {
    signal?.throwIfAborted()
    if (await tell(ctx, due, now)) told += 1
  }
  return told
}

/** Once for each end: what is renewed and comes near again is told of again. */
async function tell(
  ctx: Context,
  { kind, id, tenantId, label, due, userId }: Due,
  now: number,
): Promise<boolean> {
  const { what, page, event } = words[kind]
  const today = shanghaiTime(now).slice(0, 10)
  const left = Math.round((Date.parse(due) - Date.parse(today)) / DAY_MS)
  const isOver = left < 0
  const step = isOver ? 'x' : left <= LAST_STEP ? 'w' : ''
  return await inTransaction(ctx, async (tx, emit) => {
    const safety = await safetyPost(tx, tenantId)
    const known =
      userId === null
        ? []
        : (
            await sql<{ id: string }>`
      select id from sys_user where id = ${userId} and status = 1 and del_flag = 0`.execute(tx)
          ).rows
    const message = await notifyUsers(tx, emit, {
      tenantId,
      userIds: [...safety, ...known.map((each) => each.id)],
      title: `${what}${isOver ? '已到期' : '即将到期'}`,
      text: `${what}“${label}”${isOver ? '已于' : '将于'} ${due} 到期，请及时办理并更新登记。`,
      level: isOver ? 2 : 1,
      open: { type: 'url', page },
      about: { type: `${kind}Due`, id: `${id}-${due.replaceAll('-', '').slice(2)}${step}` },
      once: true,
      event,
      variables: { subject: label, dueDate: due, days: String(Math.max(0, left)) },
      now,
    })
    return message !== null
  })
}
