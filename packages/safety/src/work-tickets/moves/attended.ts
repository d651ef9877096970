import type { RoleTag } from '@suoan/domain/dictionaries'
import { attendants, shownPassGap, type BadgeUse, type ShownPass } from '@suoan/domain/work-ticket'
import type { Tx } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import { fail } from '@suoan/platform/fail'
import { readBadge } from '../../external-people/index.ts'
import { saidAt, type Scene } from '../ticket-command.ts'
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
  const [row] = await askNamed(
    tx,
    tx
      .selectFrom('loWorkPerson')
      .select(['id', 'personId', 'externalId', 'personName', 'roleTag'])
      .where('id', '=', id)
      .where('workId', '=', workId)
      .where((eb) => eb.or([eb('state', '=', 1), eb('onState', '=', 1)])),
  )
  if (!row?.personId) throw notListed()
  // The column holds codes of `lo_role_tag`.
  return { ...row, personId: row.personId, name: row.personName ?? '', roleTag: row.roleTag as RoleTag }
}

export const notListed = () => fail('REFUSED', { detail: '此人不在本票人员名单中，请先由工作负责人增加' })

/**
 * The pass that is shown, null without one. Throws REFUSED for a badge of somebody else: whoever shows it is not who he
 * says, or the wrong line was picked.
 */
export async function badgeOf(
  { tx, work }: Pick<Scene, 'tx' | 'work'>,
  badge: string | null | undefined,
  personId: string,
): Promise<ShownPass | null> {
  if (!badge) return null
  const shown = await readBadge(tx, work.tenantId, badge)
  if (shown === null) throw fail('REFUSED', { detail: '没有这张通行码，请核对或到门岗重新签发' })
  if (shown.externalId !== personId) throw fail('REFUSED', { detail: '这张通行码不是此人的，请核对本人身份' })
  return shown
}

/** Was a badge shown that proves this person for `use`? Throws REFUSED for one that does not (`shownPassGap`). */
export async function isProvedBy(
  scene: Pick<Scene, 'tx' | 'work' | 'now' | 'occurredAt'>,
  badge: string | null | undefined,
  personId: string,
  use: BadgeUse,
): Promise<boolean> {
  const shown = await badgeOf(scene, badge, personId)
  if (shown === null) return false
  const gap = shownPassGap(shown, use, saidAt(scene))
  if (gap !== null) throw fail('REFUSED', { detail: gap })
  return true
}

/**
 * Somebody without an account who acts beside the caller (T26, T42): by his badge and his handwriting, which is stored
 * as his signature with the caller as witness. Null when the call speaks of the caller himself.
 */
export async function attended(
  scene: Scene,
  given: Attended,
  use: Exclude<BadgeUse, 'out'>,
): Promise<ListedPerson | null> {
  if (!given.personId) return null
  const { tx, work, actor } = scene
  const person = await listedPerson(tx, work.id, given.personId)
  if (person.personId === actor.userId) return null
  if (person.externalId === null)
    throw fail('REFUSED', { detail: '有账号的人员须本人登录操作，不能由他人代办' })
  if (!attendants.some((tag) => actor.roleTags.includes(tag)))
    throw fail('REFUSED', { detail: '须由工作负责人、监护人或属地负责人陪同本人操作' })
  if (!(await isProvedBy(scene, given.badge, person.personId, use)))
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
