/**
 * Changes of address, deletion and creation of accounts, concurrent with the actions of other
 * devices.
 */
import { randomUUID } from 'node:crypto'
import { sealToVault } from '@latchkey/protocol/vaultEnvelope'
import {
  addSplit,
  askVault,
  checkOtp,
  checkPrimaryOtp,
  checkSecondaryOtp,
  confirmDeletion,
  createAccount,
  endSession,
  getSession,
  listAudit,
  listDevices,
  recover,
  removeDevice,
  startDeletion,
  startEmail,
  startEmailChange,
} from '@latchkey/protocol/walletServer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TestDevice } from './testing/createTestDevice.ts'
import { addresses, makeAccount, passwordShare, secret } from './testing/makeAccount.ts'
import { site, type TestWallet } from './testing/startTestWallet.ts'
import { databases, onBothDatabases } from './testing/onBothDatabases.ts'
import { pressed, someSteps, takeSteps, type Ended, type TakenSteps } from './testing/takeSteps.ts'
import { expectLoggedOut, isLoggedIn } from './testing/isLoggedIn.ts'

const at = onBothDatabases()
const newAddress = () => `${randomUUID()}@example.com`
const newSplit = () => ({
  setId: randomUUID(),
  addresses,
  split: { serverShare: secret(17), recovery: passwordShare() },
})

/** Checks that nothing failed unexpectedly, and that there was no deadlock. */
function checkEnds(ended: ReadonlyMap<string, Ended>): void {
  for (const [, { error }] of ended) expect(['internal', 'unavailable']).not.toContain(error)
}
const isDone = (ended: ReadonlyMap<string, Ended>, step: string) =>
  ended.has(step) && ended.get(step)?.error === undefined
const actionOf = (ended: ReadonlyMap<string, Ended>, step: string) =>
  (ended.get(step)?.answer as { action?: string } | undefined)?.action // the answer of `checkOtp`

/** Mails a code to an address. @returns a function that enters the code */
async function askCode(wallet: TestWallet, device: TestDevice, email: string) {
  wallet.pass(31_000)
  wallet.mails.length = 0
  await device.ask(startEmail, { email, ...site })
  const otp = await wallet.codeTo(email)
  return () => device.ask(checkOtp, { otp })
}

/**
 * An owner; a device of the owner that knows the phrase and is about to change the address; another
 * device that may request the vault; and logins with both addresses.
 */
async function startChange(wallet: TestWallet) {
  const [old, fresh] = [newAddress(), newAddress()]
  const [owner, changing, asking, late, claimer] = await Promise.all([
    wallet.device(),
    wallet.device(),
    wallet.device(),
    wallet.device(),
    wallet.device(),
  ])
  await wallet.logIn(owner, old)
  const password = passwordShare()
  const made = await makeAccount(owner, password)
  const { userId } = await owner.ask(getSession, {})
  await owner.ask(addSplit, {
    ...newSplit(),
    split: {
      serverShare: secret(17),
      recovery: {
        method: 'vault',
        blob: await sealToVault({
          vaultKey: wallet.vault.privateKey,
          userId,
          share: Buffer.from(secret(17), 'base64url'),
        }),
      },
    },
  })
  await wallet.logIn(changing, old)
  await changing.ask(recover, { setId: made.setId, proof: password.proof })
  const id = (await owner.ask(listDevices, {})).devices.find(({ isThis }) => !isThis)?.id ?? ''
  await wallet.logIn(asking, old)
  const [typeOld, typeNew] = [
    await askCode(wallet, late, old),
    await askCode(wallet, claimer, fresh),
  ]
  wallet.pass(31_000)
  wallet.mails.length = 0
  await changing.ask(startEmailChange, { email: fresh })
  await changing.ask(checkPrimaryOtp, { otp: await wallet.codeTo(old) })
  const otp = await wallet.codeTo(fresh)
  wallet.mails.length = 0
  const steps = {
    change: () => changing.ask(checkSecondaryOtp, { otp }),
    removal: () => owner.ask(removeDevice, { id }),
    vault: () => asking.ask(askVault, {}),
    oldLogin: typeOld,
    newLogin: typeNew,
  }
  return { wallet, old, fresh, owner, changing, late, claimer, userId, steps }
}
type ChangeWorld = Awaited<ReturnType<typeof startChange>>
type ChangeStep = keyof ChangeWorld['steps']

