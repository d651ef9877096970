import { IdcardOutlined } from '@ant-design/icons'
import { externalPerson, externalPersonEndpoints as calls } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { Image, Tag } from 'antd'
import { useState } from 'react'
import type { ColumnOverrides } from '@suoan/console-base/resource/parts/ResourceTable.tsx'
import { useServerNow } from '@suoan/console-base/status/use-now.ts'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import type { ResourceList } from '@suoan/console-base/resource/use-resource-list.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { call } from '@suoan/console-base/request/call.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { TextDialog } from '@suoan/console-base/text-dialog/TextDialog.tsx'
import { CertsDialog } from './CertsDialog.tsx'
import { IssuePassDialog } from './IssuePassDialog.tsx'
import { RegisterDialog } from './RegisterDialog.tsx'
import './external-people.css'

type Person = RowOf<typeof externalPerson.fields>

type Asking =
  | { readonly what: 'register'; readonly list: ResourceList }
  | {
      readonly what: 'certs' | 'pass' | 'revoke' | 'black' | 'white'
      readonly row: Person
      readonly list: ResourceList
    }

/** What is done with a reason. */
type Reasoned = Extract<Asking, { readonly list: ResourceList; readonly row: Person }> & {
  readonly what: keyof typeof texts
}
const isReasoned = (asking: Asking): asking is Reasoned => asking.what in texts

const texts = {
  revoke: { title: '作废通行证', label: '作废原因', hint: '作废后立即失效；已在场的人员仍可离场登记。' },
  black: {
    title: '列入黑名单',
    label: '原因',
    hint: '列入后其通行证立即作废，不能签发新证，也不能通过提交、开工和进场校验。',
  },
  white: { title: '移出黑名单', label: '原因', hint: '移出后须重新签发通行证才能进场。' },
} as const

/** What matters at the gate; the blacklist and an ended entry stand at the name, where no width of a window hides them. */
const listed = ['photo', 'personName', 'source', 'company', 'idMask', 'admitTo', 'trainTo']

/** An entry that is no longer used (dictionary valid_status). */
const ended = 0

function Name({ row }: { row: Person }) {
  return (
    <>
      {row.personName}
      {row.blackFlag === 1 && (
        <>
          {' '}
          <Tag color="error" title={row.blackReason ?? ''}>
            黑名单
          </Tag>
        </>
      )}
      {row.status === ended && (
        <>
          {' '}
          <Tag>{row.status_dictText ?? '无效'}</Tag>
        </>
      )}
    </>
  )
}

/** The last day of something, said to be over once it is. */
function Until({ day }: { day: string | null }) {
  const now = useServerNow()
  if (day === null || day >= shanghaiTime(now).slice(0, 10)) return day ?? '—'
  return (
    <span className="sign-bad">
      {day}
      <br />
      已过期
    </span>
  )
}

/** The face, small in the list and large when it is pressed. */
function Photo({ row }: { row: Person }) {
  return row.photo ? (
    <Image
      src={fileUrl(row.photo)}
      alt={`${row.personName ?? ''}的登记照片`}
      width={36}
      height={48}
      className="external-photo"
    />
  ) : (
    <span className="cell-empty">无</span>
  )
}

const columns: ColumnOverrides<Person> = {
  photo: { width: 64, render: (row) => <Photo row={row} /> },
  personName: { width: 140, render: (row) => <Name row={row} /> },
  source: { title: '来源', width: 76 },
  company: { width: 150, render: (row) => <span className="cell-whole">{row.company}</span> },
  idMask: {
    title: '证件 / 电话',
    width: 166,
    beside: ['phone'],
    render: (row) => (
      <span className="external-contact">
        {row.idMask ?? '—'}
        {row.phone && <small>{row.phone}</small>}
      </span>
    ),
  },
  admitTo: { title: '许可至', width: 106, render: (row) => <Until day={row.admitTo} /> },
  trainTo: { title: '培训至', width: 106, render: (row) => <Until day={row.trainTo} /> },
}

const phoneColumns: ColumnOverrides<Person> = {
  personName: {
    title: '人员',
    width: 150,
    render: (row) => (
      <span className="external-cell">
        {row.photo && <Photo row={row} />}
        <strong>
          <Name row={row} />
        </strong>
        <small>{[row.source_dictText, row.company].filter(Boolean).join(' · ')}</small>
        {row.idMask && <small>{row.idMask}</small>}
        {row.phone && <small>{row.phone}</small>}
        <small>
          {row.admitTo ? (
            <>
              入场许可至 <Until day={row.admitTo} />
            </>
          ) : (
            '没有入场许可'
          )}
        </small>
      </span>
    ),
  },
}

/** 外来人员: the register of people without an account, with day passes and the blacklist (decision 0471). */
export default function ExternalPersonPage() {
  const isMobile = useIsMobile()
  const [asking, setAsking] = useState<Asking | null>(null)
  const ask = (what: 'certs' | 'pass' | 'revoke' | 'black' | 'white') => (row: Person, list: ResourceList) =>
    setAsking({ what, row, list })
  const close = () => setAsking(null)
  const send = async (reason: string) => {
    if (asking === null || !isReasoned(asking)) return
    const { what, row, list } = asking
    if (what === 'revoke') await call(calls.revokePass, { id: row.id, reason })
    else await call(calls.blacklist, { id: row.id, on: what === 'black', reason })
    void feedback().message.success(`${texts[what].title}成功`)
    list.reload()
  }
  return (
    <div className="card">
      <ResourceView
        resource={externalPerson}
        list={isMobile ? ['personName'] : listed}
        columns={isMobile ? phoneColumns : columns}
        selectable={!isMobile}
        toolbar={[
          {
            key: 'register',
            label: '登记并开证',
            icon: <IdcardOutlined />,
            primary: true,
            permission: 'lo:externalPerson:pass',
            run: (list) => setAsking({ what: 'register', list }),
          },
        ]}
        rowActions={[
          {
            key: 'pass',
            label: '开通行证',
            primary: !isMobile,
            permission: 'lo:externalPerson:pass',
            when: (row) => row.blackFlag !== 1,
            run: ask('pass'),
          },
          { key: 'certs', label: '资质证书', permission: 'lo:personCert:list', run: ask('certs') },
          { key: 'revoke', label: '作废通行证', permission: 'lo:externalPerson:pass', run: ask('revoke') },
          {
            key: 'black',
            label: '列入黑名单',
            danger: true,
            permission: 'lo:externalPerson:blacklist',
            when: (row) => row.blackFlag !== 1,
            run: ask('black'),
          },
          {
            key: 'white',
            label: '移出黑名单',
            permission: 'lo:externalPerson:blacklist',
            when: (row) => row.blackFlag === 1,
            run: ask('white'),
          },
        ]}
        below={
          <>
            {asking?.what === 'register' && (
              <RegisterDialog onDone={() => asking.list.reload()} onClose={close} />
            )}
            {asking?.what === 'pass' && (
              <IssuePassDialog
                id={asking.row.id}
                name={asking.row.personName ?? ''}
                admitTo={asking.row.admitTo ?? null}
                onClose={close}
              />
            )}
            {asking?.what === 'certs' && (
              <CertsDialog id={asking.row.id} name={asking.row.personName ?? ''} onClose={close} />
            )}
            {asking !== null && isReasoned(asking) && (
              <TextDialog
                title={`${texts[asking.what].title}：${asking.row.personName ?? ''}`}
                label={texts[asking.what].label}
                hint={texts[asking.what].hint}
                required
                max={200}
                onClose={close}
                onSend={send}
              />
            )}
          </>
        }
      />
    </div>
  )
}
