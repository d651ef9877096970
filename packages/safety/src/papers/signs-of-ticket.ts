import type { PaperSign } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'

interface Row {
  readonly what: string | null
  readonly name: string | null
  readonly signRole: string | null
  readonly behalf: string | null
  readonly signType: string | null
  readonly signImg: string | null
  readonly signTime: Date
}

/** Every signature of a ticket in the order they were given: what was signed, by whom, how and when. */
export async function signsOf(ctx: Context, workId: string): Promise<PaperSign[]> {
  const { rows } = await sql<Row>`
    select coalesce(
        (select '第 ' || r.round || ' 轮 审核 ' || r.step_no from lo_work_review r where r.sign_id = s.id limit 1),
        (select '第 ' || x.round || ' 轮 审批 ' || x.step_no from lo_work_examine x where x.sign_id = s.id limit 1),
        (select '安全交底' from lo_work_person p where p.work_id = s.work_id and p.brief_sign_id = s.id limit 1),
        (select '安全措施' from lo_work_measure m where m.work_id = s.work_id and m.sign_id = s.id limit 1)) as what,
      coalesce(u.realname, s.signer_name) as name, s.sign_role, b.realname as behalf, s.sign_type, s.sign_img, s.sign_time
    from lo_work_sign s left join sys_user u on u.id = s.signer_id left join sys_user b on b.id = s.on_behalf_of
    where s.work_id = ${workId} order by s.sign_time, s.id`.execute(ctx.db)
  return rows.map(({ what, name, signRole, behalf, signType, signImg, signTime }) => ({
    what: [what ?? '确认', roleText(signRole)].filter(Boolean).join(' · '),
    name: name ?? '—',
    time: shanghaiTime(signTime.getTime()).slice(0, 16),
    how: [signType ? `${labelOf('lo_sign_type', signType)}签署` : '', behalf && `代${behalf}`]
      .filter(Boolean)
      .join(' · '),
    image: signImg,
  }))
}

/** What was signed for says itself where it is no role of a ticket (`BRIEF`, `MEASURE`). */
function roleText(signRole: string | null): string {
  const label = signRole === null ? '' : labelOf('lo_role_tag', signRole)
  return label === signRole ? '' : label
}
