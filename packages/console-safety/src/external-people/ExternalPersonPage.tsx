import { IdcardOutlined } from '@ant-design/icons'
import { externalPerson, externalPersonEndpoints as calls } from '@suoan/contract'
import { Tag } from 'antd'
import { useState } from 'react'
import type { ResourceList } from '@suoan/console-base/resource/use-resource-list.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { TextDialog } from '@suoan/console-base/text-dialog/TextDialog.tsx'
import { IssuePassDialog } from './IssuePassDialog.tsx'
import { RegisterDialog } from './RegisterDialog.tsx'

type Person = RowOf<typeof externalPerson.fields>

type Asking =
  | { readonly what: 'register'; readonly list: ResourceList }
  | {
      readonly what: 'pass' | 'revoke' | 'black' | 'white'
      readonly row: Person
      readonly list: ResourceList
    }

const texts = {
  revoke: { title: '作废通行证', label: '作废原因', hint: '作废后立即失效；已在场的人员仍可离场登记。' },
  black: {
    title: '列入黑名单',
    label: '原因',
    hint: '列入后其通行证立即作废，不能签发新证，也不能通过提交、开工和进场校验。',
  },
  white: { title: '移出黑名单', label: '原因', hint: '移出后须重新签发通行证才能进场。' },
} as const

/** 外来人员: the register of people without an account, with day passes and the blacklist (decision 0471). */
export default function ExternalPersonPage() {
  const [asking, setAsking] = useState<Asking | null>(null)
  const ask = (what: 'pass' | 'revoke' | 'black' | 'white') => (row: Person, list: ResourceList) =>
    setAsking({ what, row, list })
  const close = () => setAsking(null)
  const send = async (reason: string) => {
    if (asking === null || asking.what === 'register' || asking.what === 'pass') return
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
        columns={{
          blackFlag: {
            width: 90,
            render: (row) =>
              row.blackFlag === 1 ? (
                <Tag color="error" title={row.blackReason ?? ''}>
                  黑名单
                </Tag>
              ) : (
                '—'
              ),
          },
        }}
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
            primary: true,
            permission: 'lo:externalPerson:pass',
            when: (row) => row.blackFlag !== 1,
            run: ask('pass'),
          },
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
            {asking !== null && asking.what !== 'register' && asking.what !== 'pass' && (
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
