import type { RemovalRow } from '@suoan/contract'
import { DetailList } from '@suoan/ui/detail-list'
import { Image } from 'antd'
import { z } from 'zod'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { textOf } from '../text-of.ts'
import { lockText } from './lock-text.ts'

const contacts = z.array(z.object({ time: z.string(), channel: z.string(), outcome: z.string() })).catch([])
const absent = z.object({ text: z.string() }).catch({ text: '' })
const clear = z.object({ checked: z.boolean(), photo: z.string() }).catch({ checked: false, photo: '' })

/** What a request for a removal rests on: whose lock, why, that he is away, that nobody is in there. */
export function RemovalEvidence({ row }: { row: RemovalRow }) {
  const area = clear.parse(row.areaClearProof)
  const tries = contacts.parse(row.contactLog)
  return (
    <DetailList
      columns={1}
      className="gap-bottom"
      items={[
        {
          key: 'lock',
          label: '个人锁',
          children: `${lockText(row)}（锁主 ${textOf(row, 'ownerId')}）`,
        },
        { key: 'work', label: '工作票', children: textOf(row, 'workId') },
        {
          key: 'ask',
          label: '申请',
          children: `${textOf(row, 'requestBy')} ${(row.requestTime ?? '').slice(5, 16)}`,
        },
        { key: 'reason', label: '原因', children: row.reason },
        { key: 'absent', label: '锁主不在场', children: absent.parse(row.ownerAbsentProof).text },
        {
          key: 'contacts',
          label: `联系 ${tries.length} 次`,
          children: (
            <ul className="contact-log">
              {tries.map((each) => (
                <li key={`${each.time}${each.channel}`}>
                  {each.time.slice(5, 16)} {each.channel}：{each.outcome}
                </li>
              ))}
            </ul>
          ),
        },
        {
          key: 'area',
          label: '现场无人',
          children: (
            <>
              {area.checked ? '已确认' : '未确认'}{' '}
              {area.photo && <Image width={96} src={fileUrl(area.photo)} alt="现场无人的照片" />}
            </>
          ),
        },
      ]}
    />
  )
}
