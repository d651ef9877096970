import type { ExecPhase, WorkStatus } from '@suoan/domain/dictionaries'
import { type Emit, inTransaction } from '@suoan/platform/db/transaction'
import type { RunningServer } from '@suoan/app-server/create-server'
import { recordEvents } from '@suoan/safety/lock-records'
import { eventFrom, stateFrom } from '@suoan/safety/lock-records/testing'

/** One kind of reaction: what brings it, and what of it must be in the database exactly once. */
export interface ReactionKind {
  readonly consumer: string
  readonly what: string
  /** Statements over the plant at work (20/20), before the change; `$work` is the ticket. */
  readonly before?: string
  /** The change: committed by the server that is killed. */
  cause(server: RunningServer, workId: string): Promise<void>
  /** Counts the effect; one afterwards, none before. */
  readonly effect: string
  /** A look of the product finds it missing; the others have only what is stored. */
  readonly isSwept?: boolean
}

const report =
  (sn: string, ...types: readonly string[]) =>
  async ({ ctx }: RunningServer): Promise<void> => {
    const ts = ctx.clock.now()
    const positions = { open: { latch: 0, shackle: 0 }, shut: { latch: 1, shackle: 1 } } as const
    const events = types.map((type) => ({
      type,
      ts,
      ...(type === 'CLOSE'
        ? { before: positions.open, after: positions.shut }
        : type === 'OPEN' || type === 'FORCE'
          ? { before: positions.shut, after: positions.open }
          : {}),
    }))
    await recordEvents(ctx, [eventFrom(sn, { seq: 1, boot: 'dddd0001', ts }, ...events)])
  }

const emit =
  (say: (announce: Emit, workId: string) => void) =>
  async ({ ctx }: RunningServer, workId: string): Promise<void> => {
    await inTransaction(ctx, async (_, announce) => say(announce, workId))
  }

/** A stop is counted by its reason: on a slow machine the guardian has been silent long enough to stop the work as well (T32). */
const moves = (transId: string, reason = ''): string =>
  `select count(*)::int as n from lo_work_trans where trans_id = '${transId}' and server_time >= '2026-12-01 10:00+08'
    and starts_with(coalesce(diff ->> 'reason', ''), '${reason}')`
const alarms = (alarmType: string): string =>
  `select coalesce(sum(count), 0)::int as n from lo_alarm where alarm_type = '${alarmType}'`
const moved = (workId: string, transId: string, status: WorkStatus, phase: ExecPhase) => ({
  tenantId: 0,
  workId,
  transId,
  status,
  phase,
  voidFlag: false,
  closeFlag: false,
  hasEntered: true,
})

