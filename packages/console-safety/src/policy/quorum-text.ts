/** How many have to agree (`lo_flow_step.quorum`), as people say it. */
export function quorumText(quorum: string): string {
  if (quorum === 'ANY') return '任一人通过'
  if (quorum === 'ALL') return '全部通过'
  return quorum.replace(/^N:(\d+)$/, '$1 人通过')
}
