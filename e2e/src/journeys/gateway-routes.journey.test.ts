import { createServer } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { button, item, press } from './page-helpers.ts'
import { usePlant } from './plant.ts'

/** A neighbouring system whose page has a script that looks for what it can find. */
const neighbour = createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><title>视频监控</title><h1>视频监控 ${request.url}</h1><p id="found"></p>
<script>document.getElementById('found').textContent =
  'found ' + (localStorage.length + sessionStorage.length) + ' ' + document.cookie + (opener ? ' opener' : '')</script>`)
})
await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve))
const address = neighbour.address()
const port = typeof address === 'object' && address !== null ? address.port : 0
afterAll(() => {
  neighbour.close()
  neighbour.closeAllConnections()
})

const plant = usePlant({ GATEWAY_ROUTE_PORT: '0', GATEWAY_ROUTE_HOSTS: `127.0.0.1:${port}` })

it('路由网关: a route that is created is opened from 邻近系统, finds nothing of our session, and is gone when it is disabled', async () => {
  const { browsers } = plant()
  const page = await plant().screen('admin', '/isystem/gatewayroute')
  await page.getByText('还没有路由').waitFor()
  await press(page, '新增')
  const drawer = page.getByRole('dialog')
  await press(drawer, '确定')
  await drawer.getByText('请输入路由ID').waitFor()
  await item(drawer, '路由ID').locator('input').fill('video')
  await item(drawer, '路由名称').locator('input').fill('视频监控')
  await item(drawer, '路由URI').locator('input').fill('lb://video')
  await drawer.getByText('没有服务注册中心').waitFor()
  await item(drawer, '路由URI').locator('input').fill(`http://127.0.0.1:${port}`)
  await press(drawer, '新建Path')
  await drawer.getByLabel('Path 的值').fill('/video/**')
  await drawer.getByLabel('Path 的值').press('Enter')
  await drawer.getByRole('button', { name: /添加过滤器/ }).click()
  await page.getByRole('menuitem', { name: '限流过滤器' }).click()
  await drawer.getByRole('button', { name: /添加路由条件/ }).click()
  await page.getByRole('menuitem', { name: 'Header' }).click()
  await browsers.shot(page, 'gateway route form')
  await browsers.shot(page, 'gateway route form', 390)
  await drawer.getByRole('button', { name: '添加参数' }).scrollIntoViewIfNeeded()
  await browsers.shot(page, 'gateway route filters', 390)
  await browsers.shot(page, 'gateway route filters')
  await press(drawer, '确定')
  await drawer.getByText('Header名称').last().waitFor()
  await drawer.getByRole('button', { name: '删除路由条件 Header' }).click()
  await press(drawer, '确定')
  const row = page.getByRole('row').filter({ hasText: '视频监控' })
  await row.getByText('正常', { exact: true }).waitFor()
  await browsers.shot(page, 'gateway routes')
  await browsers.shot(page, 'gateway routes', 390)

  await page.goto('/isystem/neighbours')
  await button(page, '打开').waitFor()
  await browsers.shot(page, 'neighbours')
  await browsers.shot(page, 'neighbours', 390)
  const [opened] = await Promise.all([page.waitForEvent('popup'), press(page, '打开')])
  await opened.getByText('视频监控 /video/').waitFor()
  // Neither what the console keeps, nor our cookies, nor the window that opened it.
  expect(await opened.locator('#found').textContent()).toBe('found 0 ')
  expect(new URL(opened.url()).origin).toBe(plant().server.gatewayRouteUrl)

  await page.goto('/isystem/gatewayroute')
  await press(row, '编辑')
  await page.getByRole('dialog').getByRole('switch').click()
  await press(page.getByRole('dialog'), '确定')
  await row.getByText('禁用', { exact: true }).waitFor()
  const answer = await opened.reload()
  expect(answer?.status()).toBe(404)
  await opened.getByText('没有这个系统').waitFor()
  await browsers.shot(opened, 'neighbour gone')
  await opened.close()
  await row.getByText('更多').hover()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await press(page.getByRole('dialog'), '确定')
  await page.getByText('还没有路由').waitFor()
})
