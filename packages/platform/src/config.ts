import { standardSignSecret } from '@suoan/contract'
import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import type { S3Settings } from './files/store/s3-store.ts'
import { isSafeAddress, parseJson, readHeaders, readProviders, type SmsGateway } from './config-sign-in.ts'

/**
 * The whole configuration: one row per environment variable. An empty value counts as not given. `npm start -- --help`
 * and README print this table (`config-table.ts`).
 */
export const settings = z.object({
  PORT: whole(0, 65_535).default(8080).describe('网页与接口的端口（0 = 由系统选一个空闲端口）'),
  HOST: text().default('127.0.0.1').describe('监听的地址；0.0.0.0 = 所有网卡'),
  DATA_DIR: text().default('./data').describe('数据目录：内置数据库、文件与密钥'),
  DATABASE_URL: url('postgres', 'postgresql')
    .optional()
    .describe('外部 PostgreSQL（15 或更新）；不填 = 用 DATA_DIR 里的内置数据库'),
  DATABASE_OWNER_URL: url('postgres', 'postgresql')
    .optional()
    .describe(
      '同一数据库中表的所有者，只用于升级结构；DATABASE_URL 的角色则无权改删证据表。不填 = 两者同一角色，只靠触发器保护',
    ),
  DATABASE_POOL_SIZE: whole(2, 200).default(12).describe('每个进程的数据库连接数'),
  DATABASE_SEARCH_POOL_SIZE: whole(1, 50)
    .default(2)
    .describe('另留给模糊查询、深页与精确总数的连接数；少，才不拖慢其他列表'),
  DATABASE_EXPORT_POOL_SIZE: whole(1, 50).default(3).describe('另留给导出等长时间查询的连接数'),
  STATEMENT_TIMEOUT_SECONDS: whole(1, 3_600)
    .default(30)
    .describe('一条语句最长的执行秒数（长时间查询为其 10 倍）'),
  REQUEST_TIMEOUT_SECONDS: whole(1, 3_600)
    .default(60)
    .describe('一个请求（头和内容）最长的发送秒数，超时断开；大文件经慢速网络上传时请调大'),
  HEADER_TIMEOUT_SECONDS: whole(1, 600).default(15).describe('请求头最长的发送秒数，超时断开'),
  SOCKETS_PER_SESSION: whole(1, 10)
    .default(10)
    .describe('同一处登录最多同时有几条实时连接（浏览器标签页）；再开时最早的一条断开'),
  SOCKETS_MAX: whole(10, 100_000).default(5_000).describe('每个进程最多同时有多少条实时连接'),
  REDIS_URL: url('redis', 'rediss').optional().describe('多个进程同时运行时共用的 Redis；单机不填'),
  MQTT_URL: url('mqtt', 'mqtts', 'ws', 'wss')
    .optional()
    .describe('外部 MQTT 服务；填写后不启动内置的 MQTT 服务'),
  MQTT_PORT: whole(0, 65_535).default(1884).describe('内置 MQTT 服务的端口（0 = 不启动）'),
  MQTT_HOST: text().optional().describe('内置 MQTT 服务监听的地址；不填 = 与 HOST 相同'),
  FIRMWARE_KEYS: text()
    .regex(
      /^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*$/,
      '应为 Ed25519 公钥（32 字节）的 Base64，多个用逗号分隔',
    )
    .optional()
    .describe('设备厂家签署固件的 Ed25519 公钥（Base64，可多个，逗号分隔）；不填 = 不能上传固件'),
  API_BASE: text()
    .regex(/^(\/[A-Za-z0-9._~-]+)+$/, '要以 / 开头、不以 / 结尾，例如 /jeecg-boot')
    .default('/jeecg-boot')
    .describe('接口的路径前缀'),
  PUBLIC_URL: url('http', 'https').optional().describe('用户在浏览器里看到的地址；不填 = http://HOST:PORT'),
  TRUST_PROXY: whole(0, 10)
    .default(0)
    .describe(
      '前面有几层反向代理就填几（0 = 没有）；客户端地址按 X-Forwarded-For 从右数这么多层认定，更左边的不可信',
    ),
  ADMIN_PASSWORD: secretText()
    .refine(
      isStrong,
      '太弱：至少 8 个字符，含大写、小写、数字、符号中的三种，且不能是 Admin@123 一类常用密码',
    )
    .optional()
    .describe('首次启动时 admin 的密码，原样使用；不填 = 生成一次性密码'),
  DEMO_PASSWORD: secretText()
    .optional()
    .describe('首次启动时演示账号的密码，原样使用；不填 = 生成一次性密码'),
  LOGIN_CAPTCHA: onOff('on', 'off')
    .default(true)
    .describe('登录验证码 on | off（off 只允许 HOST 为本机回环地址）'),
  LOGIN_MAX_FAILURES: whole(1, 100)
    .default(5)
    .describe('同一账号在同一地址（或同一台已登录过的设备上）连续登录失败多少次后，暂停其在该处登录'),
  LOGIN_MAX_ADDRESS_FAILURES: whole(1, 10_000)
    .default(100)
    .describe('同一地址登录失败多少次后，该地址登录必须输入验证码；不会因此拒绝登录'),
  LOGIN_LOCK_MINUTES: whole(1, 1_440).default(15).describe('登录锁定的分钟数'),
  SESSION_IDLE_MINUTES: whole(1, 43_200).default(120).describe('无操作多少分钟后会话失效'),
  SESSION_ABSOLUTE_HOURS: whole(1, 8_760).default(168).describe('登录多少小时后会话必定失效'),
  SESSION_MAX_PER_USER: whole(1, 1_000)
    .default(20)
    .describe('同一账号最多同时有多少处登录；再登录时，最久没有使用的一处退出'),
  UPLOAD_DAILY_MB: whole(10, 1_000_000)
    .default(500)
    .describe('每人 24 小时内最多上传多少 MB 文件，以免占满磁盘'),
  S3_ENDPOINT: url('http', 'https')
    .optional()
    .describe('S3 兼容对象存储的地址，例如 https://s3.example.com；不填 = 文件存于 DATA_DIR/files'),
  S3_BUCKET: text()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, '要 3–63 个小写字母、数字、点或连字符')
    .optional()
    .describe('存放文件的存储桶，须事先建好；填写 S3_ENDPOINT 时必填'),
  S3_ACCESS_KEY: text().min(1).optional().describe('对象存储的访问密钥编号；填写 S3_ENDPOINT 时必填'),
  S3_SECRET_KEY: text().min(1).optional().describe('对象存储的访问密钥；填写 S3_ENDPOINT 时必填'),
  S3_REGION: text()
    .regex(/^[a-z0-9-]+$/, '要小写字母、数字和连字符')
    .default('us-east-1')
    .describe('对象存储的区域'),
  S3_PREFIX: text()
    .regex(/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/, '要字母、数字、下划线和连字符，中间可用 / 分隔')
    .default('suoan')
    .describe('文件在存储桶里的前缀；几套系统共用一个存储桶时各用各的'),
  S3_PATH_STYLE: onOff('on', 'off')
    .default(true)
    .describe('存储桶写在地址的路径里 on | off；off = 写在主机名里（Amazon S3、阿里云 OSS 等）'),
  PASSWORD_MAX_DAYS: whole(0, 3_650)
    .default(90)
    .describe('密码使用多少天后，下次登录必须更换；0 = 不要求定期更换'),
  SECRET_KEY_FILE: text()
    .optional()
    .describe(
      '加密动态口令与短信验证码的密钥文件（32 字节的 base64）；不填 = 首次使用时生成，存于 DATA_DIR/keys',
    ),
  SELF_REGISTRATION: onOff('1', '0')
    .default(true)
    .describe('登录页允许凭手机验证码自助注册 1 | 0；新账号只有“自助注册”角色'),
  TOTP_ROLES: text()
    .regex(/^[A-Za-z0-9_]+( *, *[A-Za-z0-9_]+)*$/, '要用逗号分隔的角色编码，例如 admin')
    .optional()
    .describe('登录必须使用动态口令的角色编码，用逗号分隔，例如 admin；不填 = 自愿启用'),
  SMS_URL: safeUrl()
    .optional()
    .describe('短信网关的 HTTP 接口地址（https）；不填 = 不发短信，见 MESSAGE_OUTBOX'),
  SMS_HEADERS: text()
    .refine((value) => readHeaders(value) !== undefined, '要 JSON 对象，例如 {"authorization":"Bearer …"}')
    .optional()
    .describe('调用短信网关时附加的请求头，JSON 对象'),
  SMS_BODY: text()
    .refine((value) => parseJson(value) !== undefined, '要 JSON，例如 {"mobile":"{mobile}","text":"{text}"}')
    .default('{"mobile":"{mobile}","text":"{text}"}')
    .describe(
      '短信网关的请求体，JSON；可用 {mobile} {code} {text}，以及 {id}：同一条短信重试时不变，供网关去重',
    ),
  SMS_ACCEPT: text().optional().describe('短信网关成功回答里必有的文字；不填 = 只看 HTTP 状态'),
  SMS_ADDRESS_HOURLY: whole(1, 10_000)
    .default(20)
    .describe('同一地址每小时最多获取多少次短信验证码；多人共用一个出口地址时请调大'),
  MAIL_URL: url('smtp', 'smtps')
    .optional()
    .describe('发送邮件的 SMTP 地址，例如 smtps://账号:密码@mail.example:465；不填 = 不发邮件'),
  MAIL_FROM: text().optional().describe('邮件的发件人，例如 锁安 <suoan@mail.example>；填写 MAIL_URL 时必填'),
  VOICE_URL: safeUrl()
    .optional()
    .describe('语音电话网关的 HTTP 接口地址（https）；不填 = 不打电话。三级警告依值班表呼叫'),
  VOICE_HEADERS: text()
    .refine((value) => readHeaders(value) !== undefined, '要 JSON 对象，例如 {"authorization":"Bearer …"}')
    .optional()
    .describe('调用语音网关时附加的请求头，JSON 对象'),
  VOICE_BODY: text()
    .refine((value) => parseJson(value) !== undefined, '要 JSON，例如 {"mobile":"{mobile}","text":"{text}"}')
    .default('{"mobile":"{mobile}","text":"{text}"}')
    .describe('语音网关的请求体，JSON；可用 {mobile} {text} {id}'),
  VOICE_ACCEPT: text().optional().describe('语音网关成功回答里必有的文字；不填 = 只看 HTTP 状态'),
  MESSAGE_HOSTS: text()
    .refine((value) => hostsOf(value) !== null, '要用逗号分隔的 主机 或 主机:端口')
    .default('qyapi.weixin.qq.com,oapi.dingtalk.com,open.feishu.cn')
    .describe(
      '群机器人的地址只能指向这些主机，逗号分隔的 主机 或 主机:端口；域名解析到内部网络时拒绝，内部的机器人请写 IP 地址',
    ),
  MESSAGE_TIMEOUT_SECONDS: whole(1, 120)
    .default(10)
    .describe('邮件服务器、短信网关、群机器人多少秒没有回应就算失败，稍后重试'),
  MESSAGE_OUTBOX: onOff('1', '0')
    .optional()
    .describe(
      '没有配置网关时，把短信和邮件留在“消息发件箱”页供管理员查看 1 | 0，只用于演示和开发；不填 = 与 DEMO 相同',
    ),
  OIDC_PROVIDERS: text()
    .refine(
      (value) => readProviders(value) !== undefined,
      '要 JSON 数组，每项含 source、name、issuer（https）、clientId、clientSecret，source 不能重复',
    )
    .optional()
    .describe('第三方登录（OpenID Connect）的提供方，JSON 数组；填写时必须填 PUBLIC_URL'),
  CAS_URL: safeUrl()
    .optional()
    .describe('单点登录 CAS 服务的地址（https），例如 https://cas.example/cas；填写时必须填 PUBLIC_URL'),
  SSO_AUTO: onOff('on', 'off')
    .default(false)
    .describe(
      '打开登录页时直接前往单点登录 on | off；须填写 CAS_URL；注销后、登录失败后或地址带 local=1 时停在登录页',
    ),
  TOKEN_EXPIRED_STATUS: z
    .enum(['500', '401'], '只能填 500 或 401')
    .default('500')
    .transform(Number)
    .describe('令牌失效时的 HTTP 状态 500 | 401'),
  DEMO: onOff('1', '0')
    .optional()
    .describe('首次启动空库时装入演示工厂 1 | 0；不填 = 内置数据库 1，外部数据库 0'),
  DEMO_WORKS: onOff('1', '0')
    .optional()
    .describe(
      '演示工厂的规模 1 = 完整工厂（区域、设备、人员与 90 天历史） | 0 = 只有一台泵的小工厂；不填 = 与 DEMO 相同',
    ),
  SIMULATOR: onOff('1', '0').optional().describe('启动锁具模拟器 1 | 0；不填 = 与 DEMO 相同'),
  FOOTER_COPYRIGHT: text().max(100).default('锁安').describe('页脚的版权单位'),
  FOOTER_ICP: text().max(60).optional().describe('页脚的 ICP 备案号，例如 京ICP备00000000号；不填 = 不显示'),
  FOOTER_POLICE: text()
    .max(60)
    .optional()
    .describe('页脚的公安备案号，例如 京公网安备 00000000000000号；不填 = 不显示'),
  FRAME_ORIGINS: text()
    .refine((value) => originsOf(value) !== null, '要用空格或逗号分隔的来源，例如 https://docs.example.com')
    .optional()
    .describe('菜单可以嵌入的外部网站的来源，用空格或逗号分隔；不填 = 只能嵌入本系统的页面'),
  ALLOWED_ORIGINS: text()
    .refine(
      (value) => originsOf(value) !== null,
      '要用空格或逗号分隔的来源，例如 https://console.example.com',
    )
    .optional()
    .describe(
      '部署在其他网站的客户端的来源，用空格或逗号分隔：只有它们（和本系统自己）可以跨域调用接口、建立 WebSocket、嵌入通告页面；不填 = 任何网站的客户端凭请求头中的令牌调用接口，WebSocket 和嵌入只限本系统',
    ),
  MICRO_APPS: text()
    .refine((value) => originsOf(value) !== null, '要用空格或逗号分隔的来源，例如 https://video.example.com')
    .optional()
    .describe(
      '可以作为子应用（微前端）载入的网站的来源，用空格或逗号分隔；打开其菜单时会把登录会话和主题交给它，只填写信任的网站；不填 = 不启用',
    ),
  STATIC_URL: url('http', 'https')
    .optional()
    .describe(
      '图片和附件使用的另一个域名，例如 https://static.example.com（反向代理到本系统）；须与 PUBLIC_URL 同属一个上级域名；不填 = 与接口相同',
    ),
  SIGN_SECRET: text()
    .min(1)
    .max(200)
    .default(standardSignSecret)
    .describe('X-Sign 签名的密钥，与客户端一致；它随网页公开，不作为安全措施'),
  SIGN_REQUIRED: onOff('on', 'off')
    .default(false)
    .describe('数据字典查询必须带 X-Sign 签名 on | off；off = 不带签名的客户端也能查询'),
  AUDIT_HASH: z
    .enum(['sha256', 'sm3'], '只能填 sha256 或 sm3')
    .default('sha256')
    .describe('审计锚点的摘要算法 sha256 | sm3'),
  AUDIT_KEY_FILE: text()
    .optional()
    .describe('锚点签名私钥文件（Ed25519，PKCS#8 PEM）；不填 = 首次启动时生成，存于 DATA_DIR/keys'),
  AUDIT_EXPORT_DIR: text().optional().describe('锚点文件的外部留存目录；不填 = DATA_DIR/anchors'),
  REDIS_TERMINAL: onOff('on', 'off')
    .default(false)
    .describe('系统监控中的 Redis终端 on | off；打开后有权限的人可以执行只读命令，每条都记入操作日志'),
  DATA_SOURCE_HOSTS: text()
    .refine(
      (value) => databaseHostsOf(value) !== null,
      '要用逗号分隔的主机，例如 erp-db.example.com,10.0.0.8:5433；不带协议，IPv6 写在方括号里',
    )
    .optional()
    .describe(
      '多数据源管理允许连接的数据库主机，用逗号分隔，可带端口，不带端口只允许 3306 和 5432；不填 = 不允许连接任何主机',
    ),
  GATEWAY_ROUTE_PORT: whole(0, 65_535)
    .optional()
    .describe(
      '路由网关（邻近系统的反向代理）监听的端口（0 = 由系统选一个空闲端口），与 PORT 不同：被代理的页面因此不在本系统的来源里运行；不填 = 不启用',
    ),
  GATEWAY_ROUTE_URL: url('http', 'https')
    .optional()
    .describe(
      '用户在浏览器里看到的路由网关地址，例如 https://systems.example.com；来源须与 PUBLIC_URL 不同、同属一个上级域名，最好用另一个主机名；不填 = http://HOST:GATEWAY_ROUTE_PORT',
    ),
  GATEWAY_ROUTE_HOSTS: text()
    .refine(
      (value) => databaseHostsOf(value) !== null,
      '要用逗号分隔的主机，例如 video.example.com,10.0.0.8:8081；不带协议，IPv6 写在方括号里',
    )
    .optional()
    .describe(
      '网关路由可以指向的主机，用逗号分隔，可带端口，不带端口只允许 80 和 443；域名解析到本机或链路地址时拒绝，确需时请写 IP 地址；不填 = 不能指向任何主机',
    ),
  LOG_KEEP_DAYS: whole(0, 36_500)
    .refine((days) => days === 0 || days >= 180, '填 0（永久保留）或不少于 180 天')
    .default(0)
    .describe('操作日志和数据日志保留多少天，到期且已进入锚点的每晚清理，链仍可校验；0 = 永久保留，最少 180'),
  BACKUP_DIR: text().optional().describe('备份文件的目录，最好在另一块磁盘上；不填 = DATA_DIR/backups'),
  BACKUP_KEEP: whole(1, 1_000)
    .default(14)
    .describe('保留最近多少份定时备份；手工备份和升级前的备份不会自动删除'),
  BACKUP_PASSWORD: secretText()
    .min(12, '太短：至少 12 个字符')
    .optional()
    .describe('加密备份的密码（age 格式）；不填 = 不加密。丢失密码，备份就再也打不开'),
  BACKUP_RECIPIENT: text()
    .regex(/^age1[0-9a-z]{20,2000}$/, '应为 age1 开头的公钥，由 age-keygen 生成')
    .optional()
    .describe('加密备份的公钥（age1…），本机不必保存私钥；填写后不用 BACKUP_PASSWORD 加密'),
  BACKUP_IDENTITY_FILE: text()
    .optional()
    .describe('打开备份的私钥文件（age-keygen 生成），只在校验和恢复时需要'),
  UPGRADE_BACKUP: onOff('on', 'off')
    .default(true)
    .describe('升级数据库结构前先自动备份 on | off；off 只应在已另行备份时使用'),
  METRICS_TOKEN: secretText()
    .min(16, '太短：至少 16 个字符')
    .regex(/^[\x21-\x7e]+$/, '只能用可见的英文字符，不含空格')
    .optional()
    .describe('读取 /metrics（Prometheus）的令牌，放在 Authorization: Bearer 里；不填 = 关闭'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      '只能填 fatal、error、warn、info、debug、trace 或 silent',
    )
    .default('info')
    .describe('日志级别 fatal | error | warn | info | debug | trace | silent'),
})

