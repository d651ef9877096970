/** A kind of database that this product can read. */
export interface DataSourceKind {
  readonly engine: 'postgresql' | 'mysql'
  readonly title: string
  /** The port where none is given. */
  readonly port: number
  /** What the address of the wire begins with, behind `jdbc:`. */
  readonly schemes: readonly string[]
  /** Driver names that clients of the family send; the first one is ours. */
  readonly drivers: readonly string[]
}

const mysql = {
  engine: 'mysql',
  port: 3306,
  schemes: ['mysql', 'mariadb'],
  drivers: ['com.mysql.cj.jdbc.Driver', 'com.mysql.jdbc.Driver', 'org.mariadb.jdbc.Driver'],
} as const

/** By value of the dictionary `database_type`; the other values of the dictionary are not read. */
export const dataSourceKinds: Readonly<Record<string, DataSourceKind>> = {
  '1': { ...mysql, title: 'MySQL 5.5' },
  '4': { ...mysql, title: 'MySQL' },
  '5': { ...mysql, title: 'MariaDB' },
  '6': {
    engine: 'postgresql',
    title: 'PostgreSQL',
    port: 5432,
    schemes: ['postgresql'],
    drivers: ['org.postgresql.Driver'],
  },
}

/** How the connection to a source is kept from others (`dbTls`): values of the dictionary `database_tls`. */
export const dataSourceTls = ['off', 'require', 'verify'] as const
export type DataSourceTls = (typeof dataSourceTls)[number]
