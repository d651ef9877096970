import { equip as equipResource, point, procedure } from '@suoan/contract'
import { procedureStatus } from '@suoan/domain/procedure'
import { DetailList } from '@suoan/ui/detail-list'
import { AppDrawer } from '@suoan/ui/modal'
import { Picture } from '@suoan/ui/picture'
import { pathsOf } from '@suoan/ui/stored-file'
import { useQuery } from '@tanstack/react-query'
import { Alert, Select, Skeleton, Table, Tabs, Tag } from 'antd'
import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import { loadFile } from '@suoan/console-base/resource/stored-file.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { useRefTexts } from '../work-tickets/editor/use-ref-texts.ts'
import { textOf } from '../work-tickets/text-of.ts'
import { compareVersions, partsOf, stepsOf, stepText, type Version } from './procedure-text.ts'

const FilePreview = lazyPart('FilePreview', () => import('@suoan/ui/file-preview').then((m) => m.FilePreview))

const looks: Readonly<Record<number, { readonly color: string }>> = {
  [procedureStatus.draft]: { color: 'default' },
  [procedureStatus.effective]: { color: 'success' },
  [procedureStatus.ended]: { color: 'default' },
}

/** Where a version stands. */
function VersionTag({ version }: { version: Version }) {
  return <Tag color={looks[version.status ?? 0]?.color ?? 'default'}>{textOf(version, 'status')}</Tag>
}

/** One version to read: what is done step by step with its photos, all versions of the equipment, and two of them compared. */
export function ProcedureDrawer({ version, onClose }: { version: Version; onClose(): void }) {
  const versions = useQuery({
    queryKey: [...resourceKey(procedure), 'versions', version.equipId],
    queryFn: async ({ signal }) =>
      (
        await resourceApi(procedure).list(
          {
            equipId: version.equipId ?? '',
            pageNo: '1',
            pageSize: '100',
            column: 'versionNo',
            order: 'desc',
          },
          signal,
        )
      ).records,
  })
  const equips = useRefTexts(equipResource, version.equipId ? [version.equipId] : [])
  return (
    <AppDrawer
      size={Math.min(960, innerWidth)}
      title={`${version.procName ?? ''} 第 ${version.versionNo ?? 1} 版`}
      onClose={onClose}
      destroyOnHidden
    >
      <OrError query={versions}>
        {versions.isPending || !versions.data ? (
          <Skeleton active paragraph={{ rows: 8 }} />
        ) : (
          <Tabs
            items={[
              {
                key: 'content',
                label: '内容',
                children: (
                  <Content
                    version={versions.data.find(({ id }) => id === version.id) ?? version}
                    equipText={equips.get(version.equipId ?? '') ?? ''}
                  />
                ),
              },
              {
                key: 'versions',
                label: `版本（${versions.data.length}）`,
                children: <Versions versions={versions.data} />,
              },
              {
                key: 'compare',
                label: '版本对比',
                children: <Compare versions={versions.data} chosen={version.id} />,
              },
            ]}
          />
        )}
      </OrError>
    </AppDrawer>
  )
}

function usePointTexts(versions: readonly Version[]) {
  const ids = [...new Set(versions.flatMap((each) => stepsOf(each).flatMap(({ pointId }) => pointId ?? [])))]
  const texts = useRefTexts(point, ids)
  return (id: string) => texts.get(id) ?? id
}