/** The name of a configuration variable. */
export type SettingName = keyof (typeof settings)['shape']

/** A value that cannot be used; `message` is one sentence with the variable's name and the reason. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly variable: SettingName

  constructor(variable: SettingName, reason: string) {
    super(`环境变量 ${variable} 的值不能用：${reason}。`)
    this.variable = variable
  }
}

/** The configuration in force, frozen. Names are those of the variables in camel case. */
export type Config = ReturnType<typeof loadConfig>

/** Reads and checks `env`; opens nothing. Throws `ConfigError` for the first wrong value. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    // The schema is a flat object of variables, so every issue's path is the variable's name.
    throw new ConfigError(issue?.path[0] as SettingName, issue?.message ?? '格式不对')
  }
  const value = parsed.data
  if (!value.LOGIN_CAPTCHA && !isLoopback(value.HOST)) {
    throw new ConfigError(
      'LOGIN_CAPTCHA',
      `off 只允许在 HOST 为本机回环地址时使用，现在 HOST 是 ${value.HOST}`,
    )
  }
  for (const name of ['OIDC_PROVIDERS', 'CAS_URL'] as const) {
    // Where a provider sends people back to is configuration, never read from a request (security.md V19).
    if (value[name] !== undefined && value.PUBLIC_URL === undefined)
      throw new ConfigError(name, '还要填写 PUBLIC_URL，登录后才知道回到哪里')
  }
  if (value.SSO_AUTO && value.CAS_URL === undefined)
    throw new ConfigError('SSO_AUTO', '还要填写 CAS_URL，才知道去哪里单点登录')
  if (value.MAIL_URL !== undefined && value.MAIL_FROM === undefined)
    throw new ConfigError('MAIL_URL', '还要填写发件人 MAIL_FROM')
  for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const) {
    if (value.S3_ENDPOINT !== undefined && value[name] === undefined)
      throw new ConfigError(name, '填写 S3_ENDPOINT 时必填')
    // Half of it would put files onto the disk that are looked for in the bucket.
    if (value.S3_ENDPOINT === undefined && value[name] !== undefined)
      throw new ConfigError(name, '还要填写 S3_ENDPOINT，文件才会存入对象存储')
  }
  if (
    value.GATEWAY_ROUTE_PORT !== undefined &&
    value.GATEWAY_ROUTE_PORT !== 0 &&
    value.GATEWAY_ROUTE_PORT === value.PORT
  )
    throw new ConfigError('GATEWAY_ROUTE_PORT', '要与 PORT 不同')
  // Where browsers are sent is configuration, never read from a request (security.md V19).
  if (
    value.GATEWAY_ROUTE_PORT !== undefined &&
    value.GATEWAY_ROUTE_URL === undefined &&
    !isLoopback(value.HOST)
  )
    throw new ConfigError('GATEWAY_ROUTE_PORT', '还要填写 GATEWAY_ROUTE_URL，浏览器才知道邻近系统在哪里')
  if (value.GATEWAY_ROUTE_URL !== undefined && value.GATEWAY_ROUTE_PORT === undefined)
    throw new ConfigError('GATEWAY_ROUTE_URL', '还要填写 GATEWAY_ROUTE_PORT')
  // A page of a neighbour on our own origin could read the session out of the browser (decision 0880).
  if (
    value.GATEWAY_ROUTE_URL !== undefined &&
    value.PUBLIC_URL !== undefined &&
    new URL(value.GATEWAY_ROUTE_URL).origin === new URL(value.PUBLIC_URL).origin
  )
    throw new ConfigError('GATEWAY_ROUTE_URL', '要与 PUBLIC_URL 的来源不同，否则被代理的页面能读到登录会话')
  const sms: SmsGateway | undefined =
    value.SMS_URL === undefined
      ? undefined
      : {
          url: value.SMS_URL,
          headers: readHeaders(value.SMS_HEADERS ?? '{}') ?? {},
          body: parseJson(value.SMS_BODY),
          accept: value.SMS_ACCEPT,
        }
  const voice: SmsGateway | undefined =
    value.VOICE_URL === undefined
      ? undefined
      : {
          url: value.VOICE_URL,
          headers: readHeaders(value.VOICE_HEADERS ?? '{}') ?? {},
          body: parseJson(value.VOICE_BODY),
          accept: value.VOICE_ACCEPT,
        }
  const demo = value.DEMO ?? value.DATABASE_URL === undefined
  const hasMqtt = value.MQTT_URL !== undefined || value.MQTT_PORT !== 0
  if (value.SIMULATOR === true && !hasMqtt) {
    throw new ConfigError(
      'SIMULATOR',
      '模拟器要通过 MQTT 上报，请把 MQTT_PORT 设为非 0 的端口，或填写 MQTT_URL',
    )
  }
  return Object.freeze({
    port: value.PORT,
    host: value.HOST,
    dataDir: path.resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    databaseOwnerUrl: value.DATABASE_OWNER_URL,
    databasePoolSize: value.DATABASE_POOL_SIZE,
    databaseSearchPoolSize: value.DATABASE_SEARCH_POOL_SIZE,
    databaseExportPoolSize: value.DATABASE_EXPORT_POOL_SIZE,
    statementTimeoutSeconds: value.STATEMENT_TIMEOUT_SECONDS,
    requestTimeoutMs: value.REQUEST_TIMEOUT_SECONDS * 1000,
    headerTimeoutMs: value.HEADER_TIMEOUT_SECONDS * 1000,
    socketsPerSession: value.SOCKETS_PER_SESSION,
    socketsMax: value.SOCKETS_MAX,
    redisUrl: value.REDIS_URL,
    mqttUrl: value.MQTT_URL,
    /** Port of the embedded broker; 0 = none, also when an external one is configured. */
    mqttPort: value.MQTT_URL === undefined ? value.MQTT_PORT : 0,
    mqttHost: value.MQTT_HOST ?? value.HOST,
    /** Base64 of Ed25519 public keys; empty: no firmware is taken. */
    firmwareKeys: value.FIRMWARE_KEYS?.split(',') ?? [],
    apiBase: value.API_BASE,
    /** Without a trailing slash; undefined = derive from the address in use. */
    publicUrl: value.PUBLIC_URL?.replace(/\/+$/, ''),
    /** Whether the hop of this number, counted from us, is a proxy of ours. */
    trustProxy: (_address: string, hop: number) => hop < value.TRUST_PROXY,
    adminPassword: value.ADMIN_PASSWORD,
    demoPassword: value.DEMO_PASSWORD,
    loginCaptcha: value.LOGIN_CAPTCHA,
    loginMaxFailures: value.LOGIN_MAX_FAILURES,
    loginMaxAddressFailures: value.LOGIN_MAX_ADDRESS_FAILURES,
    loginLockMinutes: value.LOGIN_LOCK_MINUTES,
    sessionIdleMinutes: value.SESSION_IDLE_MINUTES,
    sessionAbsoluteHours: value.SESSION_ABSOLUTE_HOURS,
    uploadDailyMb: value.UPLOAD_DAILY_MB,
    /** Undefined = files lie in DATA_DIR. */
    s3: s3Of(value),
    sessionMaxPerUser: value.SESSION_MAX_PER_USER,
    /** 0 = a password never grows too old. */
    passwordMaxDays: value.PASSWORD_MAX_DAYS,
    /** Undefined = the key made at its first use, in DATA_DIR. */
    secretKeyFile: value.SECRET_KEY_FILE === undefined ? undefined : path.resolve(value.SECRET_KEY_FILE),
    selfRegistration: value.SELF_REGISTRATION,
    totpRoles: (value.TOTP_ROLES ?? '')
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== ''),
    /** Undefined = no gateway. */
    sms,
    /** Undefined = nobody is called by telephone. */
    voice,
    smsAddressHourly: value.SMS_ADDRESS_HOURLY,
    /** Undefined = no mail server. */
    mail:
      value.MAIL_URL === undefined || value.MAIL_FROM === undefined
        ? undefined
        : { url: value.MAIL_URL, from: value.MAIL_FROM },
    messageHosts: hostsOf(value.MESSAGE_HOSTS) ?? [],
    messageTimeoutMs: value.MESSAGE_TIMEOUT_SECONDS * 1000,
    messageOutbox: value.MESSAGE_OUTBOX ?? demo,
    oidcProviders: readProviders(value.OIDC_PROVIDERS ?? '[]') ?? [],
    casUrl: value.CAS_URL?.replace(/\/+$/, ''),
    ssoAuto: value.SSO_AUTO,
    tokenExpiredStatus: value.TOKEN_EXPIRED_STATUS,
    footer: {
      copyright: value.FOOTER_COPYRIGHT,
      icp: value.FOOTER_ICP ?? '',
      police: value.FOOTER_POLICE ?? '',
    },
    /** Foreign origins that a page of the menu may embed. */
    frameOrigins: originsOf(value.FRAME_ORIGINS ?? '') ?? [],
    /** Origins of clients on other sites; undefined = none is named, so calls with a token come from anywhere. */
    allowedOrigins:
      value.ALLOWED_ORIGINS === undefined
        ? undefined
        : [...(originsOf(value.ALLOWED_ORIGINS) ?? []), ...(originsOf(value.MICRO_APPS ?? '') ?? [])],
    /** Origins of sub-applications, which are handed the session. */
    microApps: originsOf(value.MICRO_APPS ?? '') ?? [],
    /** Another origin for stored files; undefined = that of the API. */
    staticUrl: value.STATIC_URL === undefined ? undefined : new URL(value.STATIC_URL).origin,
    /** The domain above both, to which the cookie of stored files belongs; undefined = this host alone. */
    fileCookieDomain: sharedDomain(value.PUBLIC_URL, value.STATIC_URL),
    signSecret: value.SIGN_SECRET,
    signRequired: value.SIGN_REQUIRED,
    demo,
    /** The demo plant is a small works with a life of its own, not one pump (decision 0895). */
    demoWorks: demo && (value.DEMO_WORKS ?? true),
    simulator: value.SIMULATOR ?? (demo && hasMqtt),
    auditHash: value.AUDIT_HASH,
    /** Undefined = the key made at the first start, in DATA_DIR. */
    auditKeyFile: value.AUDIT_KEY_FILE === undefined ? undefined : path.resolve(value.AUDIT_KEY_FILE),
    auditExportDir: path.resolve(value.AUDIT_EXPORT_DIR ?? path.join(value.DATA_DIR, 'anchors')),
    /** 0 = for ever. */
    logKeepDays: value.LOG_KEEP_DAYS,
    redisTerminal: value.REDIS_TERMINAL,
    /** Where data sources may be; empty = nowhere. */
    dataSourceHosts: databaseHostsOf(value.DATA_SOURCE_HOSTS ?? '') ?? [],
    /** Undefined = no routes are served; 0 = a free port. */
    gatewayRoutePort: value.GATEWAY_ROUTE_PORT,
    /** The origin under which browsers reach the routes; undefined = derive from the address in use. */
    gatewayRouteUrl:
      value.GATEWAY_ROUTE_URL === undefined ? undefined : new URL(value.GATEWAY_ROUTE_URL).origin,
    /** Where routes may lead; empty = nowhere. */
    gatewayRouteHosts: databaseHostsOf(value.GATEWAY_ROUTE_HOSTS ?? '') ?? [],
    backupDir: path.resolve(value.BACKUP_DIR ?? path.join(value.DATA_DIR, 'backups')),
    backupKeep: value.BACKUP_KEEP,
    backupPassword: value.BACKUP_PASSWORD,
    backupRecipient: value.BACKUP_RECIPIENT,
    backupIdentityFile: value.BACKUP_IDENTITY_FILE,
    upgradeBackup: value.UPGRADE_BACKUP,
    metricsToken: value.METRICS_TOKEN,
    logLevel: value.LOG_LEVEL,
  })
}

