import { DeleteOutlined, DownOutlined, MinusCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { routeFilters } from '@suoan/contract'
import { Button, Divider, Dropdown, Input } from 'antd'

/** A filter as it stands in the form, complete or not. */
export interface FilterDraft {
  readonly name: string
  readonly title: string
  readonly args: readonly { readonly key: string; readonly value: string }[]
}

interface Props {
  readonly value?: readonly FilterDraft[]
  readonly onChange?: (value: readonly FilterDraft[]) => void
}

type Kind = (typeof routeFilters)[keyof typeof routeFilters]
const kinds: Readonly<Record<string, Kind>> = routeFilters

/** 过滤器: key and value rows under the title of each (5-screens.md §6.18); a new one begins with its parameters. */
export function FiltersInput({ value = [], onChange }: Props) {
  const change = (index: number, args: FilterDraft['args']) =>
    onChange?.(value.map((one, at) => (at === index ? { ...one, args } : one)))
  return (
    <>
      {value.map(({ name, title, args }, index) => (
        <div className="route-part" key={`${name}-${index}`}>
          <Divider>
            {title}{' '}
            <Button
              size="small"
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={`删除过滤器 ${title}`}
              onClick={() => onChange?.(value.filter((_, at) => at !== index))}
            />
          </Divider>
          <div className="route-part-help">{kinds[name]?.help}</div>
          {args.map((arg, at) => {
            const set = (next: Partial<typeof arg>) =>
              change(
                index,
                args.map((one, place) => (place === at ? { ...one, ...next } : one)),
              )
            return (
              // oxlint-disable-next-line react/no-array-index-key -- rows of a filter have no identity but their places
              <div className="route-param" key={at}>
                <Input
                  value={arg.key}
                  placeholder="参数键"
                  aria-label={`${title}：第 ${at + 1} 个参数键`}
                  maxLength={100}
                  onChange={(event) => set({ key: event.target.value })}
                />
                <Input
                  value={arg.value}
                  placeholder="参数值"
                  aria-label={`${title}：第 ${at + 1} 个参数值`}
                  maxLength={1000}
                  onChange={(event) => set({ value: event.target.value })}
                />
                <Button
                  type="text"
                  icon={<MinusCircleOutlined />}
                  aria-label={`${title}：去掉第 ${at + 1} 个参数`}
                  onClick={() =>
                    change(
                      index,
                      args.filter((_, place) => place !== at),
                    )
                  }
                />
              </div>
            )
          })}
          <Button
            size="small"
            type="dashed"
            icon={<PlusOutlined />}
            onClick={() => change(index, [...args, { key: '', value: '' }])}
          >
            添加参数
          </Button>
        </div>
      ))}
      <Dropdown
        trigger={['click']}
        menu={{
          items: Object.entries(kinds).map(([key, { title }]) => ({ key, label: title })),
          onClick: ({ key }) => {
            const kind = kinds[key]
            if (!kind) return
            const args = Object.entries(kind.params).map(([name, { initial }]) => ({
              key: name,
              value: initial,
            }))
            onChange?.([...value, { name: key, title: kind.title, args }])
          },
        }}
      >
        <Button type="dashed" block icon={<DownOutlined />} iconPlacement="end">
          添加过滤器
        </Button>
      </Dropdown>
    </>
  )
}
