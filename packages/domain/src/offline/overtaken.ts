import type { OfflineCall } from './op-class.ts'

/** What can become known of the subject of an operation after it was signed. */
export type LaterFact = keyof typeof texts

/** When each was last true of the subject, epoch ms; null or absent = never. */
export type LaterFacts = Readonly<Partial<Record<LaterFact, number | null>>>

const texts = {
  entered: '此人在该时间之后又已登记进场，仍按在场计算',
  left: '此人在该时间之后已登记离场，请重新登记进场',
  ownLockOff: '该时间之后个人锁已被摘除，请重新挂锁并登记',
  ownLockOn: '该时间之后个人锁又已挂上，请确认后重新摘锁',
  givenBack: '该时间之后隔离已被解除或开始恢复，请到现场重新上锁并登记',
  failed: '该时间之后此隔离点已登记异常，请到现场重新隔离并登记',
  isolated: '该时间之后此隔离点又已操作或上锁，请到现场核对后重新登记',
  proven: '该时间之后此隔离点已重新验证，请以最新验证为准',
  measureWrong: '该时间之后安全措施已被登记为不到位，请到现场重新确认',
  briefed: '该时间之后已重新交底，请以最新交底为准',
  atPost: '该时间之后已登记监护人到位、离岗或到其他工作票监护，请到现场重新登记',
} as const

type Args = Readonly<Record<string, unknown>>

interface Subject {
  /** What makes it history when it is newer. */
  readonly facts: readonly LaterFact[]
  /** Said so, it denies that something is safe: that is taken however old it is. */
  readonly denies?: (args: Args) => boolean
}

const claim: Subject = { facts: ['givenBack', 'failed', 'isolated'] }
/** A failure and a stop are never history: people look again. */
const never: Subject = { facts: [] }

/** What every operation that a terminal keeps speaks of. */
const subjects: Readonly<Record<OfflineCall, Subject>> = {
  pointOperate: claim,
  pointLock: claim,
  pointTag: claim,
  pointFail: never,
  personalLockOn: { facts: ['ownLockOff'] },
  personOut: { facts: ['entered'] },
  suspend: never,
  stop: never,
  pointVerify: {
    facts: ['givenBack', 'failed', 'isolated', 'proven'],
    denies: ({ verifyResult }) => verifyResult === 0,
  },
  pointWitness: claim,
  // Samples have times of their own: an older good one answers no failing one (`newestOf`).
  gasAdd: never,
  brief: { facts: ['briefed'] },
  briefConfirm: { facts: ['briefed'] },
  measureConfirm: { facts: ['measureWrong'], denies: ({ inPlace }) => inPlace === false },
  guardIn: { facts: ['atPost'] },
  personIn: { facts: ['left'] },
  personalLockOff: { facts: ['ownLockOn'] },
  pointRestore: { facts: ['failed', 'isolated'] },
}

/** The facts that may make this operation history; none where what it denies counts however old it is. */
export function factsAgainst(call: OfflineCall, args: Args): readonly LaterFact[] {
  const { facts, denies } = subjects[call]
  return denies?.(args) === true ? [] : facts
}

/**
 * Why an operation says nothing about now (Chinese), or null: something newer is known of what it speaks of (§4.6: history
 * is merged by stamp). A leaving older than the last entry leaves the person inside, a proof older than a failure proves nothing,
 * a lock hung before the last removal does not hang. Stops and failures are never overtaken.
 */
export function overtakenBy(call: OfflineCall, args: Args, at: number, later: LaterFacts): string | null {
  const newer = factsAgainst(call, args).find((fact) => (later[fact] ?? -Infinity) > at)
  return newer === undefined ? null : texts[newer]
}
