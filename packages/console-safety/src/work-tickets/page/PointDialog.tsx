import {
  lockEndpoints,
  workExecutionEndpoints as execution,
  workTicketEndpoints as tickets,
  type PointActionKey,
  type TicketDetail,
  type TicketPoint,
} from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { limitGap, limitUnit, reachOf, readingOf, reportsShut } from '@suoan/domain/work-ticket'
import { newUlid } from '@suoan/kit/id'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Alert, Checkbox, Form, Input, Radio } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { showRefusal } from '@suoan/console-base/refusal/show-refusal.tsx'
import { CommandState } from '../../locks/CommandState.tsx'
import { LockSelect } from '../editor/LockSelect.tsx'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { NotifiedCheck } from '../move/NotifiedCheck.tsx'
import { useMove, type Press } from '../use-move.ts'
import { PhotoInput } from '../../photo/PhotoInput.tsx'
import { pointActionLabels } from './point-action-labels.ts'
import { ProofInput, proofOf } from './ProofInput.tsx'
import type { Proof } from './ProofInput.tsx'

interface Props {
  readonly action: PointActionKey
  readonly point: TicketPoint
  readonly ticket: Pick<TicketDetail['ticket'], 'id' | 'notifiedTime'>
  onClose(): void
}

const quiet = { quiet: true } as const

/** What is asked of a person before a step at a point is recorded. */
export function PointDialog({ action, point, ticket, onClose }: Props) {
  const workId = ticket.id
  const { move, isRunning } = useMove(workId)
  const { isDrain } = point
  const [proof, setProof] = useState<Proof>({ kind: 'qr', code: '' })
  const [photo, setPhoto] = useState('')
  const [lockId, setLockId] = useState(point.plannedLockId)
  const [residual, setResidual] = useState(false)
  const [method, setMethod] = useState(point.verifyMethodCodes[0] ?? '')
  const [value, setValue] = useState('')
  const [unit, setUnit] = useState(limitUnit(point.verifyLimit ?? ''))
  const [result, setResult] = useState<0 | 1 | null>(null)
  const [reason, setReason] = useState('')
  const [notified, setNotified] = useState(false)
  const [problem, setProblem] = useState('')
  const [opening, setOpening] = useState<{ cmdId: string | null } | null>(null)
  const label = `${point.pointCode} ${pointActionLabels[action]}`
  // Nothing is written as restored while its lock says that it is shut: it is opened first, in the same press.
  // A ticket whose time ran out began its release without anybody saying so.
  const asksNotified = action === 'restore' && ticket.notifiedTime === null
  const opensFirst = action === 'restore' && mustOpen(point)

  // A reading that does not keep the limit is not offered as a proof; a failure is always taken.
  const outside = result === 1 ? limitGap(point.verifyLimit ?? '', readingOf(value, unit)) : null

  const send = async (press: Press): Promise<unknown> => {
    const input = { workId, ...press, pointId: point.pointId }
    const shown = proofOf(proof, photo)
    switch (action) {
      case 'operate':
        return call(
          tickets.pointOperate,
          { ...input, proof: shown, ...(isDrain ? { residualDone: residual ? 1 : 0 } : {}) },
          quiet,
        )
      case 'lock':
        return call(tickets.pointLock, { ...input, lockId: lockId ?? '', proof: shown }, quiet)
      case 'tag':
        return call(tickets.pointTag, { ...input, proof: shown }, quiet)
      case 'verify':
        return call(
          tickets.pointVerify,
          {
            ...input,
            verifyMethod: method,
            verifyValue: value,
            verifyUnit: unit || null,
            verifyResult: result ?? 0,
            photo: photo || null,
          },
          quiet,
        )
      case 'look':
        return call(execution.visualCheck, { ...input, proof: shown }, quiet)
      case 'witness':
        return call(tickets.pointWitness, { ...input, photo: photo || null }, quiet)
      case 'restore':
        return call(
          tickets.pointRestore,
          { ...input, proof: shown, restorePos: point.normalPos || null, notified },
          quiet,
        )
      case 'fail':
        return call(tickets.pointFail, { ...input, reason }, quiet)
    }
  }
  const missing = (): string =>
    ({
      operate: proof.code === '' && photo === '' ? '请扫码或碰触点位标签，或拍照' : '',
      lock: lockId ? '' : '请选择锁具',
      tag: '',
      verify: !method
        ? '请选择验证方式'
        : value.trim() === ''
          ? '请输入验证数值'
          : result === null
            ? '请选择验证结论'
            : (outside ?? ''),
      look: proof.code === '' && photo === '' ? '请扫码或碰触点位标签，或拍照' : '',
      witness: photo === '' && !point.claimPhoto ? '请拍下锁紧的锁' : '',
      restore: asksNotified && !notified ? '请先告知受影响人员能量即将恢复，再勾选' : '',
      fail: reason.trim() === '' ? '请输入异常说明' : '',
    })[action]
  const submit = async () => {
    setProblem(missing())
    if (missing() === '' && (await move(label, send))) onClose()
  }
  const openFirst = async () => {
    setProblem(missing())
    if (missing() !== '') return
    const input = { lockId: point.actualLockId ?? '', workId, clientOpId: newUlid() }
    try {
      const { cmdId } = await call(lockEndpoints.open, { ...input, proof: proofOf(proof, photo) }, quiet)
      setOpening({ cmdId })
    } catch (error) {
      await showRefusal(error)
    }
  }
  const restoreNow = useEffectEvent(async () => {
    setOpening(null)
    if (await move(label, send)) onClose()
  })
  const hasOpened = opening !== null && !opensFirst
  useEffect(() => {
    if (hasOpened) void restoreNow()
  }, [hasOpened])
  const hasProof =
    action === 'operate' || action === 'lock' || action === 'tag' || action === 'look' || action === 'restore'
  return (
    <MoveDialog
      title={label}
      okText={action === 'verify' ? '提交验证' : opensFirst ? '开锁并恢复' : pointActionLabels[action]}
      isDangerous={action === 'fail' || (action === 'verify' && result === 0)}
      isRunning={isRunning || opening !== null}
      problem={problem}
      onOk={opensFirst ? openFirst : submit}
      onClose={onClose}
    >
      <p className="point-say">{sayOf(action, point)}</p>
      {opensFirst && opening === null && (
        <Alert
          type="info"
          showIcon
          className="gap-bottom"
          title={`锁具 ${point.actualLockCode ?? ''} 报告关闭，确定后先凭本票开锁，锁回报打开后登记恢复`}
        />
      )}
      {opening?.cmdId && <CommandState cmdId={opening.cmdId} label="开锁" />}
      {hasProof && (
        <ProofInput value={proof} onChange={setProof} required={action === 'operate' || action === 'look'} />
      )}
      {asksNotified && <NotifiedCheck of="即将恢复能量" value={notified} onChange={setNotified} />}
      {action === 'lock' && (
        <LabelledItem
          label="锁具"
          required
          extra={lockId !== point.plannedLockId ? '不是计划锁具，将记为代用' : ''}
        >
          <LockSelect purpose={1} value={lockId} code={point.plannedLockCode} onChange={setLockId} />
        </LabelledItem>
      )}
      {action === 'operate' && isDrain && (
        <Checkbox
          className="big-check"
          checked={residual}
          onChange={(event) => setResidual(event.target.checked)}
        >
          残余能量已释放
        </Checkbox>
      )}
      {action === 'verify' && (
        <>
          <LabelledItem label="验证方式" required>
            <Radio.Group
              size="large"
              optionType="button"
              buttonStyle="solid"
              value={method}
              options={point.verifyMethodCodes.map((code) => ({
                value: code,
                label: labelOf('lo_verify_method', code),
              }))}
              onChange={(event) => setMethod(String(event.target.value))}
            />
          </LabelledItem>
          <Form.Item label="验证数值" required extra={`合格判据：${point.verifyLimit ?? '未规定'}`}>
            <span className="value-line">
              <Input
                size="large"
                inputMode="decimal"
                value={value}
                maxLength={50}
                placeholder="读数"
                aria-label="读数"
                onChange={(event) => setValue(event.target.value)}
              />
              <Input
                size="large"
                value={unit}
                maxLength={10}
                placeholder="单位"
                aria-label="单位"
                onChange={(event) => setUnit(event.target.value)}
              />
            </span>
          </Form.Item>
          <LabelledItem label="结论" required>
            <Radio.Group
              size="large"
              optionType="button"
              buttonStyle="solid"
              value={result}
              options={[
                { value: 1, label: '✓ 合格' },
                { value: 0, label: '✗ 不合格' },
              ]}
              onChange={(event) => setResult(Number(event.target.value) === 1 ? 1 : 0)}
            />
          </LabelledItem>
          {result === 0 && (
            <Alert type="error" showIcon className="gap-bottom" title="不合格将把此点记为异常，须重新隔离" />
          )}
        </>
      )}
      {action === 'fail' && (
        <LabelledItem label="异常说明" required>
          <Input.TextArea
            value={reason}
            maxLength={200}
            showCount
            autoSize={{ minRows: 3 }}
            placeholder="看到了什么、在哪里"
            onChange={(event) => setReason(event.target.value)}
          />
        </LabelledItem>
      )}
      {(action === 'operate' ||
        action === 'lock' ||
        action === 'verify' ||
        action === 'look' ||
        action === 'witness') && (
        <LabelledItem label="照片" required={action === 'witness' && !point.claimPhoto}>
          <PhotoInput value={photo} onChange={setPhoto} />
        </LabelledItem>
      )}
    </MoveDialog>
  )
}