async function checkChange(
  { wallet, old, fresh, owner, changing, late, claimer, userId }: ChangeWorld,
  ended: ReadonlyMap<ChangeStep, Ended>,
): Promise<void> {
  checkEnds(ended)
  // the newest entry comes first
  const kinds = (await owner.ask(listAudit, {})).entries.map(({ kind }) => kind)
  const isChanged = isDone(ended, 'change')
  expect(kinds.includes('emailChanged')).toBe(isChanged)
  expect((await owner.ask(getSession, {})).email).toBe(isChanged ? fresh : old)
  if (isDone(ended, 'removal')) {
    await expectLoggedOut(changing)
    if (isChanged)
      expect(kinds.indexOf('emailChanged')).toBeGreaterThan(kinds.indexOf('deviceRemoved'))
    if (isChanged)
      expect(ended.get('change')?.began ?? 0).toBeLessThan(ended.get('removal')?.ended ?? 0)
  }
  // the warning goes to the address at the time of the vault request
  if (isDone(ended, 'vault')) {
    const isAfter = isChanged && kinds.indexOf('vaultAsked') < kinds.indexOf('emailChanged')
    expect(
      wallet.mails
        .filter(({ subject }) => /about to be recovered/.test(subject))
        .map(({ to }) => to),
    ).toEqual([isAfter ? fresh : old])
  }
  // the new address belongs to one account
  if (isDone(ended, 'newLogin'))
    expect(actionOf(ended, 'newLogin')).toBe(isChanged ? 'device' : 'connected')
  if (isDone(ended, 'newLogin') && !isChanged) {
    expect(await claimer.ask(getSession, {})).toMatchObject({ email: fresh })
    expect((await claimer.ask(getSession, {})).userId).not.toBe(userId)
  }
  if (ended.has('change') && !ended.has('newLogin') && !ended.has('removal'))
    expect(isChanged).toBe(true)
  // a code or link that was mailed to the old address logs no device in
  if (actionOf(ended, 'oldLogin') === 'device') {
    const token = await wallet.tokenTo(old, /new device/)
    expect((await wallet.post('/approve', token)).status).toBe(isChanged ? 404 : 200)
  }
  if (isChanged && (await isLoggedIn(late)))
    expect((await late.ask(getSession, {})).userId).not.toBe(userId)
}

/**
 * An owner who is about to delete the account, and three other devices: one has only the mail and
 * the password, one has a pending link, and one has requested a code.
 */
async function startDeleting(wallet: TestWallet) {
  const email = newAddress()
  const [owner, other, late, coming] = await Promise.all([
    wallet.device(),
    wallet.device(),
    wallet.device(),
    wallet.device(),
  ])
  await wallet.logIn(owner, email)
  const password = passwordShare()
  const made = await makeAccount(owner, password)
  const { userId } = await owner.ask(getSession, {})
  await wallet.logIn(other, email)
  await (await askCode(wallet, late, email))()
  const token = await wallet.tokenTo(email, /new device/)
  const login = await askCode(wallet, coming, email)
  wallet.mails.length = 0
  await owner.ask(startDeletion, {})
  const otp = await wallet.codeTo(email)
  const split = newSplit()
  const steps = {
    deletion: () => owner.ask(confirmDeletion, { otp }),
    recovery: () => other.ask(recover, { setId: made.setId, proof: password.proof }),
    approval: () => pressed(wallet.post, '/approve', token),
    login,
    split: () => owner.ask(addSplit, split),
    signOut: () => other.ask(endSession, {}),
  }
  return { wallet, email, owner, other, late, coming, userId, steps }
}
type DeletionWorld = Awaited<ReturnType<typeof startDeleting>>
type DeletionStep = keyof DeletionWorld['steps']

async function checkDeletion(
  { wallet, email, owner, other, late, coming, userId }: DeletionWorld,
  ended: ReadonlyMap<DeletionStep, Ended>,
): Promise<void> {
  checkEnds(ended)
  expect(ended.get('deletion')?.error).toBeUndefined()
  for (const step of ['recovery', 'approval', 'split'] as const) {
    if (isDone(ended, step))
      expect(ended.get(step)?.began ?? 0).toBeLessThan(ended.get('deletion')?.ended ?? 0)
  }
  for (const device of [owner, other, late]) await expectLoggedOut(device)
  await wallet.mailTo(email, /was deleted/)
  expect(wallet.mails.filter(({ subject }) => /was deleted/.test(subject))).toHaveLength(1)
  // a code that was mailed for the account creates none, and its link opens none
  if (ended.has('login')) expect(['device', undefined]).toContain(actionOf(ended, 'login'))
  await expectLoggedOut(coming)
  // no data of the account remains
  await wallet.logIn(coming, email)
  const user = await coming.ask(getSession, {})
  expect(user).toMatchObject({ addresses: null, email })
  expect(user.userId).not.toBe(userId)
  expect((await coming.ask(listDevices, {})).devices).toMatchObject([{ isThis: true }])
  expect((await coming.ask(listAudit, {})).entries.map(({ kind }) => kind)).toEqual(['login'])
}

