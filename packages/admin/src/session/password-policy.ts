const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/]
const SHORTEST = 8
const LONGEST = 128

/** How many former passwords may not come back (security.md §5.1 a). */
export const REMEMBERED_PASSWORDS = 5

/** Why `password` may not be chosen, in the user's words; undefined when it may (security.md §5.1 a). */
export function passwordObjection(password: string, username: string): string | undefined {
  if (password === '') return '新密码不允许为空!'
  if (password.length < SHORTEST) return `新密码至少 ${SHORTEST} 位，请加长后重试`
  if (password.length > LONGEST) return `新密码最长 ${LONGEST} 位，请缩短后重试`
  if (KINDS.filter((kind) => kind.test(password)).length < 3) {
    return '新密码要含大写字母、小写字母、数字、特殊字符中的至少三种'
  }
  if (password.toLowerCase().includes(username.toLowerCase())) return '新密码不能包含用户账号，请更换'
  return undefined
}

/** Whether a password has been in use for longer than `maxDays` (security.md §5.1 a); 0 days = it never grows too old. */
export function isPasswordOld(changedAt: Date | null, maxDays: number, now: number): boolean {
  return maxDays > 0 && changedAt !== null && now - changedAt.getTime() > maxDays * 86_400_000
}
