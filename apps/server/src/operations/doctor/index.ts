import type { Config } from '@suoan/platform/config'
import { isLoopback } from '@suoan/platform/config'
import { openInstallation } from '../open-installation.ts'
import { databaseFindings } from './database.ts'
import { error, type Finding, ok, warning } from './finding.ts'
import { folderFindings, machineFindings, portFindings, serviceFindings } from './machine.ts'

const signs: Readonly<Record<Finding['state'], string>> = { ok: '✓', warning: '!', error: '✗' }

/** `npm run doctor`: says what is wrong with an installation and what to do. Changes nothing. Answers whether nothing is an error. */
export async function doctor(config: Config, say: (text: string) => void): Promise<boolean> {
  const findings = [
    ...(await machineFindings(config)),
    ...(await folderFindings(config)),
    ...(await portFindings(config)),
    ...(await serviceFindings(config)),
    addressFinding(config),
    ...(await databaseOrReason(config)),
  ]
  for (const finding of findings) {
    say(`${signs[finding.state]} ${finding.title}：${finding.text}`)
    if (finding.state !== 'ok') say(`    → ${finding.advice}`)
  }
  const count = (state: Finding['state']): number =>
    findings.filter((finding) => finding.state === state).length
  say(
    `共检查 ${findings.length} 项：${count('ok')} 项正常，${count('warning')} 项提醒，${count('error')} 项错误。`,
  )
  return count('error') === 0
}

/** Passwords and tokens must not cross a network in the clear. */
function addressFinding(config: Config): Finding {
  if (isLoopback(config.host)) return ok('地址', `只在本机监听（${config.host}）`)
  return config.publicUrl?.startsWith('https://') === true
    ? ok('地址', config.publicUrl)
    : warning(
        '地址',
        `在 ${config.host} 监听，没有配置 https 的 PUBLIC_URL`,
        '请在前面放一个 TLS 反向代理，并填写 PUBLIC_URL 与 TRUST_PROXY（docs/operations.md）。',
      )
}

async function databaseOrReason(config: Config): Promise<Finding[]> {
  try {
    await using installation = await openInstallation(config)
    return await databaseFindings(installation.pool, config, Date.now())
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    return [
      error(
        '数据库',
        `打不开：${cause.message.split('\n')[0]}`,
        config.databaseUrl === undefined
          ? '请查看数据目录的权限和 postgres/log；从未启动过的安装请先执行 npm start。'
          : '请检查 DATABASE_URL、数据库是否已启动，以及防火墙。',
      ),
    ]
  }
}
