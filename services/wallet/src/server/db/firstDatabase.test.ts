import { readFileSync } from 'node:fs'
import { openDatabase } from '@latchkey/server/db/openDatabase'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createKeyring } from '../keys/createKeyring.ts'
import { readSession, rowOf } from '../logins/session.ts'
import { addresses } from '../testing/makeAccount.ts'
import { migrations } from './migrations.ts'
import { devices, users } from './schema.ts'

/** The device of the rows, and the time at which they were written. */
const device = 'tB1SgxwGk9oZBNU4cDG9uXuKsw0R_KBIM-78gUF-laE'
const writtenAt = 1795_980_300_858

test('an account stored by the first version can be read', { timeout: 60_000 }, async () => {
  const database = await openDatabase('memory', { migrations, program: 'test' })
  onTestFinished(() => database.close())
  const rows = readFileSync(new URL('../testing/firstDatabase.sql', import.meta.url), 'utf8')
  for (const statement of rows.split(/;\n/).filter((text) => text.trim() !== ''))
    await database.queries.execute(sql.raw(statement))
  const keyring = createKeyring([Uint8Array.from({ length: 32 }, (_, at) => at)])
  const found = await readSession(
    database.queries,
    { keyring, now: () => writtenAt },
    eq(devices.device, device),
  )
  expect(found?.session).toMatchObject({ email: 'ann@example.com', addresses })

  const withRecord = async (record: object) => {
    const userId = found?.session.userId ?? ''
    const sealed = keyring.seal(JSON.stringify(record), rowOf.addresses(userId))
    await database.queries.update(users).set({ addresses: sealed }).where(eq(users.id, userId))
    const read = await readSession(
      database.queries,
      { keyring, now: () => writtenAt },
      eq(devices.device, device),
    )
    return read?.session.addresses
  }
  const { eip155 } = addresses
  expect(await withRecord({ eip155 })).toEqual({ eip155 })
  expect(await withRecord({ ...addresses, later: 'x' })).toEqual(addresses)
  await expect(withRecord({ ...addresses, version: 2 })).rejects.toThrow('a later version')
})