/** Every consumer of the server has one; `checkEveryKind` compares. */
export const kinds: readonly ReactionKind[] = [
  {
    consumer: 'tickets.closures',
    what: '最后一把锁确认锁闭 → 隔离完成（T23）',
    before: `update lo_work set work_status = 4, exec_phase = 10 where id = '$work';
      update lo_lock set lock_status = 9, state_trust = 3 where id = 'demo-lk2'`,
    cause: async ({ ctx }) =>
      void (await recordEvents(
        ctx,
        ['LK1', 'LK2', 'LK3'].map((sn) =>
          stateFrom(sn, { seq: 1, boot: 'dddd0001', ts: ctx.clock.now() }, 1),
        ),
      )),
    effect: moves('T23'),
    isSwept: true,
  },
  {
    consumer: 'tickets.openings',
    what: '隔离锁打开后又关上 → 隔离点不合格（T25）',
    cause: report('LK2', 'OPEN', 'CLOSE'),
    effect: moves('T25'),
    isSwept: true,
  },
  {
    consumer: 'tickets.brokenLocks',
    what: '隔离锁被撬 → 隔离点不合格（T25）',
    cause: report('LK2', 'TAMPER'),
    effect: moves('T25'),
    isSwept: true,
  },
  {
    consumer: 'tickets.advance',
    what: '工作票自己的下一步（T32）',
    cause: emit((announce, workId) =>
      announce('ticket.advance', { tenantId: 0, workId, event: { type: 'suspend', reason: '演练' } }),
    ),
    effect: moves('T32', '演练'),
  },
  {
    consumer: 'tickets.restored',
    what: '撤销隔离后全部恢复 → 回到已批准（T53）',
    before: `update lo_work set work_status = 4, exec_phase = 24 where id = '$work';
      update lo_work_point set state = 8 where work_id = '$work';
      update lo_point_hold set state = 0 where state <> 0`,
    cause: emit((announce, workId) => announce('ticket.moved', moved(workId, 'T43', 4, 24))),
    effect: moves('T53'),
  },
  {
    consumer: 'tickets.renewals',
    what: '原票恢复隔离点 → 续票的点不合格（T25）',
    before: `insert into lo_work select (jsonb_populate_record(w, jsonb_build_object('id', 'child', 'work_no', 'DRILL-2',
        'work_status', 4, 'exec_phase', 11, 'equip_ids', '[]'::jsonb, 'chain_head', null, 'parent_work_id', w.id))).*
        from lo_work w where w.id = '$work';
      insert into lo_work_point (id, work_id, point_id, order_num, state) values ('cp', 'child', 'demo-pt1', 1, 3);
      update lo_point_hold set state = 0 where point_id = 'demo-pt1'`,
    cause: emit((announce, workId) => announce('ticket.moved', moved(workId, 'T43', 20, 24))),
    effect: moves('T25'),
    isSwept: true,
  },
  {
    consumer: 'tickets.stopOrders',
    what: '作业开始时已有停工指令 → 停止（T32）',
    before: `insert into lo_stop_order (id, area_id, area_code, reason, order_by, order_time)
      select 'drill', area_id, area_code, '演练', 'u12', '2026-12-01 09:59+08' from lo_work where id = '$work'`,
    cause: emit((announce, workId) => announce('ticket.moved', moved(workId, 'T29', 20, 20))),
    effect: moves('T32', '停工指令'),
    isSwept: true,
  },
  {
    consumer: 'tickets.energyMap',
    what: '作业中能量图新增能源 → 停止（T32）',
    before: `insert into lo_energy_node (id, node_code, node_type) values ('drill', 'H-9', 'SOURCE');
      insert into lo_energy_edge (id, from_id, to_id) values ('drill', 'drill', 'demo-n-p101')`,
    cause: emit((announce, workId) => announce('ticket.energyChanged', { tenantId: 0, workId })),
    effect: moves('T32', '能量图'),
  },
  {
    consumer: 'tickets.energyAtStart',
    what: '作业开始时能量图已有未切断的能源 → 停止（T32）',
    before: `insert into lo_energy_node (id, node_code, node_type) values ('drill', 'H-9', 'SOURCE');
      insert into lo_energy_edge (id, from_id, to_id) values ('drill', 'drill', 'demo-n-p101')`,
    cause: emit((announce, workId) => announce('ticket.moved', moved(workId, 'T27', 20, 20))),
    effect: moves('T32', '能量图'),
  },
  {
    consumer: 'tickets.rescues',
    what: '救援开锁 → 停止（T32）',
    before: `insert into lo_alarm (id, tenant_id, alarm_no, alarm_type, alarm_level, source_kind, source_sn, work_id,
        first_time, last_time, count, status)
      values ('drill', 0, 'DRILL', 'A19', 3, 'SYS', 'demo-lk2', '$work', '2026-12-01 09:59+08', '2026-12-01 09:59+08', 1, 0)`,
    cause: emit((announce, workId) =>
      announce('lock.rescued', { tenantId: 0, workId, lockId: 'demo-lk2', userId: 'u6' }),
    ),
    effect: moves('T32', '救援开锁'),
    isSwept: true,
  },
  {
    consumer: 'locks.standingGrants',
    what: '工作票生效 → 收回锁内的长期授权',
    before: `insert into lo_lock_user (id, user_id, scope_type, lock_id, grant_type, actions, valid_from, valid_to, offline_flag,
        reason, status, sync_status)
      values ('drill', 'u6', 1, 'demo-lk2', 2, 'OPEN', '2026-12-01 08:00+08', '2026-12-02 08:00+08', 1, '演练', 1, 1)`,
    cause: emit((announce, workId) => announce('ticket.moved', moved(workId, 'T29', 20, 20))),
    effect: `select count(*)::int as n from lo_lock_user where id = 'drill' and sync_status = 8`,
  },
  {
    consumer: 'locks.accountsEnded',
    what: '账号冻结 → 收回锁内的授权',
    before: `insert into lo_lock_user (id, user_id, scope_type, lock_id, grant_type, actions, valid_from, valid_to, offline_flag,
        reason, status, sync_status)
      values ('drill', 'u13', 1, 'demo-lk4', 2, 'OPEN', '2026-12-01 08:00+08', '2026-12-02 08:00+08', 1, '演练', 1, 1);
      update sys_user set status = 2 where id = 'u13'`,
    cause: emit((announce) => announce('account.ended', { tenantId: 0, userId: 'u13' })),
    effect: `select count(*)::int as n from lo_lock_user where id = 'drill' and status = 4`,
  },
  {
    consumer: 'tickets.accountsEnded',
    what: '账号冻结 → 收回离线令牌',
    before: `insert into lo_grant_token (id, tenant_id, token_id, grant_ids, work_id, user_id, device_sn, lock_ids,
        actions, nbf, exp, max_uses, rev_epochs, alg, kid, sig, issued_time, status)
      values ('drill', 0, 'drill', '[]', '$work', 'u13', 'P13', '["demo-lk4"]', 'OPEN', 0, 9e12, 0, '{"demo-lk4":0}',
        'EdDSA', 'drill', 'drill', now(), 0);
      update sys_user set status = 2 where id = 'u13'`,
    cause: emit((announce) => announce('account.ended', { tenantId: 0, userId: 'u13' })),
    effect: `select count(*)::int as n from lo_grant_token where id = 'drill' and status = 4`,
    // Every token is judged again each ten seconds, whatever took its ground away: that look counts nothing as missed.
  },
  {
    consumer: 'warnings.openings',
    what: '无权开锁 → A01',
    cause: report('LK4', 'OPEN'),
    effect: alarms('A01'),
    isSwept: true,
  },
  {
    consumer: 'warnings.closings',
    what: '锁关上 → 未关锁预警结束',
    before: `insert into lo_lock_onoff (id, tenant_id, lock_id, open_time, state, judged)
        values ('drill', 0, 'demo-lk4', '2026-12-01 09:30+08', 1, 1);
      update lo_lock set open_session_id = 'drill', lock_status = 2, latch = 0, shackle = 0 where id = 'demo-lk4';
      insert into lo_unclose_lock (id, tenant_id, warn_no, warn_type, lock_id, session_id, open_time, raise_time,
        threshold_sec, status, notify_time)
        values ('drill', 0, 'DRILL', 'W01', 'demo-lk4', 'drill', '2026-12-01 09:30+08', '2026-12-01 09:45+08', 900, 1,
          '2026-12-01 09:45+08')`,
    cause: report('LK4', 'CLOSE'),
    effect: `select count(*)::int as n from lo_unclose_lock where id = 'drill' and status = 3`,
    isSwept: true,
  },
  {
    consumer: 'warnings.alarms',
    what: '移位报告 → A13',
    cause: report('LK4', 'MOVE'),
    effect: alarms('A13'),
    isSwept: true,
  },
  {
    consumer: 'warnings.gaps',
    what: '日志断号 → A10',
    cause: emit((announce) => announce('device.gap', { tenantId: 0, sn: 'LK4', from: 2, to: 9 })),
    effect: alarms('A10'),
  },
  {
    consumer: 'warnings.clock',
    what: '服务器时钟跳变 → A09',
    cause: emit((announce) => announce('clock.jumped', { byMs: -3_600_000, expected: 1, shown: 2 })),
    effect: alarms('A09'),
  },
  {
    consumer: 'warnings.chains',
    what: '链校验失败 → A11',
    cause: emit((announce) =>
      announce('chain.broken', { tenantId: 0, kind: 'lock', id: 'demo-lk4', label: 'LK4' }),
    ),
    effect: alarms('A11'),
  },
]
