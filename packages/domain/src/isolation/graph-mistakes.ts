import type { EnergyNode } from './graph.ts'

/** Something that keeps a drawn map from being saved, with the node or line it is about. */
export interface GraphMistake {
  id: string
  text: string
}

interface DrawnMap {
  nodes: readonly Pick<EnergyNode, 'id' | 'code' | 'type'>[]
  edges: readonly { id: string; fromId: string; toId: string }[]
}

/**
 * What is wrong with a drawn energy map: codes given twice, lines that end nowhere or where they begin. Rings are fine,
 * and so is a node without lines while a map is being drawn: it is reached by nothing.
 */
export function graphMistakes({ nodes, edges }: DrawnMap): GraphMistake[] {
  const codes = new Map<string, string>()
  const ids = new Map(nodes.map((node) => [node.id, node.code]))
  const mistakes: GraphMistake[] = []
  for (const { id, code } of nodes) {
    if (code.trim() === '') mistakes.push({ id, text: '节点编号不能为空' })
    else if (codes.has(code)) mistakes.push({ id, text: `节点编号 ${code} 重复` })
    codes.set(code, id)
  }
  for (const { id, fromId, toId } of edges) {
    const [from, to] = [ids.get(fromId), ids.get(toId)]
    if (from === undefined || to === undefined) {
      mistakes.push({ id, text: `连接 ${from ?? '？'} → ${to ?? '？'} 的一端没有节点，请重新连接或删除` })
    } else if (fromId === toId) mistakes.push({ id, text: `节点 ${from} 不能与自己连接` })
  }
  return mistakes
}

/** Nodes that no line touches, by code: shown as a warning. */
export function looseNodes({ nodes, edges }: DrawnMap): string[] {
  const touched = new Set(edges.flatMap(({ fromId, toId }) => [fromId, toId]))
  return nodes.filter(({ id }) => !touched.has(id)).map(({ code }) => code)
}