/** Is its lock opened before it may be restored (T43)? Not on a point which another ticket keeps. */
const mustOpen = (point: TicketPoint): boolean =>
  !point.isDrain &&
  point.actualLockId !== null &&
  point.holdCount <= 1 &&
  reportsShut({ lockStatus: point.lockStatus, trust: point.stateTrust, reach: reachOf(point) })

function sayOf(
  action: PointActionKey,
  { safePos_dictText: position, safePos, isDrain, tagNumber }: TicketPoint,
): string {
  const texts: Record<PointActionKey, string> = {
    operate: isDrain
      ? `打开排放，释放残余能量，直到无压、无液。`
      : `将此点操作到“${position ?? safePos ?? ''}”，核对位置后扫码确认。`,
    lock: '挂上锁并锁紧。系统收到锁的关闭回报后才算确认。',
    tag: `挂上标牌${tagNumber ? ` ${tagNumber}` : ''}，正面朝外。`,
    verify: '在作业点验证确实没有能量，再填读数。',
    look: '到现场看锁：锁梁已锁紧、锁在本点上。半小时内有效。',
    witness: '到现场看锁：锁梁已锁紧、锁在本点上。您以本人名义见证，隔离人不能自证。',
    restore: '解除前确认人员已撤离、个人锁已摘除，再开锁、摘牌、恢复原位。',
    fail: '报告后此点记为异常，作业中的票会立即中断。',
  }
  return texts[action]
}