/** Whether `host` can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function text() {
  return z.string().trim()
}

/** Reached only when all that belongs to it is given. */
function s3Of(value: z.output<typeof settings>): S3Settings | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = value
  const { S3_ACCESS_KEY: accessKeyId, S3_SECRET_KEY: secretAccessKey } = value
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return {
    endpoint,
    bucket,
    accessKeyId,
    secretAccessKey,
    region: value.S3_REGION,
    prefix: value.S3_PREFIX,
    isPathStyle: value.S3_PATH_STYLE,
  }
}

/** Not trimmed: a password is used as it is given. */
function secretText() {
  return z.string().max(128, '最长 128 个字符')
}

function whole(min: number, max: number) {
  const reason = `要 ${min}–${max} 的整数`
  return z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, reason)
    .transform(Number)
    .refine((value) => value >= min && value <= max, reason)
}

/** Origins as they stand in a page policy; null when one is none: a policy must not be extended by other words. */
function originsOf(text: string): string[] | null {
  const origins = text.split(/[\s,]+/).filter((part) => part !== '')
  const isOrigin = (part: string) =>
    /^https?:/.test(part) && URL.canParse(part) && new URL(part).origin === part
  return origins.every(isOrigin) ? origins : null
}

/** A host as it stands in the configuration, without brackets, in lower case; without a port: the usual ones. */
export interface AllowedHost {
  readonly host: string
  readonly port: number | undefined
}

