import { randomBytes, randomUUID } from 'node:crypto'
import { fromBase64url } from '@latchkey/protocol/base64'
import {
  addSplit,
  askVault,
  checkOtp,
  confirmDeletion,
  getSession,
  getShare,
  recover,
  startDeletion,
  startEmail,
} from '@latchkey/protocol/walletServer'
import { sealToVault } from '@latchkey/protocol/vaultEnvelope'
import { startTestPostgres } from '@latchkey/server/testing/startTestPostgres'
import { expect, onTestFinished, test } from 'vitest'
import { addresses, makeAccount, passwordShare, secret } from '../testing/makeAccount.ts'
import { site, startTestWallet, vaultKeyPair, type TestWallet } from '../testing/startTestWallet.ts'
import { expectLoggedOut, isLoggedIn } from '../testing/isLoggedIn.ts'

/** An account with a password and the vault, whose owner has lost the old device. */
async function withBoth(wallet: TestWallet, email: string) {
  const owner = await wallet.device()
  await wallet.logIn(owner, email)
  const password = passwordShare()
  const made = await makeAccount(owner, password)
  const { userId } = await owner.ask(getSession, {})
  const blob = await sealToVault({
    vaultKey: wallet.vault.privateKey,
    userId,
    share: fromBase64url(secret(17)),
  })
  const vault = {
    setId: randomUUID(),
    addresses,
    split: { serverShare: secret(17), recovery: { method: 'vault', blob } },
  } as const
  await owner.ask(addSplit, vault)
  return {
    owner,
    byPassword: { setId: made.setId, proof: password.proof },
    byVault: { setId: vault.setId },
  }
}
const newSplit = () => ({
  setId: randomUUID(),
  addresses,
  split: { serverShare: secret(17), recovery: passwordShare() },
})
const refuseToken = (wallet: TestWallet, email: string) =>
  wallet.tokenTo(email, /about to be recovered/)

test('while another reader of the mail refuses the vault repeatedly, the owner still recovers with the password', async () => {
  const wallet = await startTestWallet()
  onTestFinished(() => wallet.close())
  const email = 'ann@example.com'
  const { byPassword, byVault } = await withBoth(wallet, email)
  const fresh = await wallet.device()
  for (let turn = 0; turn < 3; turn++) {
    await wallet.logIn(fresh, email)
    await fresh.ask(askVault, {})
    wallet.pass(30_000)
    expect((await wallet.post('/refuse', await refuseToken(wallet, email))).status).toBe(200)
    await expectLoggedOut(fresh)
  }
  await wallet.logIn(fresh, email)
  await fresh.ask(askVault, {})
  const token = await refuseToken(wallet, email)
  expect(await fresh.ask(recover, byPassword)).toMatchObject({ blob: expect.any(String) })
  // a device that has proved the password needs no vault any more, so there is nothing to refuse
  expect((await wallet.post('/refuse', token)).status).toBe(404)
  wallet.pass(61_000)
  expect(await fresh.refusal(recover, byVault)).toMatchObject({ error: 'vaultClosed' })
  // refusing another device's request does not sign out a device that has proved the password
  const attacker = await wallet.device()
  await wallet.logIn(attacker, email)
  await attacker.ask(askVault, {})
  await wallet.post('/refuse', await refuseToken(wallet, email))
  expect([await isLoggedIn(attacker), await isLoggedIn(fresh)]).toEqual([false, true])
  const own = newSplit()
  await fresh.ask(addSplit, own)
  expect(await fresh.ask(getShare, { setId: own.setId })).toEqual({
    serverShare: own.split.serverShare,
  })
})

test('a wrong password does not end a vault request, and a device that recovered with the vault can be refused until it stores its own split', async () => {
  const wallet = await startTestWallet()
  onTestFinished(() => wallet.close())
  const email = 'ben@example.com'
  const { byPassword, byVault } = await withBoth(wallet, email)
  const attacker = await wallet.device()
  await wallet.logIn(attacker, email)
  await attacker.ask(askVault, {})
  expect(await attacker.refusal(recover, { ...byPassword, proof: secret(32) })).toMatchObject({
    error: 'proofWrong',
  })
  wallet.pass(61_000)
  await attacker.ask(recover, byVault)
  expect((await wallet.post('/refuse', await refuseToken(wallet, email))).status).toBe(200)
  await expectLoggedOut(attacker)
})

test('during a key rotation, a refusal and a deletion also end the logins that another process began under the other key', {
  timeout: 120_000,
}, async () => {
  const postgres = await startTestPostgres()
  onTestFinished(() => postgres.stop())
  const database = await postgres.create()
  const [old, fresh] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))]
  const vault = { privateKey: vaultKeyPair(), delay: 60_000 }
  const after = await startTestWallet({ database, keys: [fresh, old], vault })
  const before = await startTestWallet({ database, keys: [old, fresh], vault, now: after.now })
  onTestFinished(async () => void (await Promise.all([after.close(), before.close()])))
  const email = 'cat@example.com'
  const owner = await after.device()
  await after.logIn(owner, email)
  const { userId } = await owner.ask(getSession, {})
  await makeAccount(owner, {
    method: 'vault',
    blob: await sealToVault({
      vaultKey: vault.privateKey,
      userId,
      share: fromBase64url(secret(17)),
    }),
  })

  /** An attacker's login in the old process, whose code was mailed. */
  const begin = async () => {
    const attacker = await before.device()
    after.pass(31_000)
    before.mails.length = 0
    await attacker.ask(startEmail, { email, ...site })
    return { attacker, otp: await before.codeTo(email) }
  }
  const attacker = await after.device()
  await after.logIn(attacker, email)
  const first = await begin()
  await attacker.ask(askVault, {})
  // mailed by this process, or a moment later if the answer waits for the mail
  await after.post('/refuse', await after.tokenTo(email, /about to be recovered/))
  expect(await first.attacker.refusal(checkOtp, { otp: first.otp })).toMatchObject({
    error: 'codeExpired',
  })

  const second = await begin()
  await owner.ask(startDeletion, {})
  await owner.ask(confirmDeletion, { otp: await after.codeTo(email) })
  expect(await second.attacker.refusal(checkOtp, { otp: second.otp })).toMatchObject({
    error: 'codeExpired',
  })
})
