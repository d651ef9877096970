import { demoEndpoints, type LockPress, type PlayedFault, type PlayedLock } from '@suoan/contract'
import { fail } from '@suoan/platform/fail'
import type { Context } from '@suoan/platform/context'
import type { Feature } from '@suoan/platform/http/route'
import type { LockHandle, Simulator } from '@suoan/simulator'
import { sql } from 'kysely'
import { demoParts } from './demo-parts.ts'
import { plantLife } from './plant-life.ts'

/** A gateway that is busy hands commands over so late, ms. */
const SLOW_MS = 8_000

const presses: Readonly<Record<LockPress, (lock: LockHandle) => Promise<void>>> = {
  open: (lock) => lock.open(),
  close: (lock) => lock.close(),
  half: (lock) => lock.closeHalf(),
  force: (lock) => lock.force(),
  tamper: (lock) => lock.tamper(),
  jam: (lock) => lock.jam(),
  wrong: (lock) => lock.wrongTry(),
  lowBattery: (lock) => lock.setBattery(15),
  state: (lock) => lock.readstate(),
}

const faults: Readonly<Record<PlayedFault, (lock: LockHandle, on: boolean) => void | Promise<void>>> = {
  outOfReach: (lock, on) => lock.setReach(!on),
  deaf: (lock, on) => lock.setDeaf(on),
  slow: (lock, on) => lock.delayCommands(on ? SLOW_MS : 0),
}

/**
 * 模拟器: hands at the locks of the demo plant. Whatever is pressed reaches the platform as a device's word, through the
 * broker: no call here changes a stored row. Only locks that the simulator of this server plays can be pressed, and it plays
 * none that a real plant has enrolled.
 */
export const demo: Feature = ({ ctx, bind }) => {
  const standing = new Map<string, Set<PlayedFault>>()
  const faultsOf = (sn: string): Set<PlayedFault> => {
    const known = standing.get(sn) ?? new Set()
    standing.set(sn, known)
    return known
  }
  bind(demoEndpoints.state, async ({ actor }) => {
    refuseWithoutDemo(ctx)
    // The demo plant is the platform's: a tenant has plants of its own, of which the walk through it says nothing true.
    if (actor.tenantId !== 0) return { history: null, isWorks: false, isPlayed: false }
    const { history, simulator } = demoParts(ctx)
    const progress = history?.progress() ?? null
    return {
      history: progress !== null && progress.done < progress.of ? progress : null,
      isWorks: (await plantLife(ctx)) !== null,
      isPlayed: simulator !== null,
    }
  })
  bind(demoEndpoints.locks, async () => {
    const simulator = played(ctx)
    const sns = lockSns(simulator)
    const { rows } = await sql<Pick<PlayedLock, 'sn' | 'lockCode' | 'lockName' | 'areaName' | 'lockPurpose'>>`
      select l.device_sn as sn, l.lock_code, l.lock_name, coalesce(a.area_name, '') as area_name, l.lock_purpose
      from lo_lock l left join lo_area a on a.id = l.area_id
      where l.tenant_id = 0 and l.del_flag = 0 and l.device_sn = any(${sns}::text[]) order by l.lock_code`.execute(
      ctx.db,
    )
    return rows.map((row) => {
      const { latch, shackle, batt } = simulator.lock(row.sn).state()
      const spec = simulator.devices.find(({ sn }) => sn === row.sn)
      return {
        ...row,
        latch,
        shackle,
        battery: batt ?? 0,
        canLoseReach: spec?.kind === 'lock' && spec.parentSn !== undefined,
        faults: [...faultsOf(row.sn)],
      }
    })
  })
  bind(demoEndpoints.press, async ({ input }) => {
    await presses[input.press](lockOf(played(ctx), input.sn))
    return null
  })
  bind(demoEndpoints.fault, async ({ input: { sn, fault, on } }) => {
    const simulator = played(ctx)
    await faults[fault](lockOf(simulator, sn), on)
    if (on) faultsOf(sn).add(fault)
    else faultsOf(sn).delete(fault)
    return null
  })
  bind(demoEndpoints.pace, async () => {
    played(ctx)
    return { pace: demoParts(ctx).day?.pace ?? 0 }
  })
  bind(demoEndpoints.setPace, async ({ input: { pace } }) => {
    played(ctx)
    const { day } = demoParts(ctx)
    if (day === null) throw fail('REFUSED', { detail: '小型演示工厂没有工作日可以播放' })
    day.setPace(pace)
    return { pace }
  })
  bind(demoEndpoints.story, async () => {
    played(ctx)
    return storyOf(ctx).look()
  })
  bind(demoEndpoints.nextStep, async () => {
    played(ctx)
    return await storyOf(ctx).next()
  })
}

function storyOf(ctx: Context): NonNullable<ReturnType<typeof demoParts>['story']> {
  const { story } = demoParts(ctx)
  if (story === null) throw fail('REFUSED', { detail: '小型演示工厂没有演示故事' })
  return story
}

function refuseWithoutDemo(ctx: Context): void {
  if (!ctx.config.demo) throw fail('REFUSED', { detail: '这里没有演示工厂，不能模拟锁具' })
}

/** The simulator of this server; throws where none plays. */
function played(ctx: Context): Simulator {
  refuseWithoutDemo(ctx)
  const { simulator } = demoParts(ctx)
  if (simulator === null) throw fail('REFUSED', { detail: '锁具模拟器没有启动，请以 SIMULATOR=1 重新启动' })
  return simulator
}

const lockSns = ({ devices }: Simulator): string[] =>
  devices.flatMap(({ sn, kind }) => (kind === 'lock' || kind === 'passive' ? [sn] : []))

function lockOf(simulator: Simulator, sn: string): LockHandle {
  if (!lockSns(simulator).includes(sn)) throw fail('REFUSED', { detail: `模拟器里没有锁具 ${sn}` })
  return simulator.lock(sn)
}
