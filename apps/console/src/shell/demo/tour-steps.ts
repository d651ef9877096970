/** The pages of the walk in README, in its order, with what to look at on each. */
export const tourSteps: readonly { readonly path: string; readonly title: string; readonly text: string }[] =
  [
    {
      path: '/isps/board',
      title: '看板',
      text: '正在作业的票、在场的人、待处理的报警，各有一个数字。点一个数字，就到它数的那张列表。',
    },
    {
      path: '/dashboard/analysis',
      title: '首页',
      text: '“轮到您”是现在该您做的一步。按“去办理”打开那张票，看隔离点上的锁、验证结果、等谁做什么和时间线。',
    },
    {
      path: '/isps/amISafe',
      title: '我安全吗',
      text: '进场前看一眼：哪些能量被隔离、哪些锁已确认关闭、气体和监护是否到位。',
    },
    {
      path: '/isps/energyMap',
      title: '能量图',
      text: '选一台设备，看能量从哪里来、被哪些点切断；少一个点，方案就不能提交。',
    },
    {
      path: '/isps/loLockList',
      title: '锁具管理',
      text: '一百二十二把锁，每把都有状态、可信度、保管人和带哈希链的日志。',
    },
    {
      path: '/isps/simulator',
      title: '模拟器',
      text: '按“从头开始”，再逐次按“下一步”，看一张票从写到完工；也可以亲手关一把锁，或者让它失去信号，看平台怎样反应。',
    },
  ]