/** Hosts with an optional port; null when one is none. */
function databaseHostsOf(text: string): AllowedHost[] | null {
  const hosts: AllowedHost[] = []
  for (const part of text.split(/[\s,]+/).filter((each) => each !== '')) {
    const [, name, six, digits] =
      /^(?:([A-Za-z0-9.-]{1,253})|\[([0-9A-Fa-f:.]+)\])(?::(\d{1,5}))?$/.exec(part) ?? []
    const host = (name ?? six)?.toLowerCase()
    const port = digits === undefined ? undefined : Number(digits)
    if (host === undefined || (six !== undefined && isIP(six) !== 6)) return null
    if (port !== undefined && (port < 1 || port > 65_535)) return null
    hosts.push({ host, port })
  }
  return hosts
}

/** The domain above two addresses where their hosts differ; throws where no cookie can be of both. */
function sharedDomain(publicUrl: string | undefined, staticUrl: string | undefined): string | undefined {
  if (staticUrl === undefined) return undefined
  if (publicUrl === undefined) throw new ConfigError('STATIC_URL', '还要填写 PUBLIC_URL')
  const [own, other] = [new URL(publicUrl).hostname, new URL(staticUrl).hostname]
  if (own === other) return undefined
  const [left, right] = [own.split('.').toReversed(), other.split('.').toReversed()]
  const differs = left.findIndex((label, index) => label !== right[index])
  const shared = (differs === -1 ? left : left.slice(0, differs)).toReversed()
  if (shared.length < 2 || isIP(own) !== 0 || isIP(other) !== 0)
    throw new ConfigError('STATIC_URL', '要与 PUBLIC_URL 同属一个上级域名，浏览器才会带上查看文件的凭证')
  return shared.join('.')
}

