import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { isLoopback } from '@suoan/platform/config'
import { isRunning } from '@suoan/platform/db/embedded/process-facts'
import { answeringServer } from '@suoan/platform/testing/answering-server'
import { addRewind } from './rewind-schema.ts'
import { fillTemplate } from './template.ts'
import { atDatabase } from '@suoan/platform/testing/test-database-source'

/** A template of this run on the PostgreSQL that answers; everything the run made there is dropped after it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = await answeringServer()
  if (url === null)
    throw new Error('没有可用的 PostgreSQL：请设置 DATABASE_URL，或在 127.0.0.1:5432 启动一个')
  const prefix = `suoan_test_${process.pid}`
  const template = `${prefix}_template`
  await withAdmin(url, async (admin) => {
    if (isLoopback(new URL(url).hostname)) await dropWhere(admin, async (pid) => !(await isRunning(pid)))
    await dropWhere(admin, (pid) => pid === process.pid)
    // The names hold our own process number only; identifiers take no bound values.
    await admin.query(
      `create database ${template} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`,
    )
  })
  await fillTemplate(atDatabase(url, template))
  const canRewind = await mayPassTriggers(url)
  if (canRewind) await addRewind(atDatabase(url, template))
  project.provide('testDatabase', { url, template, prefix, cloneOptions: '', canRewind })
  return () => withAdmin(url, (admin) => dropWhere(admin, (pid) => pid === process.pid))
}

/** The right that putting rows back needs; whoever lets us have a database seldom gives it. */
const mayPassTriggers = (url: string): Promise<boolean> =>
  withAdmin(url, async (admin) => {
    const { rows } = await admin.query<{ may: boolean }>(
      `select has_parameter_privilege('session_replication_role', 'set') as may`,
    )
    return rows[0]?.may === true
  })

async function withAdmin<T>(url: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: url })
  admin.on('error', () => {})
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/** Drops the test databases whose run, told by its process number, is `over`. */
async function dropWhere(admin: Client, over: (pid: number) => boolean | Promise<boolean>): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    String.raw`select datname from pg_database where datname ~ '^suoan_test_\d+_'`,
  )
  for (const { datname } of rows) {
    const pid = Number(datname.split('_')[2])
    if (await over(pid)) await admin.query(`drop database if exists ${datname} with (force)`)
  }
}
