import { loadConfig, settings } from '@suoan/platform/config'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { serverEnvironment } from '../../../scripts/server-environment.mjs'

/** The files that an installation is begun with name what the server reads, and nothing else. */
const folder = path.resolve(import.meta.dirname, '../../../deploy')
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8')
const known = (name: string): boolean => Object.hasOwn(settings.shape, name)

/**
 * The lines below a heading of the compose file, without its indentation. It is read by its indentation of two, four and
 * six: that is how it is written, and nothing here needs more of YAML.
 */
function below(lines: readonly string[], heading: string): string[] {
  const at = lines.findIndex((line) => line.trimEnd() === `${heading}:`)
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => /^\S/.test(line))
  if (at < 0) throw new Error(`the compose file has no ${heading}`)
  return rest.slice(0, end < 0 ? undefined : end).map((line) => line.replace(/^ {2}/, ''))
}

const compose = read('compose.yaml')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
const keysOf = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => /^([\w-]+):/.exec(line)?.[1] ?? [])
const services = below(compose, 'services')
const environment = below(below(services, 'suoan'), 'environment').map((line): [string, string] => {
  const [, name = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? []
  return [name, value]
})
/** What an operator fills in, where it is no password. */
const answers = new Map([
  ['HOST_NAME', 'suoan.example.com'],
  ['ADMIN_PASSWORD', ''],
  ['BACKUP_RECIPIENT', ''],
])
const asked = [...compose.join('\n').matchAll(/\$\{(\w+):[?-]/g)].map(([, name]) => name ?? '')
const given = [...read('example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name ?? '')

it('the compose file gives the server settings that it reads, and each to a service that is there', () => {
  expect(environment.length).toBeGreaterThan(10)
  expect(environment.filter(([name]) => !known(name))).toEqual([])
  const filled = environment.map(([name, value]): [string, string] => [
    name,
    value.replaceAll(/\$\{(\w+):[?-]\}/g, (_, variable: string) => answers.get(variable) ?? 'given'),
  ])
  const { databaseUrl, databaseOwnerUrl, redisUrl, mqttUrl, s3, demo, publicUrl, trustProxy } = loadConfig(
    Object.fromEntries(filled),
  )
  const hosts = [databaseUrl, databaseOwnerUrl, redisUrl, mqttUrl, s3?.endpoint].map(
    (address) => new URL(address ?? '').hostname,
  )
  expect(keysOf(services)).toEqual(expect.arrayContaining(hosts))
  expect(keysOf(below(below(services, 'suoan'), 'depends_on')).toSorted()).toEqual(
    [...new Set(hosts)].toSorted(),
  )
  expect({ demo, publicUrl }).toEqual({ demo: false, publicUrl: 'https://suoan.example.com' })
  // One proxy stands before it, and is believed.
  expect([trustProxy('proxy', 0), trustProxy('before it', 1)]).toEqual([true, false])
})

it('what the compose file asks of the operator stands in the example, and nothing that it does not ask', () => {
  // The name of the project is asked by compose itself, see below.
  expect([...new Set(asked), 'COMPOSE_PROJECT_NAME'].toSorted()).toEqual(given.toSorted())
})

it('the compose file is read by every compose there is: its project is named beside it, not in it', () => {
  // docker-compose 1.29, as Debian 12 ships it, refuses a file with a `name`.
  expect(keysOf(compose)).toEqual(['services', 'volumes'])
  expect(read('example.env')).toMatch(/^COMPOSE_PROJECT_NAME=suoan$/m)
})

it('volumes are declared, and files that are mounted lie beside the compose file', () => {
  const mounts = [...compose.join('\n').matchAll(/^ +- (\.\/)?([\w.-]+):\//gm)]
  const files = mounts.flatMap(([, isFile, name]) => (isFile ? [name ?? ''] : []))
  const volumes = mounts.flatMap(([, isFile, name]) => (isFile ? [] : [name ?? '']))
  expect(files.filter((name) => !existsSync(path.join(folder, name)))).toEqual([])
  expect(keysOf(below(compose, 'volumes')).toSorted()).toEqual([...new Set(volumes)].toSorted())
})

it('container and unit set what the server reads, and open the ports it listens on', () => {
  const container = read('Containerfile')
  const sets = [
    [...container.matchAll(/^ENV (.*)$/gm)],
    [...read('suoan.service').matchAll(/^Environment=(.*)$/gm)],
  ].map((lines) => lines.flatMap(([, line = '']) => line.split(' ')))
  for (const set of sets) {
    const ofProcess = Object.entries(serverEnvironment).map(([name, value]) => `${name}=${value}`)
    expect(set).toEqual(expect.arrayContaining(ofProcess))
    const ours = set.filter((pair) => !ofProcess.includes(pair)).map((pair) => pair.split('=')[0] ?? '')
    expect(ours.length).toBeGreaterThan(1)
    expect(ours.filter((name) => name !== 'NODE_ENV' && !known(name))).toEqual([])
  }
  const { port, mqttPort } = loadConfig({})
  expect(container).toContain(`EXPOSE ${port} ${mqttPort}`)
  expect(container).toContain(`http://127.0.0.1:${port}/readyz`)
  expect(read('Caddyfile')).toContain(`reverse_proxy suoan:${port}`)
})
