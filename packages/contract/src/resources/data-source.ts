import { dict, integer, longText, secret, text } from '../field.ts'
import { defineResource } from '../resource.ts'

const hostText = {
  test: /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[?[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*\]?)$/,
  message: '要填主机名或 IP 地址，不带协议和端口，例如 erp-db.example.com',
}
const nameText = {
  test: /^[\p{L}\p{N}_$.-]+$/u,
  message: '只能用文字、数字、下划线、横线、点和 $',
}

/**
 * 多数据源管理 (4-api.md §7.10, §13; 5-screens.md §6.16): databases that reports read. What is stored are declared fields;
 * the address of the wire (`dbUrl`) is read into them or written from them, never handed to a driver (security.md V20).
 */
export const dataSource = defineResource({
  name: 'dataSource',
  title: '数据源',
  path: '/sys/dataSource',
  table: 'sys_data_source',
  permission: 'system:dataSource',
  fields: {
    code: text('数据源编码', {
      isCode: true,
      required: true,
      max: 100,
      unique: true,
      immutable: true,
      pattern: { test: /^[A-Za-z][A-Za-z0-9_-]*$/, message: '要以字母开头，只能用字母、数字、下划线和横线' },
    }),
    name: text('数据源名称', { required: true, max: 100 }),
    dbType: dict('数据库类型', 'database_type', { required: true }),
    dbHost: text('主机', {
      max: 253,
      pattern: hostText,
      help: '只能连接系统配置 DATA_SOURCE_HOSTS 允许的主机',
    }),
    dbPort: integer('端口', { from: 1, to: 65_535, help: '不填 = 该类型的默认端口' }),
    dbName: text('数据库名', { max: 100, pattern: nameText }),
    dbDriver: text('驱动类', { max: 100 }),
    dbUrl: text('数据源地址', { max: 500 }),
    dbUsername: text('用户名', { required: true, max: 100, help: '请使用只读账号' }),
    dbPassword: secret('密码', { max: 100, noSheet: true }),
    dbTls: dict('加密连接', 'database_tls', {
      initial: 'off',
      help: '数据库不支持所选方式时拒绝连接，不会退回不加密',
    }),
    dbCa: longText('CA证书', {
      max: 20_000,
      noSheet: true,
      help: '核对证书时使用的 CA，PEM 格式，可多个；不填 = 只认公共 CA',
    }),
    remark: text('备注', { max: 200 }),
  },
  list: ['name', 'dbType', 'dbDriver', 'dbUrl', 'dbUsername'],
  search: ['name', 'dbType'],
  form: [
    'code',
    'name',
    'dbType',
    'dbHost',
    'dbPort',
    'dbName',
    'dbUsername',
    'dbPassword',
    'dbTls',
    'dbCa',
    'remark',
  ],
  label: 'name',
  traits: { tenanted: false, belongsTo: 'platformOnly' },
})
