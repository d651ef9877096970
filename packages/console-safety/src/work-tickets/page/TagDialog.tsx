import { DownloadOutlined } from '@ant-design/icons'
import { paperEndpoints, type TicketDetail } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { AppModal } from '@suoan/ui/modal'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { showFailure } from '@suoan/console-base/feedback.ts'
import { requestFile } from '@suoan/console-base/request/client.ts'
import { saveFile } from '@suoan/console-base/request/save-file.ts'
import { useMove } from '../use-move.ts'
import './page.css'

/** Waits to be printed, or was: what hangs already or was taken off is not printed again here. */
const isPrintable = (state: number | null): boolean => state === 0 || state === 1

/**
 * The tags of a ticket: taken as PDF, then asked whether they came out of the printer. Only the answer writes 已打印, with
 * the name of who gave it: a browser does not tell (decision 0937).
 */
export function TagDialog({ detail, onClose }: { detail: TicketDetail; onClose(): void }) {
  const { ticket } = detail
  const tags = detail.points.filter(({ tagNumber, tagState }) => tagNumber !== null && isPrintable(tagState))
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    tags.filter(({ tagState }) => tagState === 0).map(({ pointId }) => pointId),
  )
  const [taken, setTaken] = useState(false)
  const { move, isRunning } = useMove(ticket.id)
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: async () =>
      saveFile(
        await requestFile({
          method: 'GET',
          path: paperEndpoints.tagsPdf.path,
          query: { id: ticket.id, pointIds: chosen.join(',') },
          quiet: true,
        }),
        `标牌-${ticket.workNo}.pdf`,
      ),
    onSuccess: () => setTaken(true),
    onError: showFailure,
  })
  const confirm = async () => {
    const done = await move('登记标牌已打印', (press) =>
      call(paperEndpoints.tagPrint, { ...press, workId: ticket.id, pointIds: [...chosen] }, { quiet: true }),
    )
    if (done) onClose()
  }
  return (
    <AppModal
      open
      width={560}
      title={`打印标牌：${ticket.workNo}`}
      onCancel={onClose}
      footer={
        <>
          <Button
            type={taken ? 'default' : 'primary'}
            icon={<DownloadOutlined />}
            disabled={chosen.length === 0}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            下载 {chosen.length} 张标牌
          </Button>
          <Button
            type={taken ? 'primary' : 'default'}
            disabled={chosen.length === 0}
            loading={isRunning}
            onClick={() => void confirm()}
          >
            已打印，登记
          </Button>
        </>
      }
    >
      <Alert
        className="gap-bottom"
        type={taken ? 'warning' : 'info'}
        showIcon
        title={
          taken
            ? '这些标牌都打印出来了吗？拿到手以后，请按“已打印，登记”'
            : '先下载 PDF 打印（每页 4 张，沿虚线裁开），再登记已打印；登记会记下您的姓名和时间'
        }
      />
      {tags.length === 0 ? (
        <p>本票的标牌都已挂上或摘下，没有要打印的。</p>
      ) : (
        <Checkbox.Group
          className="tag-choice"
          value={[...chosen]}
          onChange={(values) => setChosen(values.map(String))}
          options={tags.map((point) => ({
            value: point.pointId,
            label: `${point.pointCode} ${point.pointName}（${labelOf('lo_tag_state', point.tagState ?? 0)}）`,
          }))}
        />
      )}
    </AppModal>
  )
}
