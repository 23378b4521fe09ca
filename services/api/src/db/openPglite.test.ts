import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FolderInUseError } from '@latchkey/server/lockFolder'
import { openPglite } from './openPglite.ts'
import { chains } from './schema.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'latchkey-index-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a folder keeps what is written, belongs to one at a time, and is unpacked again when it was not to its end', { timeout: 120_000 }, async () => {
  const first = await openPglite({ folder })
  await first.queries.insert(chains).values({ networkId: 'eip155:1', startBlock: 3 })
  await expect(openPglite({ folder })).rejects.toThrow(FolderInUseError)
  await first.close()

  const second = await openPglite({ folder })
  expect(await second.queries.select().from(chains).where(eq(chains.networkId, 'eip155:1'))).toMatchObject([{ startBlock: 3, head: null }])
  await second.close()

  await rm(join(folder, 'complete'))
  await writeFile(join(folder, 'data', 'PG_VERSION'), 'torn')
  const third = await openPglite({ folder })
  expect(await third.queries.select().from(chains)).toEqual([])
  await third.close()
})
