import { describe, expect, it } from 'vitest'
import { dialog, press } from './page-helpers.ts'
import { accessibilityFindings, lookTwice, wear } from './accessibility-findings.ts'
import { usePlant } from './plant.ts'

const ADMIN = 'Admin-plant-2026!'

describe('dashboards: the figures of the plant', () => {
  const plant = usePlant({ ADMIN_PASSWORD: ADMIN })

  // A month of work, at noon of day D.
  const work = async () => {
    await plant().at('12:00')
    await plant().server.ctx.pool.query(`
      insert into lo_work (id, work_no, work_name, work_type, work_level, work_status, area_id, area_code, place, content,
        hazards, work_depart_id, leader_id, plan_start, plan_end, real_start, real_end, exec_phase)
      select 'w' || n, 'GZP-' || n, case when n % 3 = 0 then '三号裂解炉急冷油泵机械密封更换及出口管线法兰垫片检查作业' else '更换机泵密封' end,
        case n % 2 when 0 then '10' else '01' end, '1', case when n <= 20 then 30 else 20 end, a.id, a.area_code, '急冷油泵房',
        'x', '1', case n % 3 when 0 then 'demo-d10' when 1 then 'demo-d20' else 'demo-d90' end, l.id,
        timestamptz '2026-12-01 08:00' - make_interval(days => case when n <= 20 then n else 0 end),
        timestamptz '2026-12-01 08:00' - make_interval(days => case when n <= 20 then n else 0 end) + make_interval(hours => case n when 21 then 2 when 22 then 16 else 8 end),
        timestamptz '2026-12-01 08:00' - make_interval(days => case when n <= 20 then n else 0 end),
        case when n <= 20 then timestamptz '2026-12-01 12:00' - make_interval(days => n, hours => -(n % 3) * 3) end, 20
      from generate_series(1, 24) n, lo_area a, sys_user l where a.area_code = 'A01' and l.username = 'u5';
      insert into lo_work_person (id, work_id, user_id, role_tag)
        select w.id || u.username, w.id, u.id, 'WORK' from lo_work w, sys_user u where u.username in ('u5', 'u6');
      insert into lo_lock_onoff (id, lock_id, area_code, open_time, open_user_id, close_time, over_sec, work_id, state)
        select 'o' || n, l.id, l.area_code, timestamptz '2026-12-01 09:00' - make_interval(hours => n * 7), u.id,
          timestamptz '2026-12-01 09:30' - make_interval(hours => n * 7), case when n % 9 = 0 then 60 else 0 end,
          case when n % 8 = 0 then null else 'w1' end, 2
        from generate_series(0, 90) n join lateral (select id, area_code from lo_lock order by id offset n % 5 limit 1) l on true,
          sys_user u where u.username = case n % 2 when 0 then 'u5' else 'u9' end`)
  }

  it('统计图表 counts thirty days, and a range of one’s choice says who or where most', async () => {
    const { browsers } = plant()
    await work()
    const page = await plant().screen('u12', '/dashboard/analysis')
    const volume = page.getByRole('region', { name: '作业与开锁统计' })
    await volume.getByText('工作票数量（共 24 票）').waitFor()
    expect(await page.getByRole('region', { name: '近 30 天作业' }).innerText()).toContain('24 票')
    // Who signs in is for whoever runs the system.
    expect(await page.getByText('最近一周访问量统计').count()).toBe(0)
    await browsers.shot(page, 'dashboard chart')
    await browsers.shot(page, 'dashboard chart', 390)
    await volume.getByRole('tab', { name: '开锁' }).click()
    await volume.getByRole('heading', { name: '区域开锁排行榜' }).waitFor()
    await press(volume, '今日')
    // The demo plant's own locks have opened today, too.
    await volume.getByText(/开锁次数（共 \d 次）/).waitFor()
    await browsers.shot(page, 'dashboard chart today')
    await volume.getByRole('tab', { name: '工作票' }).click()
    await volume.getByText('班组作业排行榜').waitFor()
    await page.getByRole('button', { name: /近 30 天作业，指标说明/ }).hover()
    await page.getByRole('tooltip').getByText('计划在最近 30 天内开始的工作票').waitFor()
  })

  it('统计图表2 shows what runs out of time, and leads to the ticket', async () => {
    const { browsers } = plant()
    const page = await plant().screen('u12', '/dashboard/analysis')
    await page.locator('.board-style').getByText('统计图表2').click()
    const limits = page.getByRole('region', { name: '限时监管' })
    await limits.getByRole('button', { name: 'GZP-21' }).waitFor()
    await page.getByRole('img', { name: '本年作业量柱状图' }).waitFor()
    await browsers.shot(page, 'dashboard second')
    await browsers.shot(page, 'dashboard second', 390)
    await limits.getByText('已超时').click()
    await expect
      .poll(() => limits.locator('tbody .ant-table-row').count(), { message: 'only what is over' })
      .toBe(1)
    await limits.getByRole('tab', { name: '审批节点限时监管' }).click()
    await limits.getByText('没有符合所选时限的事项，可改选“所有”').waitFor()
    await page.getByRole('tab', { name: '开关锁监管' }).click()
    await page.getByRole('img', { name: /各区域开锁/ }).waitFor()
    await browsers.shot(page, 'dashboard second traffic')
    await page.getByRole('tab', { name: '锁具监管' }).click()
    await page.locator('.board-gauges button').first().waitFor()
    await browsers.shot(page, 'dashboard second locks')
    await page.locator('.board-style').getByText('任务表格').click()
    await page.getByRole('region', { name: '我的待办' }).waitFor()
    await browsers.shot(page, 'dashboard task')
    await browsers.shot(page, 'dashboard task', 390)
    await page.reload()
    await page.getByRole('region', { name: '我的待办' }).waitFor()
    await page.locator('.board-style').getByText('统计图表', { exact: true }).click()
  })

  it('the menu leads to the three views, and the monitor shows locks and isolated points', async () => {
    const { browsers } = plant()
    const page = await plant().screen('u5')
    const menu = page.locator('.ant-menu')
    await menu.getByText('统计看板', { exact: true }).click()
    await menu.getByText('监控看板', { exact: true }).click()
    await page.waitForURL('**/dashboard/monitor')
    await page.getByText('现在没有隔离点；工作票上锁后会列在这里').waitFor()
    await page.getByRole('button', { name: /8 在线/ }).waitFor()
    const { point } = await plant().one(`
      insert into lo_point_hold (id, point_id, work_id, user_id, hold_type, placed_time, state)
      select 'h1', p.id, 'w22', u.id, 1, '2026-12-01 09:30', 1 from lo_point p, sys_user u where u.username = 'u9'
      order by p.point_code limit 1
      returning (select point_code || ' ' || point_name from lo_point where id = point_id) as point`)
    await page.reload()
    const row = page.getByRole('row', { name: /GZP-22/ })
    await row.waitFor()
    expect(await row.innerText()).toContain(String(point))
    expect(await row.innerText()).toMatch(/郑隔\s+2026-12-01 09:30:00/)
    await browsers.shot(page, 'dashboard monitor')
    await browsers.shot(page, 'dashboard monitor', 390)
    await menu.getByText('任务表格', { exact: true }).click()
    await page.waitForURL('**/dashboard/task')
    await page.getByRole('region', { name: '我的督办' }).waitFor()
    await menu.getByText('统计图表', { exact: true }).click()
    await page.waitForURL('**/dashboard/chart')
    await page.getByRole('region', { name: '作业与开锁统计' }).waitFor()
  })

  it('the workplace shows one’s work, one’s ways and how the rules are kept', async () => {
    const { browsers } = plant()
    const page = await plant().screen('u5', '/dashboard/workplace')
    const own = page.getByRole('region', { name: /^我的(其他)?工作票$/ })
    await own.waitFor()
    expect(await own.innerText()).toMatch(/^我的工作票（4）/)
    expect(await own.getByRole('listitem').count()).toBe(4)
    // It is drawn when somebody comes to it.
    await page.getByRole('region', { name: '规范指数' }).scrollIntoViewIfNeeded()
    await page.getByRole('img', { name: /规范指数雷达图/ }).waitFor()
    const conduct = page.getByRole('region', { name: '规范指数' })
    expect(await conduct.getByRole('row', { name: /资质有效/ }).innerText()).toContain('100%')
    await browsers.shot(page, 'dashboard workplace')
    await browsers.shot(page, 'dashboard workplace', 390)
    const quick = page.getByRole('region', { name: '快速开始' })
    await press(quick, '添加')
    await dialog(page)
      .getByText(/最多 12 项，已选 12 项/)
      .waitFor()
    await browsers.shot(page, 'dashboard quick links')
    const chosen = dialog(page).getByRole('checkbox', { checked: true })
    for (let left = 12; left > 0; left -= 1) {
      await chosen.first().uncheck()
      await expect.poll(() => chosen.count()).toBe(left - 1)
    }
    await dialog(page).getByRole('checkbox', { name: '开锁列表' }).check()
    await press(dialog(page), '确定')
    await page.reload()
    await quick.getByRole('button', { name: '开锁列表' }).waitFor()
    await expect
      .poll(() => quick.getByRole('button').allInnerTexts())
      .toEqual(['开锁列表', expect.stringMatching(/添\s*加/)])
    await page
      .getByRole('region', { name: /轮到您|我的工作票/ })
      .getByRole('button', { name: /GZP-21/ })
      .click()
    await page.waitForURL('**/isps/loWorkView/w21')
  })

  it('a card that is slow keeps its place, one that fails says so and comes back on a second try', async () => {
    const { browsers } = plant()
    const page = await plant().screen('u5')
    let release = () => {}
    const held = new Promise<void>((done) => (release = done))
    await page.route('**/loboard/loBoard/**', async (route) => {
      await held
      await route.abort()
    })
    await page.goto('/dashboard/chart')
    await page.locator('.stat .ant-skeleton').first().waitFor()
    const height = async () => (await page.locator('.stats').boundingBox())?.height
    const before = await height()
    await browsers.shot(page, 'dashboard slow')
    await browsers.shot(page, 'dashboard slow', 390)
    release()
    await page.getByText('加载失败').nth(2).waitFor()
    await browsers.shot(page, 'dashboard failed')
    await browsers.shot(page, 'dashboard failed', 390)
    await page.unroute('**/loboard/loBoard/**')
    while ((await page.getByRole('button', { name: /重\s*试/ }).count()) > 0) {
      const left = await page.getByText('加载失败').count()
      await page
        .getByRole('button', { name: /重\s*试/ })
        .first()
        .click()
      await expect.poll(() => page.getByText('加载失败').count()).toBeLessThan(left)
    }
    await page.getByRole('region', { name: '近 30 天作业' }).getByText('24').waitFor()
    expect(await height(), 'as high as its skeleton').toBe(before)

    // What was read a while ago is asked again when the network is back.
    await plant().at('12:30')
    await page.context().setOffline(true)
    await page.getByText('网络已断开，数据可能不是最新的').waitFor()
    await page.getByRole('region', { name: '近 30 天作业' }).getByText('24').waitFor()
    await page.route('**/loboard/loBoard/volume**', (route) => route.abort())
    await page.context().setOffline(false)
    await page
      .getByText(/^以下是.* 12时0\d分\d\d秒的数据，更新失败：/)
      .first()
      .waitFor()
    await page.getByText('工作票数量（共 24 票）').waitFor()
    await browsers.shot(page, 'dashboard old')
    await page.unroute('**/loboard/loBoard/volume**')
    await press(page.getByRole('region', { name: '作业与开锁统计' }), '重试')
    await expect.poll(() => page.getByText('刷新失败').count()).toBe(0)
  })

  it('no dashboard with its figures and no page of one’s own hinders people who see or move differently', async () => {
    // The home page of who manages is the board; a worker's is his own work.
    const page = await plant().screen('u12')
    const settings = ['base', 'security', 'custom', 'binding', 'notification']
    await wear(page, { multiTab: false })
    const found = await accessibilityFindings(page, [
      '/dashboard/chart',
      '/dashboard/task',
      '/dashboard/monitor',
      '/dashboard/workplace',
      '/account/center',
      ...settings.map((part) => `/account/settings/BaseSetting?part=${part}`),
      '/dashboard/analysis',
    ])
    await page.locator('.board-style').getByText('统计图表2').click()
    await page.getByRole('region', { name: '限时监管' }).getByRole('button', { name: 'GZP-21' }).waitFor()
    found.push(...(await lookTwice(page)))
    await page.getByRole('tab', { name: '锁具监管' }).click()
    await page.getByRole('button', { name: /8 在线/ }).waitFor()
    found.push(...(await lookTwice(page)))
    await page.locator('.board-style').getByText('统计图表', { exact: true }).click()
    expect(found).toEqual([])
  })

  it('whoever may not see the board is told whom to ask, and has his own home page', async () => {
    const { browsers, server } = plant()
    await server.ctx.pool.query(`delete from sys_role_permission where role_id in ('role-WORK', 'role-CONTR')
      and permission_id = (select id from sys_permission where perms = 'lo:board:list')`)
    const page = await plant().screen('u13', '/dashboard/analysis')
    await page.getByRole('button', { name: '我安全吗' }).first().waitFor()
    for (const address of ['chart', 'task', 'monitor']) {
      await page.goto(`/dashboard/${address}`)
      await page.getByText('您没有查看看板的权限').waitFor()
    }
    await browsers.shot(page, 'dashboard forbidden', 390)
  })

  it('a new plant says what to do first', async () => {
    const { browsers } = plant()
    const page = await browsers.signIn('admin', ADMIN, '/dashboard/workplace')
    await page.getByText(/您现在没有参加/).waitFor()
    await browsers.shot(page, 'dashboard workplace empty')
  })
})
