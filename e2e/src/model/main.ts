import {
  allMutants,
  drivenElsewhere,
  equivalentMutants,
  explore,
  fullScenes,
  quickScenes,
  traceText,
  type MutantResult,
  type Walk,
} from '@suoan/model'
import { say } from '../support/root.ts'
import { testAllMutants } from './test-all-mutants.ts'

/**
 * `npm run model [-- --quick] [-- --mutants[=T14]]`: walks every state of the small worlds through the real transition table
 * and prints states, edges, depth and seconds; the status is 1 when an invariant breaks. `--mutants` breaks the table in
 * every single way instead (or only where the mutant's name holds the word), and prints which faults no walk finds; the
 * status is 1 when one is neither found nor listed as equivalent.
 */
const args = process.argv.slice(2)
const unknown = args.filter((one) => one !== '--quick' && !/^--mutants(=|$)/.test(one))
const mutants = args.find((one) => one.startsWith('--mutants'))

if (unknown.length > 0) {
  say(`不认识的参数 ${unknown.join(' ')}；可用：--quick --mutants --mutants=T14`)
  process.exitCode = 2
} else if (mutants !== undefined) process.exitCode = await huntEach(mutants.split('=')[1] ?? '')
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
      say(`\n${traceText(walk.found)}\n`)
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

/** Hunts every mutant, or those whose name holds the word; Ctrl+C ends it and prints what is known so far. */
async function huntEach(word: string): Promise<number> {
  const begun = performance.now()
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(0)
  const ids = allMutants()
    .map(({ id }) => id)
    .filter((id) => id.includes(word))
  const results: MutantResult[] = []
  const cancel = new AbortController()
  process.once('SIGINT', () => cancel.abort())
  await testAllMutants(
    ids,
    (result) => {
      results.push(result)
      say(`${results.length}/${ids.length} ${seconds()} 秒 ${resultText(result)}`)
    },
    cancel.signal,
  )
  const missed = results.filter(({ found }) => found === null)
  const proven = missed.filter(({ id }) => id in equivalentMutants)
  const elsewhere = missed.filter(({ id }) => id in drivenElsewhere)
  const open = missed.filter(({ id }) => !(id in equivalentMutants) && !(id in drivenElsewhere))
  const wrong = results.filter(({ id, found }) => found !== null && id in equivalentMutants)
  say('\n| 变异 | 条数 |\n|---|---:|')
  say(
    `| 全部 | ${ids.length} |\n| 已走查 | ${results.length} |\n| 被发现 | ${results.length - missed.length} |`,
  )
  say(`| 等价（理由见 equivalent.ts） | ${proven.length} |\n| 由别的测试发现 | ${elsewhere.length} |`)
  say(`| 未发现 | ${open.length} |`)
  for (const result of open) say(`未发现 ${result.id}`)
  for (const { id } of wrong) say(`列为等价，却被发现：${id}`)
  say(`用时 ${seconds()} 秒`)
  return open.length + wrong.length === 0 && results.length === ids.length ? 0 : 1
}

function resultText({ id, found, survived, gaveUp, states }: MutantResult): string {
  if (found !== null)
    return `发现　 ${id}：${found.id} ${found.text}（${found.scene}，${found.trace.length} 步）`
  const where = survived.length === 0 ? '没有世界问及' : `走完 ${survived.join('、')}`
  const over = gaveUp.length === 0 ? '' : `；超出预算 ${gaveUp.join('、')}`
  return `未发现 ${id}：${where}${over}（${states} 个状态）`
}
