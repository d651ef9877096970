import { MiniArea, MiniBars, RankList, StatCard, TargetBar, Trend } from '@suoan/ui/figures'
import { Demo } from '../../Demo.tsx'

const week = [12, 18, 9, 22, 25, 7, 4]
const said = `近 7 天依次 ${week.join('、')}`
const rows = [
  { name: '罐区', count: 42 },
  { name: '装置一', count: 31 },
  { name: '码头', count: 17 },
  { name: '仓库', count: 8 },
]

export default function Example() {
  return (
    <>
      <Demo label="数字与折线" value={week}>
        <StatCard
          title="近 30 天开锁"
          hint="最近 30 天内锁具上报的开锁次数"
          value={
            <>
              1,286 <small>次</small>
            </>
          }
          footer={<span>今日开锁 4 次</span>}
        >
          <MiniArea values={week} label={`开锁，${said}`} />
        </StatCard>
      </Demo>
      <Demo label="数字与对比" value={{ 比上周: 12, 比昨日: -3 }}>
        <StatCard
          title="近 30 天作业"
          hint="计划在最近 30 天内开始的工作票"
          value="97"
          footer={<span>日均 3 票</span>}
        >
          <Trend label="近 7 天比前 7 天" change={12} />
          <Trend label="昨日比前日" change={-3} />
        </StatCard>
      </Demo>
      <Demo label="柱图与目标条" value={{ percent: 78, target: 90 }}>
        <StatCard
          title="按时关锁"
          hint="作业结束后 30 分钟内关闭的锁"
          value="78%"
          footer={<TargetBar percent={78} target={90} label="按时关锁 78%，目标 90%" />}
        >
          <MiniBars values={week} label={`按时关锁，${said}`} />
        </StatCard>
      </Demo>
      <Demo label="排行" value={rows}>
        <RankList title="区域作业排行" rows={rows} />
      </Demo>
    </>
  )
}
