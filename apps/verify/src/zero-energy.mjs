const MINUTE = 60_000
const CLOSED = 1
const VERIFIED = 5
const CONFIRMED = 1

/** ZE01 … ZE14: what must be true of a start (M1). `rows`: the chain rows of the package by kind/subject/seq. */
export function checkZeroEnergy(proof, rows, say) {
  const must = proof.points.filter((point) => point.mandatory)
  if (must.length === 0 && (proof.needIsolation || !proof.noIsoReason.trim()))
    say('ZE01', '没有必须隔离的隔离点，也没有不隔离的理由')
  const start = rows.get(`work/${proof.workId}/${proof.before.seq}`)
  if (start?.hash !== proof.before.hash) say('ZE14', '证明所接的流转链位置不符')
  for (const point of must) checkPoint(point, proof, rows, say)
  for (const path of reached(proof, must)) say('ZE10', `能量仍可到达作业区：${path}`)
  checkGas(proof, say)
  for (const id of ['G10', 'G11', 'G12', 'G13', 'G14', 'G15', 'G16', 'G27'])
    if (!proof.guards.some((guard) => guard.id === id && guard.pass))
      say('ZE12', `开始作业时条件 ${id} 未通过或没有判定`)
  // Whatever else the start asked (T33): a later version may ask more.
  for (const { id, pass } of proof.guards)
    if (!pass && !id.startsWith('G')) say('ZE12', `开始作业时条件 ${id} 未通过`)
  const crew = proof.people.filter(({ roleTags }) => roleTags.includes('WORK') || roleTags.includes('CONTR'))
  if (crew.length === 0) say('ZE13', '没有作业人员')
  for (const { name, briefed, personalLockOn } of crew) {
    if (proof.briefRequired && !briefed) say('ZE13', `${name} 未接受安全交底`)
    if (proof.personalLockRequired && !personalLockOn) say('ZE13', `${name} 未上个人锁`)
  }
}

function checkPoint(point, proof, rows, say) {
  const { pointCode: code, closure, proof: verified, steps } = point
  const isLocked = point.kind === 'isolate'
  const no = (rule, wrong, text) => wrong && say(rule, `${code} ${text}`)
  const wanted = isLocked ? ['T21', 'T22', 'T23', 'T24'] : ['T21', 'T24']
  const order = wanted.map((id) => steps.find(({ transId }) => transId === id)?.seq ?? Number.NaN)
  no(
    'ZE02',
    order.some((seq, n) => Number.isNaN(seq) || (n > 0 && seq <= order[n - 1])),
    '操作、上锁、挂牌、验证的顺序或记录不完整',
  )
  for (const step of steps) {
    const row = rows.get(`work/${proof.workId}/${step.seq}`)
    const said = row ? JSON.parse(row.row) : {}
    const same =
      row?.hash === step.hash &&
      said.transId === step.transId &&
      said.actorId === step.actorId &&
      said.serverTime === step.at
    no(
      'ZE14',
      !same || said.diff?.pointId !== point.pointId || step.seq > proof.before.seq,
      `的 ${step.transId} 与流转链不符`,
    )
  }
  if (isLocked) checkClosure(point, proof, rows, no)
  no('ZE05', isLocked && !point.tagHung, '未挂牌')
  no('ZE06', isLocked ? point.residualDone === 0 : point.residualDone !== 1, '残余能量未释放')
  if (!verified) return say('ZE07', `${code} 未验证`)
  const tags = proof.people
    .filter(({ userId }) => userId === verified.verifierId)
    .flatMap(({ roleTags }) => roleTags)
  no(
    'ZE07',
    verified.verifierId === point.isolatorId || tags.includes('WORK') || tags.includes('CONTR'),
    '未由隔离人和作业人以外的人验证',
  )
  no(
    'ZE07',
    steps.find(({ transId }) => transId === 'T24')?.actorId !== verified.verifierId,
    '的验证人与流转链不符',
  )
  const closedAt = Math.max(closure?.event?.at ?? 0, closure?.closedAt ?? 0)
  no('ZE08', verified.at <= closedAt || verified.at > proof.at, '的验证不晚于关锁，或晚于开工')
  no('ZE08', verified.reVerifyDue !== null && verified.reVerifyDue <= proof.at, '已过复验期限')
  no('ZE09', !verified.result || point.state !== VERIFIED, '验证结论不合格')
  no('ZE09', !point.verifyMethods.includes(verified.method), '的验证方式不适用')
  no('ZE09', !inside(point.verifyLimit, verified), `的验证值不在判据 ${point.verifyLimit} 之内，或单位不符`)
}

