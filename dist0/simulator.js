import { parseArgs } from 'node:util'
var commandTypes = [
  'OPEN',
  'CLOSE',
  'FREEZE',
  'UNFREEZE',
  'TIME',
  'READLOG',
  'READSTATE',
  'LOCATE',
  'GRANT',
  'CONFIG',
  'OTA',
]
import { z as z3 } from 'zod'
import { z } from 'zod'
var upSuffixes = ['birth', 'status', 'state', 'telemetry', 'event', 'gas', 'ack', 'req']
var SN = '[A-Za-z0-9][A-Za-z0-9_.-]{0,63}'
var snPattern = new RegExp(`^${SN}$`)
var upPattern = new RegExp(
  `^lo/v1/(0|[1-9]\\d{0,8})/(${SN})/(?:child/(${SN})/)?up/(${upSuffixes.join('|')})$`,
)
var isDeviceSn = (text) => snPattern.test(text)
function deviceRoot({ tenantId, sn, parentSn }) {
  return parentSn ? `lo/v1/${tenantId}/${parentSn}/child/${sn}` : `lo/v1/${tenantId}/${sn}`
}
var upTopic = (address, suffix) => `${deviceRoot(address)}/up/${suffix}`
var downTopic = (address, suffix) => `${deviceRoot(address)}/down/${suffix}`
var MAX_PAYLOAD_BYTES = 16 * 1024
var YEAR_9999 = 0xe677d21fdbff
var deviceSn = z.string().max(64).refine(isDeviceSn)
var deviceTime = z.int().min(0).max(YEAR_9999)
var bootId = z.string().regex(/^[0-9a-f]{8,16}$/i)
var sequence = z.int().min(1)
var timeQuality = z.union([z.literal(0), z.literal(1), z.literal(2)])
var ulid = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
var platformId = z.string().min(1).max(64)
var percent = z.int().min(0).max(100)
var envelope = z.object({
  v: z.literal(1),
  sn: deviceSn,
  boot: bootId,
  ts: deviceTime,
  tq: timeQuality,
  sig: z.string().max(512).optional(),
})
import { z as z2 } from 'zod'
var sensor = z2.union([z2.literal(0), z2.literal(1), z2.literal(2), z2.literal(9)])
var sensorPair = z2.object({ latch: sensor.default(9), shackle: sensor.default(9), door: sensor.optional() })
var fullState = sensorPair.extend({
  batt: percent.optional(),
  mv: z2.int().min(0).max(6e4).optional(),
  rssi: z2.int().min(-200).max(50).optional(),
  temp: z2.number().min(-100).max(200).optional(),
  frozen: z2.boolean().optional(),
  epoch: z2.int().min(0).max(2147483647).optional(),
  logs: z2.int().min(0).max(2147483647).optional(),
  fw: z2.string().max(32).optional(),
})
var identity = z2.object({
  model: z2.string().max(64).optional(),
  kind: z2.string().max(8).optional(),
  fw: z2.string().max(32).optional(),
  hw: z2.string().max(32).optional(),
  mac: z2.string().max(32).optional(),
  passiveNo: z2.int().min(0).optional(),
})
var birthMessage = envelope.extend({
  seq: sequence,
  id: identity.default({}),
  caps: z2
    .record(z2.string().max(32), z2.union([z2.boolean(), z2.number(), z2.string().max(64)]))
    .default({}),
  st: fullState,
})
var statusMessage = envelope.extend({
  seq: sequence.optional(),
  ts: deviceTime.default(0),
  tq: envelope.shape.tq.default(0),
  status: z2.enum(['online', 'offline']),
})
var stateMessage = envelope.extend({ seq: sequence, st: fullState, cmd: z2.string().max(64).nullish() })
var telemetryMessage = envelope.extend({
  tseq: sequence,
  m: fullState
    .omit({ latch: true, shackle: true })
    .extend({
      latch: sensor.optional(),
      shackle: sensor.optional(),
      tilt: z2.number().min(-360).max(360).optional(),
    }),
})
var commandMessage = z3.object({
  v: z3.literal(1),
  id: platformId,
  type: z3.enum(commandTypes),
  exp: deviceTime,
  ttl: z3.int().min(0),
  nonce: z3.string().min(8).max(64),
  by: z3.string().max(64),
  wid: platformId.nullable(),
  dec: platformId.nullable(),
  p: z3.record(z3.string(), z3.unknown()),
  sig: z3.string().max(512).optional(),
})
var ackStages = ['RECV', 'RUN', 'DONE', 'FAILED']
var ackMessage = envelope.extend({
  seq: sequence,
  cmd: platformId,
  stage: z3.enum(ackStages),
  code: z3.string().max(16).default('0'),
  msg: z3.string().max(200).default(''),
  st: fullState.partial().optional(),
})
var requests = ['time', 'decision', 'grants', 'firmware']
var requestMessage = envelope.extend({
  seq: sequence,
  rid: platformId,
  req: z3.enum(requests),
  p: z3.record(z3.string(), z3.unknown()).default({}),
})
var responseMessage = z3.object({
  v: z3.literal(1),
  rid: platformId,
  req: z3.enum(requests),
  now: deviceTime,
  code: z3.string().max(16),
  p: z3.record(z3.string(), z3.unknown()).default({}),
})
var grantMessage = z3.object({
  v: z3.literal(1),
  id: platformId,
  epoch: z3.int().min(0),
  full: z3.boolean(),
  add: z3.array(
    z3.object({
      gid: platformId,
      uid: platformId,
      cred: z3.array(z3.string().max(128)),
      act: z3.array(z3.enum(commandTypes)),
      nbf: deviceTime,
      exp: deviceTime,
      max: z3.int().min(0),
      wid: platformId.nullable(),
      ph: z3.array(z3.int()),
      dual: z3.boolean(),
    }),
  ),
  del: z3.array(platformId),
  sig: z3.string().max(512).optional(),
})
var faultNames = ['duplicate', 'reorder', 'gap', 'skew', 'reboot', 'lostlink']
var CHANCE = { duplicate: 0.2, reorder: 0.2, gap: 0.05, reboot: 0.02, lostlink: 0.02 }
var LARGEST_SKEW_MS = 10 * 6e4
function createFaults(names, random) {
  const strikes = (name) => names.includes(name) && random() < CHANCE[name]
  return {
    next: () => ({
      copies: strikes('gap') ? 0 : strikes('duplicate') ? 2 : 1,
      held: strikes('reorder'),
      rebootAfter: strikes('reboot'),
      cutAfter: strikes('lostlink'),
    }),
    skew: () => (names.includes('skew') ? Math.round((random() * 2 - 1) * LARGEST_SKEW_MS) : 0),
  }
}
function readFaults(text) {
  const found = []
  for (const word of text.split(',').map((part) => part.trim())) {
    if (word === '') continue
    const name = faultNames.find((one) => one === word)
    if (!name) return { unknown: word }
    found.push(name)
  }
  return found
}
var usage = `\u9501\u5177\u6A21\u62DF\u5668\uFF1A\u4EE5\u771F\u5B9E MQTT \u5BA2\u6237\u7AEF\u626E\u6F14\u7F51\u5173\u3001\u6709\u6E90\u9501\u3001\u65E0\u6E90\u9501\u4E0E\u667A\u80FD\u94A5\u5319

  --url mqtt://127.0.0.1:1883   \u6D88\u606F\u670D\u52A1\u5668\u5730\u5740
  --tenant 0                    \u79DF\u6237\u7F16\u53F7
  --devices demo                demo\uFF0C\u6216\u7528\u9017\u53F7\u5206\u9694\u7684\u9501\u5177\u5E8F\u5217\u53F7
  --secret <\u6A21\u677F>               \u8BBE\u5907\u5BC6\u7801\uFF0C\u5176\u4E2D {sn} \u6362\u6210\u5E8F\u5217\u53F7\uFF1B\u4E5F\u53EF\u7528\u73AF\u5883\u53D8\u91CF DEVICE_SECRET
  --seed 7                      \u968F\u673A\u79CD\u5B50\uFF0C\u76F8\u540C\u79CD\u5B50\u5F97\u5230\u76F8\u540C\u8FC7\u7A0B
  --faults ${faultNames.join(',')}
  --control 18850               \u5728 127.0.0.1 \u6253\u5F00\u624B\u52A8\u64CD\u4F5C\u9875\u9762
  --close-after 0               \u5F00\u9501\u540E\u81EA\u52A8\u5173\u9501\u7684\u6BEB\u79D2\u6570\uFF0C0 \u4E3A\u4E0D\u81EA\u52A8
  --telemetry 300000            \u9065\u6D4B\u95F4\u9694\u6BEB\u79D2\u6570\uFF0C0 \u4E3A\u4E0D\u4E0A\u62A5
  --seconds 0                   \u8FD0\u884C\u79D2\u6570\uFF0C0 \u4E3A\u76F4\u5230 Ctrl-C
\u538B\u529B\u6A21\u5F0F\uFF1A
  --rate 2000                   \u6BCF\u79D2\u4E8B\u4EF6\u6570
  --connections 8               \u7F51\u5173\u8FDE\u63A5\u6570\uFF08LOADGW1\u2026\uFF09
  --locks 1000                  \u9501\u5177\u6570\uFF08LOADLK1\u2026\uFF09
`
function readArguments(argv, environment) {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    options: {
      url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
      tenant: { type: 'string', default: '0' },
      devices: {
        type: 'string',
        default: 'demo',
      },
      secret: { type: 'string', default: environment['DEVICE_SECRET'] ?? 'secret-{sn}' },
      seed: { type: 'string', default: '1' },
      faults: { type: 'string', default: '' },
      control: {
        type: 'string',
        default:
          '\
0',
      },
      'close-after': { type: 'string', default: '0' },
      telemetry: { type: 'string', default: '300000' },
      seconds: { type: 'string', default: '0' },
      rate: { type: 'string', default: '0' },
      connections: { type: 'string', default: '8' },
      locks: {
        type: 'string',
        default: '1000',
      },
    },
  })
  const numbers = new Map()
  for (const name of [
    'tenant',
    'seed',
    'control',
    'close-after',
    'telemetry',
    'seconds',
    'rate',
    'connections',
    'locks',
  ]) {
    const number = Number(values[name])
    if (!Number.isInteger(number) || number < 0)
      return `--${name} \u5E94\u4E3A\u4E0D\u5C0F\u4E8E 0 \u7684\u6574\u6570\uFF0C\u73B0\u5728\u662F\u201C${String(values[name])}\u201D`
    numbers.set(name, number)
  }
  const numberOf = (name) => numbers.get(name) ?? 0
  const textOf2 = (name) => String(values[name])
  const faults = readFaults(textOf2('faults'))
  if ('unknown' in faults)
    return `\u6CA1\u6709\u540D\u4E3A\u201C${faults.unknown}\u201D\u7684\u6545\u969C\uFF1B\u53EF\u7528\uFF1A${faultNames.join(
      ',',
    )}`
  const devices = textOf2('devices')
  const sns = devices.split(',')
  const wrong = sns.find((sn) => !isDeviceSn(sn))
  if (wrong !== void 0)
    return `\u201C${wrong}\u201D\u4E0D\u662F\u5E8F\u5217\u53F7\uFF1A\u5E94\u4E3A 1 \u81F3 64 \u4E2A\u5B57\u6BCD\u3001\u6570\u5B57\u6216 _ . -`
  if (numberOf('rate') > 0 && numberOf('seconds') === 0)
    return '\u538B\u529B\u6A21\u5F0F\u8BF7\u7528 --seconds \u7ED9\u51FA\u65F6\u957F'
  if (numberOf('rate') > 0 && (numberOf('connections') === 0 || numberOf('locks') === 0)) {
    return '\u538B\u529B\u6A21\u5F0F\u7684 --connections \u4E0E --locks \u81F3\u5C11\u4E3A 1'
  }
  return {
    url: textOf2('url'),
    tenantId: numberOf('tenant'),
    devices: devices === 'demo' ? 'demo' : sns,
    secret:
      textOf2(
        's\
ecret',
      ),
    seed: numberOf('seed'),
    faults,
    rate: numberOf('rate'),
    seconds: numberOf('seconds'),
    connections: numberOf('connections'),
    locks: numberOf('locks'),
    control: numberOf('control'),
    closeAfterMs:
      numberOf(
        'cl\
ose-after',
      ),
    telemetryMs: numberOf('telemetry'),
  }
}
import { createServer } from 'node:http'
var actions = {
  open: { text: '\u5F00\u9501', do: (lock) => lock.open() },
  close: { text: '\u5173\u9501', do: (lock) => lock.close() },
  half: { text: '\u672A\u9501\u5230\u4F4D', do: (lock) => lock.closeHalf() },
  force: { text: '\u5F3A\u5F00', do: (lock) => lock.force() },
  tamper: { text: '\u64AC\u52A8', do: (lock) => lock.tamper() },
  jam: { text: '\u5361\u6EDE', do: (lock) => lock.jam() },
  wrong: { text: '\u9519\u8BEF\u5C1D\u8BD5', do: (lock) => lock.wrongTry() },
  lowbattery: { text: '\u4F4E\u7535', do: (lock) => lock.setBattery(15) },
  readstate: { text: '\u4E0A\u62A5\u72B6\u6001', do: (lock) => lock.readstate() },
  reboot: { text: '\u91CD\u542F', do: (lock) => lock.reboot() },
}
async function startControl(simulator, port) {
  const server = createServer((request, response) => {
    answer(simulator, request, response).catch((error) =>
      reply(response, 500, { error: error instanceof Error ? error.message : String(error) }),
    )
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}
async function answer(simulator, request, response) {
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  const locks = simulator.devices.filter(({ kind }) => kind === 'lock' || kind === 'passive')
  if (request.method === 'GET' && path === '/') {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(page(locks.map(({ sn: sn2 }) => sn2)))
    return
  }
  if (request.method === 'GET' && path === '/locks') {
    return reply(
      response,
      200,
      Object.fromEntries(locks.map(({ sn: sn2 }) => [sn2, simulator.lock(sn2).state()])),
    )
  }
  const [, , sn = '', action = ''] = path.split('/')
  const chosen = Object.hasOwn(actions, action) ? actions[action] : void 0
  if (
    request.method !== 'POST' ||
    !path.startsWith('/locks/') ||
    !chosen ||
    !locks.some((lock2) => lock2.sn === sn)
  ) {
    return reply(response, 404, {
      error: `\u6CA1\u6709\u8FD9\u4E2A\u64CD\u4F5C\uFF1B\u53EF\u7528\uFF1APOST /loc\
ks/<\u5E8F\u5217\u53F7>/{${Object.keys(actions).join(',')}}`,
    })
  }
  if (!request.headers['content-type']?.startsWith('application/json')) {
    return reply(response, 415, { error: '\u8BF7\u4EE5 application/json \u63D0\u4EA4' })
  }
  const lock = simulator.lock(sn)
  await chosen.do(lock)
  reply(response, 200, lock.state())
}
function reply(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
function page(sns) {
  const buttons = Object.entries(actions)
    .map(([name, { text }]) => `<button data-action="${name}">${text}</button>`)
    .join(' ')
  const rows = sns.map(
    (sn) => `<tr data-sn=\
"${sn}"><th>${sn}</th><td class="state"></td><td>${buttons}</td></tr>`,
  )
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>\u9501\u5177\u6A21\u62DF\u5668</title>
<style>body{font:14px system-ui;margin:24px}td,th{padding:6px 12px;text-align:left}</style>
<h1>\u9501\u5177\u6A21\u62DF\u5668</h1><table>${rows.join('')}</table>
<script>
const word = { 0: '\u5F00', 1: '\u95ED', 2: '\u52A8\u4F5C\u4E2D', 9: '\u672A\u77E5' }
const show = (sn, s) => { document.querySelector('[data-sn="' + sn + '"] .state').textContent = '\u9501\u820C' + word[s.latch] + ' \u9501\u6881' + word[s.shackle] + ' \u7535\u91CF' + s.batt + '%' }
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
var below = (parentSn, kind, ...sns) => sns.map((sn) => ({ sn, kind, parentSn }))
var demoDevices = [
  { sn: 'GW1', kind: 'gateway' },
  ...below('GW1', 'lock', 'LK1', 'LK2', 'LK3', 'LB1', 'PL6', 'PL7').map((lock) => ({ ...lock, open: true })),
  { sn: 'LK4', kind: 'lock' },
  { sn: 'K1', kind: 'key' },
  ...['GAS2', 'GAS3', 'GAS4'].map((sn) => ({ sn, kind: 'gas' })),
  ...below('K1', 'passive', 'LK5').map((lock) => ({ ...lock, open: true })),
]
var systemClock = { now: () => Date.now() }
var POOL = 256
var pool = new Uint32Array(POOL)
var used = POOL
var systemRandom = () => {
  if (used === POOL) {
    globalThis.crypto.getRandomValues(pool)
    used = 0
  }
  return (pool[used++] ?? 0) / 4294967296
}
function seededRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 1831565813) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
var EPOCH = Date.UTC(2010, 0, 1)
var LOW_BITS = 22n
var FRESH_START = 2 ** 21
var LAST_LOW = 2 ** 22 - 1
function snowflakeSource(clock, random) {
  let at = -1
  let low = 0
  return () => {
    const now = Math.max(0, clock.now() - EPOCH)
    if (now > at) {
      at = now
      low = Math.floor(random() * FRESH_START)
    } else if (low < LAST_LOW) {
      low += 1
    } else {
      at += 1
      low = 0
    }
    return ((BigInt(at) << LOW_BITS) | BigInt(low)).toString().padStart(19, '0')
  }
}
var ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
var TIME_CHARS = 10
var RANDOM_CHARS = 16
var LAST = ALPHABET.length - 1
function ulidSource(clock, random) {
  let at = -1
  let tail = []
  return () => {
    const now = Math.max(0, clock.now())
    if (now > at) {
      at = now
      tail = Array.from({ length: RANDOM_CHARS }, () => Math.floor(random() * 32))
    } else if (!countUp(tail)) {
      at += 1
      tail = Array.from({ length: RANDOM_CHARS }, () => 0)
    }
    return encodeTime(at) + tail.map((digit) => ALPHABET.charAt(digit)).join('')
  }
}
function countUp(digits) {
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = digits[i] ?? 0
    if (digit < LAST) {
      digits[i] = digit + 1
      return true
    }
    digits[i] = 0
  }
  return false
}
function encodeTime(time) {
  let rest = time
  let text = ''
  for (let i = 0; i < TIME_CHARS; i++) {
    text = ALPHABET.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}
var newId = snowflakeSource(systemClock, systemRandom)
var newUlid = ulidSource(systemClock, systemRandom)
var RECONNECT_MS = 500
async function connect(options) {
  const { default: mqtt } = await import('mqtt')
  const client = mqtt.connect(options.url, {
    clientId: options.clientId,
    username: options.username,
    password: options.password,
    protocolVersion: 4,
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: true,
    resubscribe: false,
    keepalive: 60,
    will: { topic: options.will.topic, payload: Buffer.from(options.will.payload), qos: 1, retain: true },
  })
  client.on('message', (topic, payload) => options.onMessage(topic, payload))
  const connection = {
    publish: async (topic, payload, { retain, qos }) => {
      await client.publishAsync(topic, payload, { qos, retain })
    },
    cut: () => client.stream.destroy(),
    close: () => client.endAsync(true),
  }
  return new Promise((resolve, reject) => {
    let listening = false
    client.on('connect', () => {
      client.subscribe([...options.filters], { qos: 1 }, (error) => {
        if (error) return options.onTrouble(error)
        listening = true
        resolve(connection)
        options.onConnected()
      })
    })
    client.on('error', (error) => {
      options.onTrouble(error)
      if (listening) return
      client.end(true)
      reject(error)
    })
  })
}
var REMEMBERED_COMMANDS = 32
var LOG_CAPACITY = 500
var EVENTS_PER_MESSAGE = 50
var LockModel = class {
  sn
  boot
  latch
  shackle
  battery = 90
  temperature = 22
  frozen = false
  epoch = 0
  firmware = '2.4.1'
  motor
  losesPower = false
  skew
  timeQuality = 2
  #clock
  #random
  #newUlid
  #seq = 0
  #tseq = 0
  #log = []
  #seen = []
  constructor(options) {
    this.sn = options.sn
    this.motor = options.motor ?? false
    this.latch = options.open ? 0 : 1
    this.shackle = this.latch
    this.skew = options.skew
    this.#clock = options.clock
    this.#random = options.random
    this.#newUlid = ulidSource({ now: () => this.now() }, options.random)
    this.boot = this.#newBoot()
  }
  now() {
    return this.#clock.now() + this.skew
  }
  sensors() {
    return { latch: this.latch, shackle: this.shackle }
  }
  fullState() {
    return {
      ...this.sensors(),
      batt: this.battery,
      mv: 3e3 + this.battery * 7,
      rssi: -60 - Math.floor(this.#random() * 25),
      temp: this.temperature,
      frozen: this.frozen,
      epoch: this.epoch,
      logs: this.#log.length,
      fw: this.firmware,
    }
  }
  birth(kind, model) {
    return this.#message('birth', {
      seq: ++this.#seq,
      id: { kind, model, fw: this.firmware },
      caps: { latch: true, shackle: true, motor: this.motor },
      st: this.fullState(),
    })
  }
  status(status) {
    return this.#message('status', { status })
  }
  state(cmd) {
    return this.#message('state', { seq: ++this.#seq, st: this.fullState(), ...(cmd !== void 0 && { cmd }) })
  }
  telemetry() {
    const { frozen: _frozen, epoch: _epoch, ...readings } = this.fullState()
    return this.#message('telemetry', {
      tseq: ++this.#tseq,
      m: {
        ...readings,
        tilt: 0,
      },
    })
  }
  happen(type, to = {}, cause = {}, ok = true) {
    const before = this.sensors()
    this.latch = to.latch ?? this.latch
    this.shackle = to.shackle ?? this.shackle
    const event = {
      id: this.#newUlid(),
      type,
      ts: this.now(),
      hist: false,
      ok,
      ...cause,
      before,
      after: this.sensors(),
      batt: this.battery,
    }
    const seq = ++this.#seq
    this.#log.push({ seq, event })
    if (this.#log.length > LOG_CAPACITY) this.#log.shift()
    return this.#message(
      'e\
vent',
      { seq, events: [event] },
    )
  }
  measure(...measured) {
    const readings = measured.map((each) => ({ id: this.#newUlid(), ...each, ts: this.now(), hist: false }))
    return this.#message('gas', { seq: ++this.#seq, readings })
  }
  ack(
    cmd,
    stage,
    code = '\
0',
  ) {
    return this.#message('ack', { seq: ++this.#seq, cmd, stage, code, msg: '', st: this.sensors() })
  }
  readLog(from) {
    const wanted = this.#log.filter(({ seq }) => seq >= from).map(({ event }) => ({ ...event, hist: true }))
    const messages = []
    for (let at = 0; at < wanted.length; at += EVENTS_PER_MESSAGE) {
      messages.push(
        this.#message('event', { seq: ++this.#seq, events: wanted.slice(at, at + EVENTS_PER_MESSAGE) }),
      )
    }
    return messages
  }
  refuse(command) {
    if (this.timeQuality > 0 && command.exp < this.now()) return 'LO-D1003'
    const marks = [`id ${command.id}`, `nonce ${command.nonce}`]
    if (marks.some((mark) => this.#seen.includes(mark))) return 'LO-D1004'
    this.#seen = [...this.#seen, ...marks].slice(-2 * REMEMBERED_COMMANDS)
    if (command.type === 'OPEN' && this.frozen) return 'LO-D2009'
    return void 0
  }
  refuseToken({ epoch, nbf, exp }) {
    if (this.timeQuality === 0) return 'LO-D2005'
    if (epoch < this.epoch)
      return 'LO-D\
2006'
    if (this.now() < nbf || this.now() >= exp) return 'LO-D2002'
    return this.frozen ? 'LO-D2009' : void 0
  }
  reboot() {
    this.boot = this.#newBoot()
    this.#seq = 0
    this.#tseq = 0
  }
  #newBoot() {
    const seconds = Math.floor(this.#clock.now() / 1e3) >>> 0
    const chance = Math.floor(this.#random() * 4294967296)
    return [seconds, chance].map((part) => part.toString(16).padStart(8, '0')).join('')
  }
  #message(suffix, fields) {
    return {
      suffix,
      payload: {
        v: 1,
        sn: this.sn,
        boot: this.boot,
        ts: Math.max(0, this.now()),
        tq: this.timeQuality,
        ...fields,
      },
    }
  }
}
var TICK_MS = 10
async function runLoad(options) {
  const { tenantId, rate, seconds } = options
  const random = seededRandom(options.seed ?? 1)
  const clock = options.clock ?? systemClock
  const links = await Promise.all(
    options.gateways.map(async (sn) => ({ sn, connection: await connectGateway(options, sn) })),
  )
  const locks = options.locks.map((sn, index) => {
    const link = links[index % links.length]
    if (!link)
      throw new Error(
        'a load run needs a\
t least one gateway',
      )
    return { link, model: new LockModel({ sn, open: false, skew: 0, clock, random }) }
  })
  const waits = []
  const pending = new Set()
  let [sent, failed] = [0, 0]
  const begun = performance.now()
  function sendOne() {
    const lock = locks[sent % locks.length]
    if (!lock) return
    sent += 1
    const { model, link } = lock
    const closing = model.latch === 0
    const to = closing ? 1 : 0
    const { payload } = model.happen(
      closing ? 'CLOSE' : 'OPEN',
      { latch: to, shackle: to },
      closing || !options.commandOf ? {} : { cmd: options.commandOf(model.sn) },
    )
    const at = performance.now()
    const answered = link.connection
      .publish(upTopic({ tenantId, sn: model.sn, parentSn: link.sn }, 'event'), JSON.stringify(payload), {
        qos: 1,
        retain: false,
      })
      .then(
        () => void waits.push(performance.now() - at),
        () => void (failed += 1),
      )
      .finally(() => pending.delete(answered))
    pending.add(answered)
  }
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(rate * seconds, Math.floor(((performance.now() - begun) / 1e3) * rate))
      while (sent < due) sendOne()
      if (sent < rate * seconds) return
      clearInterval(timer)
      resolve()
    }, TICK_MS)
  })
  await Promise.all(pending)
  const took = (performance.now() - begun) / 1e3
  await Promise.all(links.map(({ connection }) => connection.close()))
  return {
    sent,
    acked: waits.length,
    failed,
    seconds: took,
    rate: waits.length / took,
    latency: percentiles(waits),
  }
}
function percentiles(waits) {
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}
function connectGateway(options, sn) {
  const { url, tenantId, secretOf } = options
  const offline = { v: 1, sn, boot: '00000000', status: 'offline' }
  return connect({
    url,
    clientId: sn,
    username: `${tenantId}/${sn}`,
    password: secretOf(sn),
    filters: [`lo/v1/${tenantId}/${sn}/down/#`],
    will: { topic: upTopic({ tenantId, sn }, 'status'), payload: JSON.stringify(offline) },
    onConnected: () => {},
    onMessage: () => {},
    onTrouble: () => {},
  })
}
var BATTERY_LOW = 20
var BATTERY_CRITICAL = 10
function createLockHandle(device, means) {
  const { model, spec } = device
  const report = (message) => means.report(device, message)
  return {
    sn: spec.sn,
    open: async (cause = {}) => {
      await report(model.happen('OPEN', { latch: 0, shackle: 0 }, { method: '01', ...cause }))
      means.opened(device)
    },
    close: (cause = {}) => report(model.happen('CLOSE', { latch: 1, shackle: 1 }, cause)),
    force: () => report(model.happen('FORCE', { latch: 0, shackle: 0 })),
    tamper: () => report(model.happen('TAMPER')),
    closeHalf: () => report(model.happen('NOTFULL', { latch: 0, shackle: 1 })),
    jam: () => report(model.happen('JAM', { latch: 2 })),
    wrongTry: (cause = {}) => report(model.happen('WRONG', {}, cause, false)),
    readstate: () => report(model.state()),
    telemetry: () => report(model.telemetry()),
    setBattery: async (percent2) => {
      const before = model.battery
      model.battery = Math.round(Math.min(100, Math.max(0, percent2)))
      if (before >= BATTERY_CRITICAL && model.battery < BATTERY_CRITICAL) await report(model.happen('BATC'))
      else if (before >= BATTERY_LOW && model.battery < BATTERY_LOW) await report(model.happen('BATL'))
      await report(model.telemetry())
    },
    reboot: () => means.reboot(device),
    setSkew: (ms) => {
      model.skew = ms
    },
    setReach: (inReach) => means.link(device, inReach ? 'online' : 'offline'),
    delayCommands: (ms) => {
      device.commandDelayMs = ms
    },
    setBusy: (busy) => {
      const kept = device.waiting ?? []
      device.waiting = busy ? kept : void 0
      if (!busy) for (const handOver of kept) handOver()
    },
    setDeaf: (deaf) => {
      device.deaf = deaf
    },
    openByToken: async (token, cause = {}) => {
      const code = model.refuseToken(token) ?? null
      const by = { method: '09', tok: token.id, ...cause }
      if (code === null) {
        await report(model.happen('OPEN', { latch: 0, shackle: 0 }, by))
        means.opened(device)
      } else
        await report(
          model.happen(
            'OPE\
N',
            {},
            { ...by, code },
            false,
          ),
        )
      return code
    },
    failInNextMove: () => {
      model.losesPower = true
    },
    returnPower: (latch) => {
      model.losesPower = false
      model.latch = latch
      device.deaf = false
    },
    state: () => ({ ...model.fullState(), boot: model.boot }),
  }
}
var actions2 = {
  OPEN: (lock, { id, by, p }) => [
    lock.happen('OPEN', { latch: 0, shackle: 0 }, { cmd: id, uid: by, method: textOf(p['method']) ?? '02' }),
  ],
  CLOSE: (lock, { id, by }) => [
    lock.happen('CLOSE', { latch: 1, shackle: 1 }, { cmd: id, uid: by, method: '02' }),
  ],
  FREEZE: (lock) => {
    lock.frozen = true
    return [lock.state()]
  },
  UNFREEZE: (lock) => {
    lock.frozen = false
    return [lock.state()]
  },
  TIME: (lock, { id }) => {
    lock.skew = 0
    lock.timeQuality = 2
    return [lock.happen('TIME', {}, { cmd: id })]
  },
  READLOG: (lock, { p }) => lock.readLog(Number(p['from'] ?? 0) || 0),
  READSTATE: (lock, { id }) => [lock.state(id)],
  LOCATE: () => [],
  GRANT: (lock, { id, p }) => {
    lock.epoch = Math.max(lock.epoch, Number(p['epoch'] ?? 0) || 0)
    return [lock.happen('GRANT', {}, { cmd: id })]
  },
  CONFIG: (lock, { id }) => [lock.happen('CFG', {}, { cmd: id })],
  OTA: (lock, { id, p }) => {
    lock.firmware = textOf(p['fw']) ?? lock.firmware
    return [lock.happen('FW', {}, { cmd: id })]
  },
}
function obey(lock, command) {
  const refusal = lock.refuse(command)
  if (refusal) return [lock.ack(command.id, 'FAILED', refusal)]
  const received = lock.ack(command.id, 'RECV')
  if (lock.motor && (command.type === 'OPEN' || command.type === 'CLOSE')) lock.latch = MOVING
  const running = [received, lock.ack(command.id, 'RUN')]
  if (lock.latch === MOVING && lock.losesPower) return running
  return [...running, ...actions2[command.type](lock, command), lock.ack(command.id, 'DONE')]
}
var MOVING = 2
var textOf = (value) => (typeof value === 'string' ? value : void 0)
var HELD_AT_MOST_MS = 300
function createSimulator(options) {
  const { tenantId, devices } = options
  const clock = options.clock ?? systemClock
  const random = seededRandom(options.seed ?? 1)
  const faults = createFaults(options.faults ?? [], random)
  const listeners = new Set()
  const connections = new Map()
  const recorded = new Map()
  const timers = new Set()
  let running = false
  const played = new Map()
  for (const spec of devices) {
    const { sn, parentSn = null, open = false, motor = false } = spec
    const model = new LockModel({ sn, open, motor, skew: faults.skew(), clock, random })
    played.set(sn, {
      spec,
      model,
      address: { tenantId, sn, parentSn },
      commandDelayMs: 0,
      waiting: void 0,
      deaf: false,
      held: void 0,
    })
  }
  const announce = (event) => {
    for (const listener of listeners) listener(event)
  }
  const connectionOf = ({ spec }) => {
    const connection = connections.get(spec.parentSn ?? spec.sn)
    if (!connection) throw new Error(`${spec.sn} is not connected: start the simulator first`)
    return connection
  }
  const publish = (device, message) =>
    connectionOf(device).publish(upTopic(device.address, message.suffix), JSON.stringify(message.payload), {
      retain: message.suffix === 'status' || message.suffix === 'state',
      qos: message.suffix === 'telemetry' ? 0 : 1,
    })
  async function say2(device, message) {
    announce({ type: 'said', sn: device.spec.sn, message })
    const isBusiness = message.suffix === 'event' || message.suffix === 'ack' || message.suffix === 'gas'
    if (!isBusiness) return publish(device, message)
    const fate = faults.next()
    const send = async () => {
      await Promise.all(Array.from({ length: fate.copies }, () => publish(device, message)))
    }
    const overtaken = device.held
    device.held = void 0
    if (fate.held && !overtaken) await hold(device, send)
    else await send()
    if (overtaken) {
      await overtaken.send()
      overtaken.done()
    }
    if (fate.cutAfter) cutLink(device.spec.sn)
    if (fate.rebootAfter) await reboot(device)
  }
  function hold(device, send) {
    return new Promise((done, failed) => {
      const held = { send, done }
      device.held = held
      later(HELD_AT_MOST_MS, () => {
        if (device.held !== held) return
        device.held = void 0
        send().then(done, failed)
      })
    })
  }
  async function report(device, message) {
    const { kind, parentSn } = device.spec
    if (kind !== 'passive' || !parentSn) return say2(device, message)
    recorded.set(parentSn, [...(recorded.get(parentSn) ?? []), () => say2(device, message)])
    if (options.autoSync !== false) await sync(parentSn)
  }
  async function sync(keySn) {
    const waiting = recorded.get(keySn) ?? []
    recorded.delete(keySn)
    for (const send of waiting) await send()
  }
  async function reboot(device) {
    device.model.reboot()
    announce({ type: 'rebooted', sn: device.spec.sn })
    await publish(device, birthOf(device))
  }
  function cutLink(sn) {
    const device = deviceOf(sn)
    announce({ type: 'cut', sn: device.spec.parentSn ?? sn })
    connectionOf(device).cut()
  }
  async function introduce(connector) {
    await publish(connector, connector.model.status('online'))
    for (const device of [connector, ...childrenOf(connector.spec.sn)]) await publish(device, birthOf(device))
    announce({ type: 'connected', sn: connector.spec.sn })
  }
  const birthOf = ({ spec, model }) => model.birth(kindWord[spec.kind], spec.model ?? defaultModel[spec.kind])
  const childrenOf = (sn) => [...played.values()].filter(({ spec }) => spec.parentSn === sn)
  function receive(topic, payload) {
    const parts = topic.split('/')
    const sn = parts[4] === 'child' ? parts[5] : parts[3]
    const device = sn === void 0 ? void 0 : played.get(sn)
    if (!device || device.deaf) return
    const json = JSON.parse(Buffer.from(payload).toString('utf8'))
    if (commandTopics.some((end) => topic.endsWith(end))) {
      const command = commandMessage.parse(json)
      announce({ type: 'command', sn: device.spec.sn, command })
      const handOver = () => run(device, () => carryOut(device, command))
      if (device.waiting) device.waiting.push(handOver)
      else if (device.commandDelayMs > 0) later(device.commandDelayMs, handOver)
      else handOver()
    } else if (topic.endsWith('/down/grant')) {
      const grant = grantMessage.parse(json)
      device.model.epoch = Math.max(device.model.epoch, grant.epoch)
      run(device, () => say2(device, device.model.ack(grant.id, 'DONE')))
    }
  }
  async function carryOut(device, command) {
    const said = obey(device.model, command)
    if (device.model.losesPower && device.model.latch === 2) device.deaf = true
    await Promise.all(said.map((message) => say2(device, message)))
    if (command.type === 'OPEN' && device.model.latch === 0) closeLater(device)
    if (command.type === 'OTA' && said.some(({ payload }) => payload['stage'] === 'DONE'))
      await reboot(device)
  }
  function closeLater(device) {
    const { closeAfterMs = 0 } = options
    if (closeAfterMs <= 0 || device.spec.kind !== 'lock') return
    later(closeAfterMs, () => {
      if (device.model.latch !== 0) return
      run(device, () => say2(device, device.model.happen('CLOSE', { latch: 1, shackle: 1 })))
    })
  }
  function run(device, work) {
    work().catch((error) => {
      if (running)
        announce({
          type: 'trouble',
          sn: device.spec.sn,
          error: error instanceof Error ? error : new Error(String(error)),
        })
    })
  }
  function later(ms, work) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (running) work()
    }, ms)
    timers.add(timer)
  }
  function deviceOf(sn) {
    const device = played.get(sn)
    if (!device) throw new Error(`no device ${sn} is played here; known: ${[...played.keys()].join(', ')}`)
    return device
  }
  async function connectDevice(device) {
    const { sn } = device.spec
    const filters = [downTopic({ tenantId, sn }, 'cmd').replace(/cmd$/, '#')]
    if (childrenOf(sn).length > 0) filters.push(`lo/v1/${tenantId}/${sn}/child/+/down/#`)
    const connection = await connect({
      url: options.url,
      clientId: sn,
      username: `${tenantId}/${sn}`,
      password: options.secretOf(sn),
      filters,
      will: {
        topic: upTopic({ tenantId, sn }, 'status'),
        payload: JSON.stringify(device.model.status('offline').payload),
      },
      onConnected: () => connections.has(sn) && run(device, () => introduce(device)),
      onMessage: receive,
      onTrouble: (error) => announce({ type: 'trouble', sn, error }),
    })
    connections.set(sn, connection)
    await introduce(device)
  }
  function repeat(kind, everyMs, said) {
    if (everyMs <= 0) return
    for (const device of played.values()) {
      if (device.spec.kind !== kind) continue
      const tick = () => {
        run(device, () => say2(device, said(device)))
        later(everyMs, tick)
      }
      later(random() * everyMs, tick)
    }
  }
  return {
    devices,
    start: async () => {
      running = true
      await Promise.all(
        [...played.values()].filter(({ spec }) => spec.parentSn === void 0).map(connectDevice),
      )
      repeat('lock', options.telemetryEveryMs ?? 0, ({ model }) => model.telemetry())
      repeat('gas', options.gasEveryMs ?? 0, ({ model }) => model.measure(...cleanAir))
    },
    stop: async () => {
      running = false
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      await Promise.all([...connections.values()].map((connection) => connection.close()))
      connections.clear()
    },
    lock: (sn) =>
      createLockHandle(deviceOf(sn), {
        report,
        reboot,
        opened: closeLater,
        link: (device, state) => publish(device, device.model.status(state)),
      }),
    sync,
    measure: (sn, gas, value, unit) => {
      const device = deviceOf(sn)
      return say2(device, device.model.measure({ gas, value, unit }))
    },
    cutLink,
    on: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
var commandTopics = [
  '/down/cmd',
  '/down/ota',
  '/down/c\
fg',
]
var cleanAir = [
  { gas: 'O2', value: 20.9, unit: '%vol' },
  { gas: 'CH4', value: 0, unit: '%vol' },
  { gas: 'H2S', value: 0, unit: 'mg/m3' },
  { gas: 'CO', value: 0, unit: 'mg/m3' },
]
var kindWord = { gateway: 'GW', key: 'KEY', lock: 'LOCK', passive: 'LOCK', gas: 'GAS' }
var defaultModel = { gateway: 'SA-GW2', key: 'SA-K1', lock: 'SA-B30', passive: 'SA-P10', gas: 'SA-G4' }
var say = (text) =>
  void process.stdout.write(`${text}
`)
if (process.argv.includes('--help')) {
  say(usage)
} else {
  const chosen = readArguments(process.argv.slice(2), process.env)
  if (typeof chosen === 'string') {
    process.stderr.write(`${chosen}
`)
    process.exitCode = 2
  } else {
    try {
      await (chosen.rate > 0 ? makeLoad(chosen) : play(chosen))
    } catch (error) {
      process.stderr.write(`\u6A21\u62DF\u4E2D\u65AD\uFF08${chosen.url}\uFF09\uFF1A${reasonOf(error)}
`)
      process.exitCode = 1
    }
  }
}
async function makeLoad(chosen) {
  const numbered = (prefix, count) => Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)
  const report = await runLoad({
    ...chosen,
    secretOf: secretFrom(chosen.secret),
    gateways: numbered('LOADGW', chosen.connections),
    locks: numbered('LOADLK', chosen.locks),
  })
  const { p50, p95, p99, max } = report.latency
  say(
    `\u53D1\u9001 ${report.sent}\uFF0C\u5DF2\u786E\u8BA4 ${
      report.acked
    }\uFF0C\u5931\u8D25 ${report.failed}\uFF0C\u7528\u65F6 ${report.seconds.toFixed(1)} \u79D2\uFF0C${report.rate.toFixed(0)} \u4E2A/\u79D2`,
  )
  say(
    `\u53D1\u5E03\u5230\u786E\u8BA4 \u6BEB\u79D2\uFF1Ap50 ${p50.toFixed(
      1,
    )}\uFF0Cp95 ${p95.toFixed(1)}\uFF0Cp99 ${p99.toFixed(1)}\uFF0C\u6700\u5927 ${max.toFixed(1)}`,
  )
  if (report.acked < report.sent) process.exitCode = 1
}
async function play(chosen) {
  const simulator = createSimulator({
    ...chosen,
    devices: chosen.devices === 'demo' ? demoDevices : chosen.devices.map((sn) => ({ sn, kind: 'lock' })),
    secretOf: secretFrom(chosen.secret),
    telemetryEveryMs: chosen.telemetryMs,
  })
  simulator.on((event) => say(describe(event)))
  try {
    await simulator.start()
    await playUntilStopped(simulator, chosen)
  } finally {
    await simulator.stop()
  }
}
async function playUntilStopped(simulator, chosen) {
  const control = chosen.control > 0 ? await startControl(simulator, chosen.control) : void 0
  if (control) say(`\u624B\u52A8\u64CD\u4F5C\u9875\u9762\uFF1Ahttp://127.0.0.1:${chosen.control}/`)
  await new Promise((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
    if (chosen.seconds > 0) setTimeout(resolve, chosen.seconds * 1e3)
  })
  control?.closeAllConnections()
  control?.close()
}
function describe(event) {
  switch (event.type) {
    case 'command':
      return `${event.sn} \u6536\u5230\u6307\u4EE4 ${event.command.type} ${event.command.id}`
    case 'said':
      return `${event.sn} ${event.message.suffix} ${JSON.stringify(event.message.payload)}`
    case 'trouble':
      return `${event.sn}\
 \u6545\u969C\uFF1A${reasonOf(event.error)}`
    case 'connected':
      return `${event.sn} \u5DF2\u8FDE\u63A5`
    case 'cut':
      return `${event.sn} \u94FE\u8DEF\u4E2D\u65AD`
    case 'rebooted':
      return `${event.sn} \u5DF2\u91CD\u542F`
    default:
      return event
  }
}
function secretFrom(template) {
  return (sn) => template.replaceAll('{sn}', sn)
}
function reasonOf(error) {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('\uFF1B')
  return error instanceof Error ? error.message : String(error)
}
//# sourceMappingURL=simulator.js.map