function onOff(on: string, off: string) {
  return z.enum([on, off], `只能填 ${on} 或 ${off}`).transform((value) => value === on)
}

/** The reason never repeats the value: addresses may carry passwords. */
function url(...schemes: readonly string[]) {
  const reason = `要 ${schemes.map((scheme) => `${scheme}://`).join(' 或 ')} 开头的完整地址`
  return z
    .string()
    .trim()
    .refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)), reason)
}

/** An address to which secrets or tickets are sent. */
/** Hosts of a list, as they stand in an address; null where one is none. */
function hostsOf(value: string): string[] | null {
  const hosts = value
    .split(/[\s,]+/)
    .filter((host) => host !== '')
    .map((host) => host.toLowerCase())
  return hosts.every((host) => /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(host)) ? hosts : null
}

function safeUrl() {
  return z.string().trim().refine(isSafeAddress, '要 https:// 开头的完整地址（本机回环地址可用 http://）')
}

/** The first administrator's password opens everything on the first day: none that is published or guessed in minutes. */
function isStrong(password: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length
  return password.length >= 8 && kinds >= 3 && !guessed.test(password)
}

/** A word that everybody tries, with what everybody puts behind it: `Admin@123`, `P@ssw0rd!`, `Qwer1234.` */
const guessed =
  /^[^a-z0-9]*(admin(istrator)?|root|test|user|guest|p[a@]ss(w[o0]rd)?|qwer(ty)?|qaz(wsx)?|abc(d|def)?|welcome|letmein|jeecg|suoan)[^a-z0-9]*(0?1?2?3?4?5?6?7?8?9?0?|1{1,6}|6{1,6}|8{1,6})[^a-z0-9]*$/i
