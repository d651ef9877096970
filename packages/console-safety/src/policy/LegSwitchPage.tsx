import { legSwitch } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { isSwitchable } from '@suoan/domain/interlock'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Segmented, Switch, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { resourceApi, type RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { useCanVerb } from '@suoan/console-base/session/Can.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { Age } from '@suoan/console-base/status/Age.tsx'
import { legTexts } from './leg-texts.ts'
import './policy.css'

const TextDialog = lazyPart('TextDialog', () =>
  import('@suoan/console-base/text-dialog/TextDialog.tsx').then((m) => m.TextDialog),
)

type Stored = RowOf<typeof legSwitch.fields>

/** 开锁通道: each way to open as a switch; switched only after its consequence was read and a reason given. */
export default function LegSwitchPage() {
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'list' ? 'list' : 'switches'
  return (
    <div className="card">
      <Segmented
        className="gap-bottom"
        value={view}
        options={[
          { value: 'switches', label: '开关' },
          { value: 'list', label: '列表' },
        ]}
        onChange={(next) => setParams(next === 'list' ? { view: 'list' } : {}, { replace: true })}
      />
      {view === 'switches' ? (
        <Switches />
      ) : (
        <ResourceView<typeof legSwitch.fields>
          resource={legSwitch}
          stateIn="component"
          emptyText="所有开锁通道都已启用；要停用某一条，请在“开关”中操作"
        />
      )}
    </div>
  )
}

function Switches() {
  const client = useQueryClient()
  const mayAdd = useCanVerb(legSwitch, 'add')
  const mayEdit = useCanVerb(legSwitch, 'edit')
  const [turning, setTurning] = useState<(typeof legTexts)[number] | null>(null)
  const stored = useQuery({
    queryKey: [...resourceKey(legSwitch), 'switches'],
    queryFn: async ({ signal }) =>
      (await resourceApi(legSwitch).list({ pageNo: '1', pageSize: '100' }, signal)).records,
  })
  if (stored.isPending) return <LoadingState rows={8} />
  if (!stored.data) return <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
  const rowOf = (leg: string): Stored | undefined => stored.data.find((row) => row.leg === leg)
  // A leg without a row is on.
  const isOn = (leg: string): boolean => rowOf(leg)?.status !== 0
  const turn = async (leg: string, on: boolean, reason: string): Promise<void> => {
    const row = rowOf(leg)
    const draft = { status: on ? 1 : 0, reason }
    if (row) await resourceApi(legSwitch).edit({ ...draft, id: row.id, revision: row.revision })
    else await resourceApi(legSwitch).add({ ...draft, leg })
    await client.invalidateQueries({ queryKey: resourceKey(legSwitch) })
  }
  return (
    <>
      <KeptNote query={stored} />
      <ul className="leg-list">
        {legTexts.map((text) => {
          const { leg, use, without } = text
          const row = rowOf(leg)
          const mayTurn = isSwitchable(leg) && (row ? mayEdit : mayAdd)
          return (
            <li key={leg}>
              <div>
                <b>
                  {leg} {labelOf('lo_leg', leg)}
                </b>
                {!isOn(leg) && <Tag color="error">已停用</Tag>}
                <span>{use}</span>
                {!isSwitchable(leg) && <small>{without}</small>}
                {isSwitchable(leg) && row && (
                  <small>
                    {isOn(leg) ? '启用' : '停用'}原因：{row.reason} · {row.updateBy ?? row.createBy ?? ''}{' '}
                    <Age at={row.updateTime ?? row.createTime} />
                  </small>
                )}
              </div>
              <Switch
                checked={isOn(leg)}
                disabled={!mayTurn}
                checkedChildren="启用"
                unCheckedChildren="停用"
                aria-label={`${leg} ${labelOf('lo_leg', leg)}通道`}
                onChange={() => setTurning(text)}
              />
            </li>
          )
        })}
      </ul>
      <Suspense fallback={null}>
        {turning && (
          <TextDialog
            title={`${isOn(turning.leg) ? '停用' : '启用'}通道 ${turning.leg} ${labelOf('lo_leg', turning.leg)}`}
            label="原因"
            hint={`${isOn(turning.leg) ? turning.without : `启用后：${turning.use}。`}立即对全厂生效。`}
            required
            max={200}
            onSend={(reason) => turn(turning.leg, !isOn(turning.leg), reason)}
            onClose={() => setTurning(null)}
          />
        )}
      </Suspense>
    </>
  )
}
