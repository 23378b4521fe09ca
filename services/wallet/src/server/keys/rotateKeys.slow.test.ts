import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { shortRun } from '@latchkey/server/testing/shortRun'
import { startCompanies } from '@latchkey/devnet/startCompanies'
import {
  finishSocial,
  getSession,
  getShare,
  listAudit,
  recover,
  startSocial,
} from '@latchkey/protocol/walletServer'
import { listGrants, putGrant } from '@latchkey/protocol/sessions/walletGrants'
import { expect, onTestFinished, test } from 'vitest'
import { makeAccount, passwordShare, secret } from '../testing/makeAccount.ts'
import { createTestBrowser } from '../testing/createTestBrowser.ts'
import type { TestDevice } from '../testing/createTestDevice.ts'
import { site, startTestWallet } from '../testing/startTestWallet.ts'
import { testDelegation, testGrant } from '../testing/testGrant.ts'

const program = fileURLToPath(new URL('../../../bin/latchkey-wallet.mjs', import.meta.url))

test('after a key rotation, the old key is no longer needed, and all data is unchanged', {
  timeout: 120_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-rotation-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const database = join(folder, 'database')
  const [old, fresh] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))]
  const rotate = async (keys: readonly Uint8Array[]) => {
    await writeFile(
      join(folder, 'keys'),
      [
        '# the first encrypts',
        ...keys.map((key, index) => Buffer.from(key).toString(index % 2 ? 'hex' : 'base64')),
      ].join('\n'),
    )
    return promisify(execFile)(process.execPath, [...shortRun, program, 'rotate-keys'], {
      env: { ...process.env, LATCHKEY_DATABASE: database, LATCHKEY_KEYS: join(folder, 'keys') },
    })
  }
  const companies = await startCompanies({ port: 0 })
  onTestFinished(companies.close)
  const { socials } = companies
  const enter = async (device: TestDevice) => {
    const { id, uri } = await device.ask(startSocial, { provider: 'google', ...site })
    const { end } = await createTestBrowser().visit(uri, { person: 'lena' })
    await device.ask(finishSocial, { id, result: end?.message?.result ?? '' })
    const { loginAt: _own, ...user } = await device.ask(getSession, {})
    return user
  }
  const before = await startTestWallet({ database, keys: [old], socials })
  const atCompany = await enter(await before.device())
  const device = await before.device()
  await before.logIn(device, 'ann@example.com')
  const recovery = passwordShare()
  const { setId, split } = await makeAccount(device, recovery)
  const delegation = testDelegation(Math.floor(before.now() / 1_000) + 3_600)
  const { grant } = testGrant(delegation, before.now())
  await device.ask(putGrant, { grant })
  await expect(rotate([fresh, old])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('use'),
  }) // the running service has locked the folder
  const { port } = new URL(before.url)
  await before.close()

  await expect(rotate([fresh])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('key that is not in the list'),
  })
  expect((await rotate([fresh, old])).stdout).toContain('7 rows changed')
  expect((await rotate([fresh, old])).stdout).toContain('0 rows changed')

  const after = await startTestWallet(
    { database, keys: [fresh], now: before.now, socials },
    Number(port),
  )
  onTestFinished(() => after.close())
  expect(await device.ask(getSession, {})).toMatchObject({ email: 'ann@example.com' })
  expect((await device.ask(listAudit, {})).entries.map(({ kind }) => kind)).toEqual([
    'accountMade',
    'login',
  ])
  expect(await device.ask(listGrants, {})).toEqual({ grants: [{ ...grant, endedAt: null }] })
  expect(await device.ask(getShare, { setId })).toEqual({ serverShare: split.serverShare })
  expect(await device.ask(recover, { setId, proof: recovery.proof })).toEqual({
    serverShare: split.serverShare,
    blob: recovery.blob,
  })
  expect(await device.refusal(recover, { setId, proof: secret(32) })).toMatchObject({
    error: 'proofWrong',
  })
  expect(await enter(await after.device())).toEqual(atCompany)
  const other = await after.device()
  await after.logIn(other, 'ann@example.com')
  expect((await other.ask(getSession, {})).userId).toBe((await device.ask(getSession, {})).userId)
})
