import type { AreaChange, DepartAreaDifference } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useMutation } from '@tanstack/react-query'
import { Alert } from 'antd'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { RequestFailure, staleCode } from '@suoan/console-base/request/failure.ts'

interface Props {
  readonly difference: DepartAreaDifference
  /** The relation in words. */
  readonly relation: string
  save(version: string): Promise<DepartAreaDifference>
  onClose(): void
  onSaved(): void
  /** Somebody else was faster. */
  onStale(): void
}

/** What a save would begin and end, area by area, with who answers for it then; saved only from here. */
export function PreviewDialog({ difference, relation, save, onClose, onSaved, onStale }: Props) {
  const { adds, ends, kept, version } = difference
  const refused = [...ends, ...adds].filter(({ refusal }) => refusal !== null)
  const store = useMutation({
    meta: { quiet: true },
    mutationFn: () => save(version),
    onSuccess: (done) => {
      void feedback().message.success(`已保存：新增 ${done.adds.length} 个区域，结束 ${done.ends.length} 个`)
      onSaved()
      onClose()
    },
    onError: (error) => {
      if (error instanceof RequestFailure && error.envelope?.code === staleCode) {
        void feedback().message.warning('该部门的区域刚被他人修改，已重新读取；请核对勾选后再保存')
        onStale()
      } else showFailure(error)
    },
  })
  return (
    <AppModal
      open
      width={720}
      title={`${relation}区域的变更`}
      okText="确定保存"
      okClose={false}
      okButtonProps={{ disabled: refused.length > 0 }}
      confirmLoading={store.isPending}
      onOk={() => store.mutate()}
      onCancel={onClose}
    >
      {refused.length > 0 && (
        <Alert
          className="gap-bottom"
          type="error"
          showIcon
          title={`${refused.length} 个区域不能这样改，全部都没有保存`}
          description={
            <ul className="depart-area-refusals">
              {refused.map(({ areaId, refusal }) => (
                <li key={areaId}>{refusal}</li>
              ))}
            </ul>
          }
        />
      )}
      <Changes title="新增" changes={adds} />
      <Changes title="结束" changes={ends} />
      <p className="depart-areas-note">其余 {kept} 个区域不变。</p>
    </AppModal>
  )
}

function Changes({ title, changes }: { readonly title: string; readonly changes: readonly AreaChange[] }) {
  if (changes.length === 0) return null
  return (
    <section className="depart-area-changes">
      <h3>
        {title} {changes.length} 个区域
      </h3>
      <ul>
        {changes.map((change) => (
          <li key={change.areaId}>
            <b>{change.place}</b>
            <small>{[`${change.locks} 把锁`, `${change.tickets} 张未结束的工作票`].join(' · ')}</small>
            <span>{change.effect}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
