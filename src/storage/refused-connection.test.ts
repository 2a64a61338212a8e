import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { openDb } from './db.ts'
import { migrate } from './migrate.ts'
import { explainRefusal } from './refused-connection.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

describe('a first statement that the server refuses is what the operator can mend', () => {
  for (const { what, change, says } of [
    { what: 'a wrong password', change: (url: URL) => (url.password = 'wrong'), says: 'refuses the user or the password' },
    { what: 'no such user', change: (url: URL) => (url.username = 'nobody_of_this_name'), says: 'refuses the user or the password' },
    { what: 'no such database', change: (url: URL) => (url.pathname = '/no_such_database'), says: 'has no database of this name' },
    { what: 'no TLS', change: (url: URL) => url.searchParams.set('sslmode', 'verify-full'), says: 'does not speak TLS' },
  ]) {
    test(`with ${what}`, async () => {
      const url = new URL(database.url)
      change(url)
      const db = openDb(url.href)
      await expect(migrate(db)).rejects.toMatchObject({ code: 'environment-unfit', message: expect.stringContaining(says) })
      await db.close()
    })
  }

  for (const code of ['SELF_SIGNED_CERT_IN_CHAIN', 'ERR_TLS_CERT_ALTNAME_INVALID']) {
    test(`with a certificate that is ${code}`, () => {
      expect(explainRefusal(Object.assign(new Error('self-signed certificate'), { code }))).toMatchObject({
        code: 'environment-unfit',
        message: 'The certificate of the database is not trusted. (self-signed certificate)',
      })
    })
  }
})

test('any other error stays as it is', () => {
  for (const error of [new Error('x'), Object.assign(new Error('x'), { code: '22012' }), 'x']) expect(explainRefusal(error)).toBe(error)
})
