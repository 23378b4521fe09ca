import { randomBytes, randomUUID } from 'node:crypto'
import { openDatabase } from '@latchkey/server/db/openDatabase'
import { codeLife } from '@latchkey/protocol/walletServer'
import { migrations } from '../../../services/wallet/src/server/db/migrations.ts'
import { attempts, users } from '../../../services/wallet/src/server/db/schema.ts'
import { site } from './site.ts'

/**
 * Fills a new database with devices that wait for their mailed link, as after days of an attack.
 * @param devices the thumbprints of their keys
 */
export async function seedWaiting(folder: string, devices: readonly string[]): Promise<void> {
  const database = await openDatabase(folder, { migrations, program: 'abuse' })
  const now = Date.now()
  const userId = randomUUID()
  await database.queries
    .insert(users)
    .values({ id: userId, emailIndex: randomBytes(32), email: randomBytes(64), createdAt: now })
  const row = (device: string) => ({
    device,
    id: randomUUID(),
    status: 'link' as const,
    emailIndex: randomBytes(32),
    email: randomBytes(64),
    codeHash: randomBytes(32),
    tries: 1,
    ...site,
    browser: 'Firefox',
    createdAt: now,
    expiresAt: now + codeLife,
    linkHash: randomBytes(32),
    userId,
    identityId: null,
  })
  for (let from = 0; from < devices.length; from += 100)
    await database.queries.insert(attempts).values(devices.slice(from, from + 100).map(row))
  await database.close()
}
