/** What the workplace greets with (5-screens.md §9.6): each is a rule of the work. */
const phrases = [
  '先检查，再上锁；先验电，再作业',
  '谁上的锁，谁来开',
  '没有看到断开点，就当它有电',
  '钥匙在手里，人才算安全',
  '拿不准的时候，先停下来',
] as const

/** One of the phrases for a number from 0 up to, without, 1. */
export const phraseAt = (random: number): string => phrases[Math.floor(random * phrases.length)] ?? phrases[0]
