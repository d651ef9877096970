import { brokenStatuses } from '@suoan/domain/lock'

interface Lock {
  readonly lockCode: string | null
  readonly lockStatus: number | null
}

/**
 * Why a personal lock that is hung now would not protect (G13): it, or the box it hangs on, says that it stands open.
 * It may be hung all the same, for that is the state of before; whether its owner may enter is decided by what the
 * locks say then.
 */
export function unprotected({ own, box }: { own: Lock | undefined; box: Lock | undefined }): string[] {
  return [
    ...(own && isOpen(own)
      ? [`个人锁 ${codeOf(own)} 现在没有锁住。挂上后请锁紧：没有锁住时不起保护作用，不能进场。`]
      : []),
    ...(box && isOpen(box)
      ? [`锁箱 ${codeOf(box)} 现在没有关好，个人锁挂上也不起保护作用。请先关好锁箱，再挂锁。`]
      : []),
  ]
}

const isOpen = (lock: Lock): boolean => brokenStatuses.includes(lock.lockStatus ?? 0)
const codeOf = (lock: Lock): string => lock.lockCode ?? ''