function Content({ version, equipText }: { version: Version; equipText: string }) {
  const pointText = usePointTexts([version])
  const photos = pathsOf(version.photos ?? '')
  const [opened, setOpened] = useState<string | null>(null)
  const steps = stepsOf(version)
  const rest = partsOf(version, pointText).filter(({ key }) => key !== 'steps' && key !== 'procName')
  return (
    <>
      <DetailList
        columns={2}
        items={[
          { key: 'equip', label: '设备', children: equipText || '—' },
          { key: 'status', label: '状态', children: <VersionTag version={version} /> },
          { key: 'effect', label: '生效时间', children: version.effectTime ?? '—' },
          { key: 'next', label: '下次检查', children: version.nextInspect ?? '—' },
          ...(version.inspectTime
            ? [
                {
                  key: 'inspected',
                  label: '上次检查',
                  children: `${version.inspectTime.slice(0, 16)} ${textOf(version, 'inspectBy')}：${textOf(version, 'inspectResult')}${
                    version.inspectNote ? `，${version.inspectNote}` : ''
                  }`,
                  wide: true,
                },
              ]
            : []),
          ...(version.changeNote
            ? [{ key: 'change', label: '本版修改说明', children: version.changeNote, wide: true }]
            : []),
        ]}
      />
      <h3>步骤</h3>
      {steps.length === 0 && <p className="hint">还没有步骤</p>}
      <ol className="procedure-steps">
        {steps.map((step, index) => {
          const photo = step.photo ? photos[step.photo - 1] : undefined
          return (
            <li key={`${index} ${step.text}`}>
              <span>{stepText(step, pointText)}</span>
              {photo !== undefined && (
                <button
                  type="button"
                  onClick={() => setOpened(photo)}
                  aria-label={`第 ${index + 1} 步的照片`}
                >
                  <Picture src={fileUrl(photo)} alt="" loading="lazy" />
                </button>
              )}
            </li>
          )
        })}
      </ol>
      <h3>要求</h3>
      <DetailList
        columns={1}
        items={rest.map(({ key, label, lines }) => ({ key, label, children: <Lines lines={lines} /> }))}
      />
      <Suspense fallback={null}>
        {opened !== null && (
          <FilePreview
            path={opened}
            among={photos}
            urlOf={fileUrl}
            load={loadFile}
            nameOf={(path) => `第 ${photos.indexOf(path) + 1} 张照片`}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }): ReactNode =>
  lines.length === 0
    ? '—'
    : lines.map((line) => (
        <div key={line} className="cell-whole">
          {line}
        </div>
      ))

function Versions({ versions }: { versions: readonly Version[] }) {
  return (
    <Table<Version>
      size="small"
      rowKey="id"
      pagination={false}
      scroll={{ x: 640 }}
      dataSource={[...versions]}
      columns={[
        { title: '版本', key: 'no', width: 80, render: (_, row) => `第 ${row.versionNo} 版` },
        { title: '状态', key: 'status', width: 80, render: (_, row) => <VersionTag version={row} /> },
        {
          title: '生效时间',
          key: 'effect',
          width: 150,
          render: (_, row) => row.effectTime?.slice(0, 16) ?? '—',
        },
        { title: '检查', key: 'inspect', width: 150, render: (_, row) => textOf(row, 'inspectResult') },
        { title: '修改说明', key: 'note', render: (_, row) => row.changeNote || '—' },
        { title: '编写', key: 'by', width: 110, render: (_, row) => textOf(row, 'createBy') },
      ]}
    />
  )
}

function Compare({ versions, chosen }: { versions: readonly Version[]; chosen: string }) {
  const at = versions.findIndex(({ id }) => id === chosen)
  const [newId, setNew] = useState(versions[Math.max(0, at)]?.id ?? '')
  const [oldId, setOld] = useState(versions[at + 1]?.id ?? versions[Math.max(0, at - 1)]?.id ?? '')
  const pointText = usePointTexts(versions)
  const isMobile = useIsMobile()
  const newer = versions.find(({ id }) => id === newId)
  const older = versions.find(({ id }) => id === oldId)
  if (versions.length < 2)
    return <p className="hint">只有一个版本。修订并生效后，可以在这里对比两个版本的不同。</p>
  const options = versions.map((each) => ({
    value: each.id,
    label: `第 ${each.versionNo} 版（${textOf(each, 'status')}）`,
  }))
  if (!newer || !older) return null
  const rows = compareVersions(partsOf(older, pointText), partsOf(newer, pointText))
  const side = (which: 'old' | 'new') => (_: unknown, row: (typeof rows)[number]) => (
    <>
      {isMobile && which === 'old' && <b>{row.label}</b>}
      {row[which].length === 0
        ? '—'
        : row[which].map(({ text, isOnly }) => (
            <div key={text} className="cell-whole">
              {isOnly ? which === 'old' ? <del>{text}</del> : <ins>{text}</ins> : text}
            </div>
          ))}
    </>
  )
  return (
    <>
      {rows.every(({ isSame }) => isSame) && <Alert type="info" showIcon title="两个版本的内容相同" />}
      <Table
        size="small"
        className="gap-top procedure-compare"
        rowKey="key"
        pagination={false}
        dataSource={rows.filter(({ isSame }) => !isSame)}
        locale={{ emptyText: '没有不同' }}
        columns={[
          ...(isMobile ? [] : [{ title: '项目', dataIndex: 'label', width: 110 }]),
          {
            title: (
              <Select
                className="full"
                aria-label="旧版本"
                value={oldId}
                options={options}
                onChange={setOld}
              />
            ),
            key: 'old',
            render: side('old'),
          },
          {
            title: (
              <Select
                className="full"
                aria-label="新版本"
                value={newId}
                options={options}
                onChange={setNew}
              />
            ),
            key: 'new',
            render: side('new'),
          },
        ]}
      />
    </>
  )
}
