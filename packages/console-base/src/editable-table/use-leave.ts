import { App } from 'antd'

/** Goes on at once, or after the person has said that `unsaved` changes may be lost. */
export function useLeave(unsaved: number): (then: () => void) => void {
  const { modal } = App.useApp()
  return (then) => {
    if (unsaved === 0) return then()
    modal.confirm({
      title: `有 ${unsaved} 项修改没有保存，确定放弃吗?`,
      okText: '放弃修改',
      cancelText: '继续编辑',
      onOk: then,
    })
  }
}
