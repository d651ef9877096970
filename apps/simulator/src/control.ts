import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { LockHandle } from './lock-handle.ts'
import type { Simulator } from './simulator.ts'

/** What a person may do to a lock by hand. */
const actions: Readonly<Record<string, { readonly text: string; do(lock: LockHandle): Promise<void> }>> = {
  open: { text: '开锁', do: (lock) => lock.open() },
  close: { text: '关锁', do: (lock) => lock.close() },
  half: { text: '未锁到位', do: (lock) => lock.closeHalf() },
  force: { text: '强开', do: (lock) => lock.force() },
  tamper: { text: '撬动', do: (lock) => lock.tamper() },
  jam: { text: '卡滞', do: (lock) => lock.jam() },
  wrong: { text: '错误尝试', do: (lock) => lock.wrongTry() },
  lowbattery: { text: '低电', do: (lock) => lock.setBattery(15) },
  readstate: { text: '上报状态', do: (lock) => lock.readstate() },
  reboot: { text: '重启', do: (lock) => lock.reboot() },
}

/**
 * A page and a small API on the loopback address to push and pull locks by hand:
 * `GET /locks`, `POST /locks/<sn>/<action>`. Posts must be JSON, which no foreign web page can send unasked.
 */
export async function startControl(simulator: Simulator, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    answer(simulator, request, response).catch((error: unknown) =>
      reply(response, 500, { error: error instanceof Error ? error.message : String(error) }),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}

async function answer(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  const locks = simulator.devices.filter(({ kind }) => kind === 'lock' || kind === 'passive')
  if (request.method === 'GET' && path === '/') {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(page(locks.map(({ sn }) => sn)))
    return
  }
  if (request.method === 'GET' && path === '/locks') {
    return reply(response, 200, Object.fromEntries(locks.map(({ sn }) => [sn, simulator.lock(sn).state()])))
  }
  const [, , sn = '', action = ''] = path.split('/')
  const chosen = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (
    request.method !== 'POST' ||
    !path.startsWith('/locks/') ||
    !chosen ||
    !locks.some((lock) => lock.sn === sn)
  ) {
    return reply(response, 404, {
      error: `没有这个操作；可用：POST /locks/<序列号>/{${Object.keys(actions).join(',')}}`,
    })
  }
  if (!request.headers['content-type']?.startsWith('application/json')) {
    return reply(response, 415, { error: '请以 application/json 提交' })
  }
  const lock = simulator.lock(sn)
  await chosen.do(lock)
  reply(response, 200, lock.state())
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

/** Serial numbers hold only letters, digits, `_`, `.` and `-`, so they need no escaping. */
function page(sns: readonly string[]): string {
  const buttons = Object.entries(actions)
    .map(([name, { text }]) => `<button data-action="${name}">${text}</button>`)
    .join(' ')
  const rows = sns.map(
    (sn) => `<tr data-sn="${sn}"><th>${sn}</th><td class="state"></td><td>${buttons}</td></tr>`,
  )
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>锁具模拟器</title>
<style>body{font:14px system-ui;margin:24px}td,th{padding:6px 12px;text-align:left}</style>
<h1>锁具模拟器</h1><table>${rows.join('')}</table>
<script>
const word = { 0: '开', 1: '闭', 2: '动作中', 9: '未知' }
const show = (sn, s) => { document.querySelector('[data-sn="' + sn + '"] .state').textContent = '锁舌' + word[s.latch] + ' 锁梁' + word[s.shackle] + ' 电量' + s.batt + '%' }
const refresh = async () => Object.entries(await (await fetch('/locks')).json()).forEach(([sn, s]) => show(sn, s))
document.addEventListener('click', async ({ target }) => {
  if (!target.dataset.action) return
  const sn = target.closest('tr').dataset.sn
  const answer = await fetch('/locks/' + sn + '/' + target.dataset.action, { method: 'POST', headers: { 'content-type': 'application/json' } })
  if (answer.ok) show(sn, await answer.json())
})
refresh(); setInterval(refresh, 2000)
</script></html>`
}