function checkClosure({ closure }, proof, rows, no) {
  if (!closure) return no('ZE03', true, '未上锁')
  no('ZE03', closure.lockStatus !== CLOSED, '的锁没有关闭')
  const { event } = closure
  if (event) {
    const row = rows.get(`lock/${closure.lockId}/${event.seq}`)
    const said = row ? JSON.parse(row.row) : {}
    const same =
      row?.hash === event.hash &&
      said.event_type === 'CLOSE' &&
      said.lock_id === closure.lockId &&
      said.op_result === 1
    no(
      'ZE14',
      !same || Date.parse(said.occur_time) !== event.at || event.at > proof.at,
      '的关锁事件与锁具日志不符',
    )
  }
  if (closure.reach === 'passive' && closure.trust !== CONFIRMED) {
    const witnessed =
      closure.claimPhoto && closure.witnessId !== null && closure.witnessId !== closure.claimById
    return no('ZE03', !witnessed, '为无源锁，缺少照片或第二见证人')
  }
  no('ZE03', !event, '没有设备上报的关锁事件')
  no('ZE03', closure.trust !== CONFIRMED, '的关锁未经设备确认')
  const limit =
    closure.reach === 'lowPower' ? Math.ceil(closure.heartbeatSec / 60) + 1 : closure.confirmMaxAgeMin
  const stale =
    closure.confirmedAt === null ||
    proof.at - closure.confirmedAt > limit * MINUTE ||
    closure.confirmedAt > proof.at
  no('ZE04', closure.reach !== 'passive' && stale, '的关锁确认已过时')
  const looked = closure.visualCheckAt !== null && proof.at - closure.visualCheckAt <= 30 * MINUTE
  no('ZE04', closure.reach === 'lowPower' && !looked, '为低功耗锁，缺少 30 分钟内的目视确认')
}

/** Units of one kind as powers of ten of the smallest; a unit that is not here is compared with itself alone. */
const SCALES = [
  { mV: 0, 毫伏: 0, V: 3, v: 3, 伏: 3, 伏特: 3, kV: 6, KV: 6, kv: 6, Kv: 6, 千伏: 6 },
  { mA: 0, 毫安: 0, A: 3, 安: 3, 安培: 3, kA: 6, KA: 6, 千安: 6 },
  {
    Pa: 0,
    pa: 0,
    PA: 0,
    帕: 0,
    mbar: 2,
    毫巴: 2,
    kPa: 3,
    KPa: 3,
    kpa: 3,
    KPA: 3,
    Kpa: 3,
    千帕: 3,
    bar: 5,
    Bar: 5,
    BAR: 5,
    巴: 5,
    MPa: 6,
    Mpa: 6,
    MPA: 6,
    兆帕: 6,
  },
]
const DEGREES = ['°C', '°c', '摄氏度']
const WORDS = {
  '≤': /^(不大于|不超过|不高于|不多于|小于等于|小于或等于|<=|=<|[≤≦⩽])/,
  '≥': /^(不小于|不低于|不少于|大于等于|大于或等于|>=|=>|[≥≧⩾])/,
  '<': /^(小于|低于|少于|<)/,
  '>': /^(大于|高于|超过|>)/,
  '=': /^(等于|==?)/,
}

const tidy = (text) => text.normalize('NFKC').replace(/\s/g, '').replace(/[−–—]/g, '-').replace(/[〜∼]/g, '~')

/** The figure at the head of a text and its unit; null when the rest is neither. */
function amount(text) {
  const found = /^([+-]?\d+(?:\.\d+)?)([^\d,~]*[23]?)$/.exec(text)
  if (!found) return null
  const unit = measure(found[2])
  return unit && { value: scaled(Number(found[1]), unit.power), unit }
}

/** `kind`: '' no unit; null: words that are none. */
function measure(text) {
  if (text === '') return { kind: '', power: 0 }
  if (DEGREES.includes(text)) return { kind: 'degrees', power: 0 }
  const scale = SCALES.findIndex((units) => Object.hasOwn(units, text))
  if (scale >= 0) return { kind: `energy ${scale}`, power: SCALES[scale][text] }
  return /^[\p{Script=Latin}\p{Script=Greek}%°/·().]+[23]?$/u.test(text)
    ? { kind: `as ${text}`, power: 0 }
    : null
}

