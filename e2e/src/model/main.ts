import { allMutants, explore, fullScenes, hunt, quickScenes, told, type Walk } from '@suoan/domain/model'
import { say } from '../stand/root.ts'

/**
 * `npm run model [-- --quick] [-- --mutants]`: walks every state of the small worlds through the real transition table
 * and prints states, edges, depth and seconds; the status is 1 when a promise breaks. `--mutants` breaks the table in
 * every single way instead, and prints which faults no walk finds.
 */
const args = process.argv.slice(2)
const unknown = args.filter((one) => !['--quick', '--mutants'].includes(one))

if (unknown.length > 0) {
  say(`不认识的参数 ${unknown.join(' ')}；可用：--quick --mutants`)
  process.exitCode = 2
} else if (args.includes('--mutants')) process.exitCode = huntAll()
else process.exitCode = walkAll(args.includes('--quick') ? quickScenes : fullScenes)

function walkAll(scenes: typeof fullScenes): number {
  say('| 世界 | 状态 | 转移 | 深度 | 秒 |\n|---|---:|---:|---:|---:|')
  const total = { states: 0, edges: 0, depth: 0, seconds: 0 }
  let isBroken = false
  for (const scene of scenes) {
    const begun = performance.now()
    const walk = explore(scene)
    const seconds = (performance.now() - begun) / 1000
    row(scene.name, walk, seconds)
    total.states += walk.states
    total.edges += walk.edges
    total.depth = Math.max(total.depth, walk.depth)
    total.seconds += seconds
    if (walk.found !== null) {
      isBroken = true
      say(`\n${told(walk.found)}\n`)
    }
  }
  row('合计', total, total.seconds)
  say(isBroken ? '\n有不变式不成立，见上面的反例。' : '\nI1–I8 与全部承诺在每个可达状态都成立，没有死路。')
  return isBroken ? 1 : 0
}

function row(
  name: string,
  { states, edges, depth }: Pick<Walk, 'states' | 'edges' | 'depth'>,
  seconds: number,
): void {
  say(`| ${name} | ${states} | ${edges} | ${depth} | ${seconds.toFixed(1)} |`)
}

function huntAll(): number {
  const begun = performance.now()
  const mutants = allMutants()
  const missed = mutants.filter((mutant) => {
    const found = hunt(mutant)
    say(
      found === null
        ? `未发现 ${mutant.id}`
        : `发现　 ${mutant.id}：${found.id} ${found.text}（${found.trace.length} 步）`,
    )
    return found === null
  })
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  say(`\n变异 ${mutants.length} 处，发现 ${mutants.length - missed.length} 处，用时 ${seconds} 秒`)
  return 0
}
