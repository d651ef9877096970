import type { Clash, PlannedWork } from './planned-work.ts'
import { liveSources, type LiveSource } from './cut.ts'
import type { EnergyGraph } from './graph.ts'

type EnergyUse = Pick<PlannedWork, 'workNo' | 'zoneIds' | 'cuts' | 'lifted' | 'live'>

/**
 * Two plans on one energy path (§4.5.4, M2): one locks what the other needs live, or one lifts for its test run a point
 * the other's isolation rests on. Work that only may need the energy (no isolation asked for) is a hint, not a block.
 */
export function energyClashes(plan: EnergyUse, other: EnergyUse, graph: EnergyGraph): Clash[] {
  return [
    ...starves(plan, other, graph),
    ...starves(other, plan, graph),
    ...revives(plan, other, graph),
    ...revives(other, plan, graph),
  ]
}

/** Sources that feed the user's equipment and no longer do once the cutter's points are locked. */
function starves(cutter: EnergyUse, user: EnergyUse, graph: EnergyGraph): Clash[] {
  const zones = onMap(user, graph)
  if (user.live === 'no' || cutter.cuts.length === 0 || zones.length === 0) return []
  return lost(
    liveSources(graph, zones, []).filter((source) => source.edgeIds.length > 0),
    liveSources(graph, zones, cutter.cuts),
  ).map(({ sourceCode, path }) => ({
    kind: 'ENERGY',
    ruleCode: 'ENERGY_PATH',
    severity: user.live === 'needs' ? 3 : 1,
    reason: `${cutter.workNo} 的隔离会切断 ${user.workNo} 所用能量 ${sourceCode}（${path}）`,
  }))
}

/** Sources that reach the isolated work because the tester has lifted a point of its cut. */
function revives(tester: EnergyUse, isolated: EnergyUse, graph: EnergyGraph): Clash[] {
  const zones = onMap(isolated, graph)
  const shared = isolated.cuts.filter((pointId) => tester.lifted.includes(pointId))
  if (shared.length === 0 || zones.length === 0) return []
  const left = isolated.cuts.filter((pointId) => !shared.includes(pointId))
  return lost(liveSources(graph, zones, left), liveSources(graph, zones, isolated.cuts)).map(
    ({ sourceCode, path }) => ({
      kind: 'ENERGY',
      ruleCode: 'ENERGY_TEST',
      severity: 3,
      reason: `${tester.workNo} 试运行送能 ${sourceCode} 会到达 ${isolated.workNo} 的作业区（${path}）`,
    }),
  )
}

const lost = (before: readonly LiveSource[], after: readonly LiveSource[]): LiveSource[] =>
  before.filter((source) => !after.some((each) => each.sourceId === source.sourceId))

/** Equipment that is not on the map says nothing about energy; G05 asks for it elsewhere. */
function onMap(work: EnergyUse, graph: EnergyGraph): string[] {
  return work.zoneIds.filter((id) => graph.nodes.some((node) => node.id === id))
}
