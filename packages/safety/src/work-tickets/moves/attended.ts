import type { RoleTag } from '@suoan/domain/dictionaries'
import { attendants } from '@suoan/domain/work-ticket'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { holderOfBadge } from '../../external-people/index.ts'
import type { Scene } from '../ticket-command.ts'
import { signByHand } from './sign.ts'

/** What somebody without an account shows at the screen of the leader, the guardian or the area's keeper. */
export interface Attended {
  /** His line on the ticket. */
  readonly personId?: string | null | undefined
  /** The code of his badge, scanned or typed. */
  readonly badge?: string | null | undefined
  /** The picture of his signature, uploaded just now. */
  readonly handwriting?: string | null | undefined
}

/** A line of the ticket's list of people. */
export interface ListedPerson {
  readonly id: string
  readonly personId: string
  readonly externalId: string | null
  readonly name: string
  readonly roleTag: RoleTag
}

/** The line of somebody who is on the ticket or still inside for it; throws REFUSED when there is none. */
export async function listedPerson(tx: Tx, workId: string, id: string): Promise<ListedPerson> {
  const row = await tx
    .selectFrom('loWorkPerson')
    .select(['id', 'personId', 'externalId', 'personName', 'roleTag'])
    .where('id', '=', id)
    .where('workId', '=', workId)
    .where((eb) => eb.or([eb('state', '=', 1), eb('onState', '=', 1)]))
    .executeTakeFirst()
  if (!row?.personId) throw notListed()
  // The column holds codes of `lo_role_tag`.
  return { ...row, personId: row.personId, name: row.personName ?? '', roleTag: row.roleTag as RoleTag }
}

export const notListed = () => fail('REFUSED', { detail: '此人不在本票人员名单中，请先由工作负责人增加' })

/** Is the badge this person's? Throws REFUSED for a badge of somebody else: whoever shows it is not who he says. */
export async function isBadgeOf(
  tx: Tx,
  tenantId: number,
  badge: string | null | undefined,
  personId: string,
): Promise<boolean> {
  if (!badge) return false
  const holder = await holderOfBadge(tx, tenantId, badge)
  if (holder === personId) return true
  throw fail('REFUSED', {
    detail:
      holder === null ? '没有这张通行码，请核对或到门岗重新签发' : '这张通行码不是此人的，请核对本人身份',
  })
}

/**
 * Somebody without an account who acts beside the caller (T26, T42): by his badge and his handwriting, which is stored
 * as his signature with the caller as witness. Null when the call speaks of the caller himself.
 */
export async function attended(scene: Scene, given: Attended): Promise<ListedPerson | null> {
  if (!given.personId) return null
  const { tx, work, actor } = scene
  const person = await listedPerson(tx, work.id, given.personId)
  if (person.personId === actor.userId) return null
  if (person.externalId === null)
    throw fail('REFUSED', { detail: '有账号的人员须本人登录操作，不能由他人代办' })
  if (!attendants.some((tag) => actor.roleTags.includes(tag)))
    throw fail('REFUSED', { detail: '须由工作负责人、监护人或属地负责人陪同本人操作' })
  if (!(await isBadgeOf(tx, work.tenantId, given.badge, person.personId)))
    throw fail('REFUSED', { detail: `请扫描或输入${person.name}的通行码` })
  if (!given.handwriting) throw fail('REFUSED', { detail: `请${person.name}本人在屏幕上签名` })
  await signByHand(scene, {
    bizId: person.id,
    role: 'LOCK',
    personId: person.id,
    name: person.name,
    image: given.handwriting,
    contentHash: work.contentHash ?? '',
  })
  return person
}
