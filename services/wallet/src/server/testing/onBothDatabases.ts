import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import { afterAll, beforeAll, expect } from 'vitest'
import { startTestWallet, type TestWallet } from './startTestWallet.ts'

/** The databases that the wallet's server supports, by name. */
export const databases = ['PostgreSQL', 'PGlite']

/**
 * Starts a wallet on each database for the tests of a file. @returns the wallet on a database, by
 * its name
 */
export function onBothDatabases(): (name: string) => TestWallet {
  let postgres: TestPostgres
  const wallets: Record<string, TestWallet> = {}
  beforeAll(async () => {
    postgres = await startTestPostgres()
    Object.assign(wallets, {
      PostgreSQL: await startTestWallet({ database: await postgres.create() }),
      PGlite: await startTestWallet(),
    })
  }, 60_000)
  afterAll(async () => {
    await Promise.all(Object.values(wallets).map(({ close }) => close()))
    await postgres.stop()
  })
  return (name) => wallets[name] ?? expect.unreachable()
}
