import {
  lock,
  personCert,
  role,
  user,
  workTicketEndpoints as tickets,
  type Page as ListPage,
} from '@suoan/contract'
import { crewActions } from '@suoan/safety/work-tickets/testing/carry-out'
import { picture } from '@suoan/safety/work-tickets/testing/picture'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { signIn } from '../support/api-client.ts'
import {
  add,
  button,
  cellOf,
  choose,
  chooseInCell,
  dialog,
  fill,
  item,
  press,
  signInByForm,
} from './page-helpers.ts'
import { PASSWORD, usePlant } from './plant.ts'
import { openTicket, showsState } from './ticket-page.ts'
import { addLock, addPerson, goToStep } from './write-ticket.ts'

const plant = usePlant({ DEMO: '0', ADMIN_PASSWORD: PASSWORD })
const FIRST = 'First#2026xy'
const GATEWAY = 'GW-A'
const locks = ['IL1', 'BX1', 'PL1']

const steps = (page: Page) => page.getByRole('region', { name: '开始使用' })
const stepOf = (page: Page, title: string) =>
  steps(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** Opens a page of the checklist by its button there, after the step `done` has been seen to be so. */
async function goTo(page: Page, step: string, name: string, done?: string): Promise<void> {
  // On the page of its own: the first page draws its charts each time.
  await page.goto('/isps/setup')
  if (done) await stepOf(page, done).getByText('已完成', { exact: true }).waitFor()
  await button(stepOf(page, step), name).click()
  await page.getByRole('tab', { name }).waitFor()
}

const idOf = async (table: string, column: string, value: string): Promise<string> =>
  String((await plant().one(`select id from ${table} where ${column} = $1`, [value]))['id'])

/** People like the one that was added on the page: account, post, certificates and a first login, as calls. */
async function hire(
  username: string,
  posts: readonly string[],
  certs: readonly string[] = [],
): Promise<void> {
  const admin = await signIn(plant().url, 'admin', PASSWORD)
  const roles = await admin.get<ListPage<{ id: string; roleCode: string }>>(`${role.path}/list`, {
    pageSize: 100,
  })
  const rolesOf = posts.map((post) => roles.result.records.find(({ roleCode }) => roleCode === post)?.id)
  const depart = await idOf('sys_depart', 'depart_name', '生产部')
  const account = { username, realname: `员工${username}`, password: FIRST, confirmpassword: FIRST }
  await admin.send('POST', `${user.path}/add`, {
    ...account,
    selectedroles: rolesOf.join(','),
    selecteddeparts: depart,
  })
  const userId = await idOf('sys_user', 'username', username)
  for (const certType of certs)
    await admin.send('POST', `${personCert.path}/add`, {
      userId,
      certType,
      certNo: `${certType}-${username}`,
      validFrom: '2026-01-01',
      validTo: '2027-12-31',
    })
  const own = await signIn(plant().url, username, FIRST)
  const change = { username, oldpassword: FIRST, password: PASSWORD, confirmpassword: PASSWORD }
  expect(await own.send('PUT', '/sys/user/updatePassword', change)).toMatchObject({ success: true })
}

it('an administrator alone sets a plant up, led by 开始使用', async () => {
  const { browsers } = plant()
  const page = await browsers.blank()
  await signInByForm(page, 'admin', PASSWORD)
  await steps(page).getByText('已完成 1 / 9').waitFor()
  await browsers.shot(page, 'bare home')
  await browsers.shot(page, 'bare home', 390)

  await button(stepOf(page, '部门与区域'), '部门管理').click()
  await add(page, [['机构/部门名称', 'type', '生产部']], '添加部门')
  await goTo(page, '部门与区域', '区域管理')
  await add(page, [
    ['区域名称', 'type', '泵房'],
    ['区域类型', 'choose', '装置/车间'],
    ['风险等级', 'choose', '较大'],
  ])
  await goTo(page, '部门与区域', '部门区域关系')
  await add(page, [
    ['部门', 'find', '生产部'],
    ['区域', 'find', '泵房'],
    ['关系类型', 'choose', '属地'],
  ])

  // The first person on the pages, the others as calls.
  await goTo(page, '人员与岗位', '用户管理', '部门与区域')
  await add(
    page,
    [
      ['用户账号', 'type', 'issue'],
      ['登录密码', 'type', FIRST],
      ['确认密码', 'type', FIRST],
      ['用户姓名', 'type', '员工issue'],
      ['工号', 'type', 'B001'],
      ['手机号码', 'type', '13900001001'],
      ['角色分配', 'choose', '签发人'],
      ['部门分配', 'choose', '生产部'],
    ],
    '添加用户',
  )
  await hire('review', ['REVIEW', 'SAFETY'])
  await hire('approve', ['APPROVE', 'DEPT'])
  await hire('permit', ['PERMIT', 'ISO', 'KEEPER'], ['08'])
  await hire('guard', ['GUARD', 'VERIFY', 'GASTEST'], ['01', '08'])
  await hire('work', ['LEAD', 'WORK'])
  await goTo(page, '人员资质', '人员资质', '人员与岗位')
  await add(page, [
    ['人员', 'find', '员工work'],
    ['资质类型', 'choose', '上锁挂牌授权'],
    ['证书编号', 'type', '08-work'],
    ['生效日期', 'date', '2026-01-01'],
    ['失效日期', 'date', '2027-12-31'],
  ])

  // One gateway and what is behind it, as a list: the secret is shown once.
  await goTo(page, '网关与设备', '网关与设备', '人员资质')
  await press(page, '登记设备')
  await dialog(page).getByText('清单', { exact: true }).click()
  const list = [`${GATEWAY},网关,泵房网关,,A01`, ...locks.map((sn) => `${sn},锁,挂锁 ${sn},${GATEWAY},A01`)]
  await item(dialog(page), '设备清单').locator('textarea').first().fill(list.join('\n'))
  await press(dialog(page), '登记并生成密钥')
  const secret = await dialog(page).locator('code').first().innerText()
  await dialog(page).getByText('已写入设备或妥善保存').click()
  await press(dialog(page), '关闭')
  await plant().play(
    [
      { sn: GATEWAY, kind: 'gateway' },
      ...locks.map((sn) => ({ sn, kind: 'lock' as const, parentSn: GATEWAY, open: true })),
    ],
    () => secret,
  )

  await goTo(page, '锁具', '锁具类型', '网关与设备')
  await add(page, [
    ['类型编码', 'type', 'PAD'],
    ['类型名称', 'type', '蓝牙挂锁'],
    ['供电', 'choose', '有源'],
    ['允许用途', 'choose', '隔离锁', '集体锁箱', '个人锁'],
  ])
  await goTo(page, '锁具', '锁具管理')
  await add(page, [
    ['锁具编号', 'type', 'IL1'],
    ['锁具名称', 'type', '隔离锁 1'],
    ['锁具类型', 'find', '蓝牙挂锁'],
    ['用途', 'choose', '隔离锁'],
    ['设备序列号', 'type', 'IL1'],
    ['所在区域', 'find', '泵房'],
    ['保管人', 'find', '员工permit'],
  ])
  const admin = await signIn(plant().url, 'admin', PASSWORD)
  const [lockTypeId, areaId, keeperId, ownerUserId] = await Promise.all([
    idOf('lo_lock_type', 'type_code', 'PAD'),
    idOf('lo_area', 'area_name', '泵房'),
    idOf('sys_user', 'username', 'permit'),
    idOf('sys_user', 'username', 'work'),
  ])
  const such = { lockTypeId, areaId, keeperId }
  for (const row of [
    { lockCode: 'BX1', lockName: '锁箱 1', lockPurpose: 3, deviceSn: 'BX1' },
    { lockCode: 'PL1', lockName: '个人锁 1', lockPurpose: 4, deviceSn: 'PL1', ownerUserId },
  ])
    await admin.send('POST', `${lock.path}/add`, { ...row, ...such })

  await goTo(page, '设备设施与隔离点', '设备设施', '锁具')
  await add(page, [
    ['设备位号', 'type', 'P-1'],
    ['设备名称', 'type', '循环泵'],
    ['区域', 'find', '泵房'],
  ])
  await goTo(page, '设备设施与隔离点', '隔离点')
  await add(page, [
    ['隔离点编号', 'type', 'Q1'],
    ['名称', 'type', '循环泵断路器'],
    ['设备', 'find', '循环泵'],
    ['区域', 'find', '泵房'],
    ['类型', 'choose', '断路器'],
    ['能量类型', 'choose', '电'],
    ['正常位', 'choose', '合'],
    ['安全位', 'choose', '分'],
    ['隔离方式', 'choose', '拉开并上锁'],
    ['验证方式', 'choose', '验电'],
    ['合格判据', 'type', '0 V'],
  ])
  await page.goto('/')
  await steps(page).getByText('已完成 8 / 9').waitFor()
  await browsers.shot(page, 'bare home set up')
  await browsers.shot(page, 'bare home set up', 390)

  // Put away, it waits under 系统管理.
  await press(steps(page), '不在首页显示')
  await steps(page).waitFor({ state: 'hidden' })
  await page.goto('/isps/setup')
  await steps(page).getByText('已完成 8 / 9').waitFor()
  await steps(page).getByRole('switch').click()
  await page.goto('/')
  await steps(page).getByText('已完成 8 / 9').waitFor()
})

const crew = [
  ['许可', '员工permit'],
  ['隔离', '员工permit'],
  ['验证', '员工guard'],
  ['监护', '员工guard'],
  ['负责人', '员工work'],
  ['作业', '员工work'],
] as const

it('the applicant changes his first password, writes a ticket of energy isolation and submits it', async () => {
  const { browsers } = plant()
  const page = await browsers.blank()
  await page.goto('/')
  await page.getByPlaceholder('请输入用户名').fill('issue')
  await page.getByPlaceholder('请输入密码').fill(FIRST)
  await press(page, '登录')
  await page.getByText('首次登录，请修改初始密码').waitFor()
  await page.getByPlaceholder('请输入新密码').fill(PASSWORD)
  await page.getByPlaceholder('请确认新密码').fill(PASSWORD)
  await press(page, '确认修改并登录')
  await page.getByRole('button', { name: /用户菜单/ }).waitFor()
  // The list is an administrator's.
  expect(await steps(page).count()).toBe(0)
  await page.goto('/isps/loWorkList')
  await press(page, '新建')
  await page.getByRole('heading', { name: '新建工作票' }).waitFor()
  await fill(
    page,
    [
      ['作业名称', 'type', '循环泵换密封'],
      ['作业类型', 'choose', '检维修能量隔离'],
      ['作业级别', 'choose', '二级'],
      ['计划开始', 'date', '2026-12-01 09:00'],
      ['计划结束', 'date', '2026-12-01 17:00'],
      ['作业单位', 'find', '生产部'],
      ['作业内容', 'type', '更换机械密封'],
      ['应急联系人', 'type', '值班室 8000'],
    ],
    page,
  )
  await press(page, '下一步')
  await fill(
    page,
    [
      ['作业区域', 'find', '泵房'],
      ['作业设备', 'find', '循环泵'],
      ['作业地点', 'type', '泵房 P-1'],
    ],
    page,
  )
  await press(page, '保存草稿')
  await page.waitForURL((url) => !['new', null].includes(url.searchParams.get('edit')))
  await goToStep(page, '隔离方案')
  await page.getByRole('button', { name: /全部添加/ }).click()
  const plan = page.getByRole('grid', { name: '隔离方案' })
  await chooseInCell(page, cellOf(plan, 'plannedLockId', 'Q1'), 'IL1')
  await page.getByText('须填写“隔离方案说明”，由审核人核对').waitFor()
  await item(page, '隔离方案说明').locator('textarea').first().fill('循环泵只有 380 V 电源，由 Q1 断开')
  await goToStep(page, '危害与措施')
  await choose(page, item(page, '危害辨识'), '触电', '机械伤害')
  await goToStep(page, '人员与锁具')
  for (const [tag, name] of crew) await addPerson(page, tag, name, 'PL1')
  await addLock(page, '集体锁箱', 'BX1')
  await plant().at('08:00')
  await goToStep(page, '检查并提交')
  await page.getByText(/项检查全部通过，可以提交/).waitFor()
  await press(page, '提交审核')
  await showsState(page, '已提交')
  const admin = await plant().screen('admin', '/isps/setup')
  await steps(admin).getByText('已完成 9 / 9').waitFor()
})

/** Signs with his password what is asked for. */
async function sign(page: Page): Promise<void> {
  await dialog(page).getByPlaceholder('请输入登录密码').fill(PASSWORD)
  await press(dialog(page), '签署')
}

it('reviewed, approved, carried out and closed: everybody finds his step in his own menu', async () => {
  const { take, lock: lockAt, at } = plant()
  const id = await idOf('lo_work', 'work_name', '循环泵换密封')
  await at('08:10')
  // The keeper prints the tag of the point before the ticket is approved: who works with it proves with it that he is there.
  const keeper = await plant().screen('permit', '/isps/loPointList')
  await keeper.getByRole('row').filter({ hasText: 'Q1' }).first().getByText('签发标签').click()
  await press(dialog(keeper), '签发新标签')
  const qr = (await dialog(keeper).locator('.tag-code .ant-typography').innerText()).trim()
  await press(dialog(keeper), '已打印或写入')

  for (const [who, list, act, done, state] of [
    ['review', '/isps/loWorkReviewList', '审核', '审核通过', '审核通过'],
    ['approve', '/isps/loWorkExamineList', '审批', '审批通过', '审批通过'],
  ] as const) {
    const page = await plant().screen(who, list)
    await page.getByRole('button', { name: /A01-10-20261201-0001/ }).click()
    await press(page.locator('.transition-bar'), act)
    await press(dialog(page), done)
    await sign(page)
    await showsState(page, state)
  }

  // Isolation to the start, as calls: SC01 walks the same steps on the screens.
  const [pointId, il1, bx1, pl1, worker, guard] = await Promise.all([
    idOf('lo_point', 'point_code', 'Q1'),
    ...locks.map((code) => idOf('lo_lock', 'lock_code', code)),
    idOf('sys_user', 'username', 'work'),
    idOf('sys_user', 'username', 'guard'),
  ])
  await at('08:53')
  await take('permit', tickets.isolateStart, { workId: id })
  await take('permit', tickets.pointOperate, { workId: id, pointId, proof: { qr } })
  await lockAt('IL1').close()
  await take('permit', tickets.pointLock, { workId: id, pointId, lockId: il1 })
  await take('permit', tickets.pointTag, { workId: id, pointId })
  const zero = { verifyMethod: '2', verifyValue: '0', verifyUnit: 'V', verifyResult: 1 }
  await take('guard', tickets.pointVerify, { workId: id, pointId, ...zero })
  const { people } = await take('issue', tickets.detail, { id })
  const rowOf = (userId: string | undefined, tag: string) =>
    people.find((each) => each.userId === userId && each.roleTag === tag)?.id ?? ''
  await take('work', tickets.brief, { workId: id, personIds: [rowOf(worker, 'WORK')] })
  await take('guard', tickets.guardIn, { workId: id, personId: rowOf(guard, 'GUARD') })
  await crewActions.confirmMeasures({ take }, id, 'guard')
  await lockAt('BX1').close()
  await lockAt('PL1').close()
  await take('work', tickets.personalLockOn, { workId: id, lockId: pl1, boxId: bx1 })
  await at('09:00')
  await take('work', tickets.start, { workId: id })
  await take('permit', tickets.start, { workId: id })

  const leader = await openTicket(plant(), 'work', id)
  await showsState(leader, '执行中 · 作业中')
  await press(leader.locator('.transition-bar'), '作业完成，解除隔离')
  const release = dialog(leader)
  for (const check of ['作业区域已走遍', '工具和散件', '防护装置', '已告知受影响人员'])
    await release.getByText(check).click()
  await release
    .locator('input[type=file]')
    .setInputFiles({ name: 'site.png', mimeType: 'image/png', buffer: picture() })
  await release.getByAltText('现场照片').waitFor()
  await press(release, '确认完成')
  await showsState(leader, '执行中 · 解除隔离中')
  await take('work', tickets.personalLockOff, { workId: id, lockId: pl1 })
  await lockAt('IL1').open()
  await take('permit', tickets.pointRestore, { workId: id, pointId })
  await lockAt('IL1').close()
  await take('work', tickets.finish, { workId: id })
  await take('approve', tickets.accept, { workId: id })
  const permitter = await openTicket(plant(), 'permit', id)
  await press(permitter.locator('.transition-bar'), '确认完工')
  await press(dialog(permitter), '确认完工')
  await showsState(permitter, '执行完成 · 已收尾')
  await plant().browsers.shot(permitter, 'bare closed')
})