function scaled(value, power) {
  const [digits, exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + power}`)
}

/** `{ low, high, open, unit }` of `≤0.00 MPa`, `不大于 50 V`, `0~50 V`, `±5 V`, `0 V`; null when it cannot be read. */
function bounds(text) {
  const sign = ['≤', '≥', '<', '>', '='].find((each) => WORDS[each].test(text))
  const one = amount(sign ? text.replace(WORDS[sign], '') : text.replace(/^±(?=\d)/, ''))
  if (one) {
    const { value, unit } = one
    const low = text.startsWith('±') ? -value : sign === '≤' || sign === '<' ? -Infinity : value
    const high = sign === '≥' || sign === '>' ? Infinity : value
    return { low, high, open: sign === '<' || sign === '>', unit }
  }
  const cut = /^(.*[^~至到-])(?:~|至|到|-)([+-]?\d.*)$/u.exec(text)
  const [from, to] = cut ? [amount(cut[1]), amount(cut[2])] : [null, null]
  if (!from || !to) return null
  // `0~50 kV`: the unit stands for both ends.
  const low = from.unit.kind === '' ? scaled(from.value, to.unit.power) : from.value
  if ((from.unit.kind !== '' && from.unit.kind !== to.unit.kind) || low > to.value) return null
  return { low, high: to.value, open: false, unit: to.unit }
}

/**
 * Does a reading keep the limit? A limit without a figure is judged by the conclusion, but a voltage, current or pressure
 * that was read is energy. A limit nobody can read, another kind of unit and a missing one prove nothing.
 */
export function inside(limit, { value, unit }) {
  const text = tidy(limit)
  const read = measure(tidy(unit ?? ''))
  if (!/\p{N}/u.test(text))
    return value === null || value === 0 || !(read?.kind === '' || read?.kind.startsWith('energy'))
  const asked = bounds(text)
  if (!asked || !read || typeof value !== 'number' || !Number.isFinite(value)) return false
  const { low, high, open } = asked
  const isZero = high === 0 && (low === 0 || low === -Infinity)
  const same =
    asked.unit.kind === ''
      ? read.kind === '' || (isZero && read.kind !== 'degrees')
      : asked.unit.kind === read.kind
  if (!same) return false
  // A meter held the other way round shows the same size; only limits that speak of values below zero tell them apart.
  const bySize =
    asked.unit.kind !== 'degrees' && high >= 0 && high !== Infinity && (low >= 0 || low === -Infinity)
  const figure = scaled(bySize ? Math.abs(value) : value, read.power)
  return open ? figure > low && figure < high : figure >= low && figure <= high
}

/** Sources from which energy still flows to the work zone when the proven points are closed. */
function reached({ needIsolation, energy, zoneIds, isolationStatement }, must) {
  if (!needIsolation) return []
  if (!energy || zoneIds.length === 0)
    return isolationStatement.trim() ? [] : ['未建立能量图，也没有书面说明']
  const cut = new Set(
    must
      .filter((p) => p.kind === 'isolate' && p.pointType !== 'SOFT' && p.state === VERIFIED)
      .map((p) => p.pointId),
  )
  const open = energy.edges.filter(({ pointId }) => pointId === null || !cut.has(pointId))
  const codes = new Map(energy.nodes.map(({ id, code }) => [id, code]))
  if (zoneIds.some((id) => !codes.has(id))) return ['作业区不在能量图中']
  return energy.nodes
    .filter(({ type }) => type === 'SOURCE')
    .flatMap(({ id, code }) => {
      const seen = new Set([id])
      for (const node of seen)
        for (const { fromId, toId, directed } of open) {
          if (fromId === node) seen.add(toId)
          if (toId === node && !directed) seen.add(fromId)
        }
      return zoneIds.filter((zone) => seen.has(zone)).map((zone) => `${code} → ${codes.get(zone)}`)
    })
}

function checkGas({ gas, at }, say) {
  if (!gas.required) return
  if (gas.needed.length === 0) say('ZE11', '需要气体检测，但没有检测项目')
  for (const { gasCode, position } of gas.needed) {
    const tests = gas.tests.filter(
      (t) => t.gasCode === gasCode && t.position === position && t.sampleTime <= at + MINUTE,
    )
    const newest = tests.sort((a, b) => b.sampleTime - a.sampleTime)[0]
    if (
      !newest?.pass ||
      at - newest.sampleTime > gas.maxAgeMin * MINUTE ||
      newest.calibValidTo < newest.sampleTime
    )
      say('ZE11', `${position} ${gasCode} 没有有效且合格的检测`)
  }
}
