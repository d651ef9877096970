import { fillRule, fillRuleEndpoints as endpoints } from '@suoan/contract'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import type { Feature } from '@suoan/platform/http/route'
import { defineHooks, engineOf, mountResource } from '@suoan/platform/resource'
import { declareKinds } from './kinds.ts'
import { nextValue, readRule } from './stored-rules.ts'

const hooks = defineHooks(fillRule, {
  beforeAdd(draft, { ctx }) {
    readRule(engineOf(ctx).fillRules.kinds, draft.ruleClass ?? '', draft.ruleParams ?? null)
  },
  beforeEdit(draft, before, { ctx }) {
    const { ruleClass, ruleParams } = { ...before, ...draft }
    readRule(engineOf(ctx).fillRules.kinds, ruleClass ?? '', ruleParams ?? null)
  },
})

/**
 * 系统编码规则 (4-api.md §7.9): classes are code from a registry, a rule gives one its parameters. Fields that name a rule
 * (`fillRule`) take their value in the transaction that stores the row; the calls are for forms of other clients.
 */
export const fillRules: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, fillRule, hooks)
  const { fillRules: rules } = engineOf(ctx)
  declareKinds((kind) => rules.declare(kind))
  rules.use((tx, ask) => nextValue(rules.kinds, tx, ask))
  engineOf(ctx).newTenants.add(beginFillRules)

  bind(endpoints.classes, async () =>
    [...rules.kinds.values()].map(({ name, title, help, example }) => ({
      name,
      title,
      params: Object.entries(help).map(([param, text]) => ({ name: param, help: text })),
      example: JSON.stringify(example),
    })),
  )
  bind(endpoints.test, ({ input, actor }) => previewOf(ctx, actor, input.ruleCode))
  bind(endpoints.execute, ({ input, actor, request }) => {
    // The form's data may have a property of the same name.
    const { ruleCode } = request.params as { ruleCode: string }
    return inTransaction(ctx, (tx) => take(ctx, tx, actor, ruleCode, input))
  })
  bind(endpoints.executeMany, ({ input, actor }) =>
    inTransaction(ctx, async (tx) => {
      const taken: { ruleCode: string; result: string }[] = []
      // In one order of codes: two callers of the same rules must not wait for each other.
      for (const { ruleCode, formData } of input.rules.toSorted((a, b) => (a.ruleCode < b.ruleCode ? -1 : 1)))
        taken.push({
          ruleCode,
          result: await take(ctx, tx, actor, ruleCode, { ...input.commonFormData, ...formData }),
        })
      const left = [...taken]
      return input.rules.flatMap(({ ruleCode }) => {
        const at = left.findIndex((each) => each.ruleCode === ruleCode)
        return left.splice(at, 1)
      })
    }),
  )
}

async function take(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  ruleCode: string,
  form: Readonly<Record<string, unknown>>,
): Promise<string> {
  const ask = { tenantId: actor.tenantId, ruleCode, form, orgCode: actor.orgCode, now: ctx.clock.now() }
  const value = await engineOf(ctx).fillRules.next(tx, ask)
  if (value === null)
    throw fail('REFUSED', { detail: `编码规则“${ruleCode}”不存在，请先在“系统编码规则”中新增` })
  return value
}

/** Ends the transaction of a test without keeping its number. */
class Preview extends Error {
  readonly value: string
  constructor(value: string) {
    super('a preview is not kept')
    this.value = value
  }
}

async function previewOf(ctx: Context, actor: Actor, ruleCode: string): Promise<string> {
  try {
    return await inTransaction(ctx, async (tx) => {
      throw new Preview(await take(ctx, tx, actor, ruleCode, {}))
    })
  } catch (error) {
    if (error instanceof Preview) return error.value
    throw error
  }
}

/** Rules a tenant begins with; those that people have changed or deleted stay as they are. */
const standard = [
  ['lock_code', '锁具编号', 'SequenceRule', '{"prefix":"LK-","digits":4}'],
  ['equip_code', '设备位号', 'SequenceRule', '{"prefix":"EQ-","digits":4}'],
  ['work_no', '工作票号', 'WorkNoRule', '{}'],
  ['depart_code', '机构编码', 'OrgCodeRule', '{}'],
] as const

/** Gives a tenant its standard rules. `now` in epoch ms. */
export async function beginFillRules(tx: Tx, tenantId: number, now: number): Promise<void> {
  for (const [code, name, kind, params] of standard)
    await sql`insert into sys_fill_rule (id, tenant_id, rule_name, rule_code, rule_class, rule_params, create_by, create_time)
      values (${`fill-${tenantId}-${code}`}, ${tenantId}, ${name}, ${code}, ${kind}, ${params}, 'system', ${new Date(now)})
      on conflict do nothing`.execute(tx)
}