/**
 * Two devices that are logged in with an address that has no account, and two whose codes were
 * mailed.
 */
async function startMaking(wallet: TestWallet) {
  const email = newAddress()
  const [one, two, coming, last] = await Promise.all([
    wallet.device(),
    wallet.device(),
    wallet.device(),
    wallet.device(),
  ])
  for (const device of [one, two]) await wallet.logIn(device, email)
  const idOfOne = (await one.ask(listDevices, {})).devices.find(({ isThis }) => isThis)?.id ?? ''
  const [login, lastLogin] = [
    await askCode(wallet, coming, email),
    await askCode(wallet, last, email),
  ]
  const [first, second] = [newSplit(), newSplit()]
  const steps = {
    first: () => one.ask(createAccount, first),
    second: () => two.ask(createAccount, second),
    login,
    lastLogin,
    signOut: () => one.ask(endSession, {}),
    removal: () => two.ask(removeDevice, { id: idOfOne }),
  }
  return { wallet, one, two, coming, last, steps }
}
type MakingWorld = Awaited<ReturnType<typeof startMaking>>
type MakingStep = keyof MakingWorld['steps']

async function checkMaking(
  { one, two, coming, last }: MakingWorld,
  ended: ReadonlyMap<MakingStep, Ended>,
): Promise<void> {
  checkEnds(ended)
  const made = (['first', 'second'] as const).filter((step) => isDone(ended, step))
  expect(made.length).toBeLessThan(2)
  const [winner] = made.map((step) => (step === 'first' ? one : two))
  const inside = []
  for (const device of [one, two, coming, last]) if (await isLoggedIn(device)) inside.push(device)
  for (const [step, device] of [
    ['login', coming],
    ['lastLogin', last],
  ] as const) {
    if (actionOf(ended, step) === 'device') expect(winner).toBeDefined()
    // a device that logged in without a link is logged out once there is an account
    if (isDone(ended, step)) expect(inside.includes(device)).toBe(winner === undefined)
  }
  if (!winner) return
  expect(inside.filter((device) => device !== winner)).toEqual([])
  if (!inside.includes(winner)) return expect(isDone(ended, 'signOut')).toBe(true)
  const { entries } = await winner.ask(listAudit, {})
  expect(entries.filter(({ kind }) => kind === 'accountMade')).toMatchObject([{ isThis: true }])
  expect((await winner.ask(listDevices, {})).devices).toMatchObject([{ isThis: true }])
}

const worlds = {
  change: async (wallet: TestWallet, taken: TakenSteps<ChangeStep>) => {
    const world = await startChange(wallet)
    await checkChange(world, await takeSteps(world.steps, taken))
  },
  deletion: async (wallet: TestWallet, taken: TakenSteps<DeletionStep>) => {
    const world = await startDeleting(wallet)
    await checkDeletion(world, await takeSteps(world.steps, taken))
  },
  making: async (wallet: TestWallet, taken: TakenSteps<MakingStep>) => {
    const world = await startMaking(wallet)
    await checkMaking(world, await takeSteps(world.steps, taken))
  },
}
/** Runs the generated steps. */
const check = <steps>(some: fc.Arbitrary<steps>, run: (taken: steps) => Promise<void>) =>
  fc.assert(fc.asyncProperty(some, run), { numRuns: 10, endOnFailure: true })

test.each(databases)(
  'an address change, a removal, the vault and logins with both addresses give a valid result when they run at once, over %s',
  { timeout: 240_000 },
  async (name) => {
    await expect(
      check(
        someSteps<ChangeStep>(['change', 'removal', 'vault', 'oldLogin', 'newLogin'], ['change']),
        (taken) => worlds.change(at(name), taken),
      ),
    ).resolves.toBeUndefined()
  },
)

test.each(databases)(
  'after a deletion no data of the account exists, whatever ran at the same time, over %s',
  { timeout: 240_000 },
  async (name) => {
    await expect(
      check(
        someSteps<DeletionStep>(
          ['deletion', 'recovery', 'approval', 'login', 'split', 'signOut'],
          ['deletion'],
        ),
        (taken) => worlds.deletion(at(name), taken),
      ),
    ).resolves.toBeUndefined()
  },
)

test.each(databases)(
  'when devices create an account at once, one stays logged in and the others need the link, over %s',
  { timeout: 240_000 },
  async (name) => {
    await expect(
      check(
        someSteps<MakingStep>(['first', 'second', 'login', 'lastLogin', 'signOut', 'removal']),
        (taken) => worlds.making(at(name), taken),
      ),
    ).resolves.toBeUndefined()
  },
)
