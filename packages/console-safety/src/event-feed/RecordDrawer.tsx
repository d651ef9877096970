import type { FeedEvent, Resource } from '@suoan/contract'
import { AppDrawer } from '@suoan/ui/modal'
import { DetailList } from '@suoan/ui/detail-list'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { fieldOf } from '@suoan/console-base/resource/list-row.ts'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import { CellText } from '@suoan/console-base/resource/widgets/CellText.tsx'
import { loadResource } from '@suoan/console-base/resource/widgets/load-resource.ts'
import { OrError } from '@suoan/console-base/states/OrError.tsx'

/** An event as its log holds it: every field of the record, with what the device reported. */
export function RecordDrawer({ event, onClose }: { readonly event: FeedEvent; onClose(): void }) {
  const record = useQuery({
    queryKey: ['resource', event.source, 'record', event.id],
    queryFn: async ({ signal }) => {
      const resource = await loadResource(event.source)
      if (!resource) throw new Error(`the stream names the log ${event.source}, which is not described`)
      return { resource, row: await resourceApi(resource).find(event.id, signal) }
    },
  })
  return (
    <AppDrawer
      size={Math.min(720, innerWidth)}
      title={`原始记录：${event.event} ${event.time}`}
      onClose={onClose}
      destroyOnHidden
    >
      <OrError query={record}>
        {record.isPending || !record.data ? (
          <Skeleton active paragraph={{ rows: 10 }} />
        ) : (
          <DetailList columns={2} items={itemsOf(record.data.resource, record.data.row)} />
        )}
      </OrError>
    </AppDrawer>
  )
}

function itemsOf(resource: Resource, row: Awaited<ReturnType<ReturnType<typeof resourceApi>['find']>>) {
  return Object.keys(resource.fields).flatMap((name) => {
    const field = fieldOf(resource, name)
    // What a report does not say is left out: a record of some thirty fields has few of them.
    if (!field || field.hidden || row[name] === null || row[name] === undefined || row[name] === '') return []
    return [{ key: name, label: field.label, children: <CellText field={field} name={name} row={row} /> }]
  })
}
