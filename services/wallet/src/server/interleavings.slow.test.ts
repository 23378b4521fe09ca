import { randomUUID } from 'node:crypto'
import { sealToVault } from '@latchkey/protocol/vaultEnvelope'
import {
  addSplit,
  askVault,
  checkOtp,
  endSession,
  getSession,
  getShare,
  listAudit,
  listDevices,
  listRecovery,
  recover,
  removeDevice,
  startEmail,
} from '@latchkey/protocol/walletServer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses, makeAccount, passwordShare, secret } from './testing/makeAccount.ts'
import { site, type TestWallet } from './testing/startTestWallet.ts'
import { databases, onBothDatabases } from './testing/onBothDatabases.ts'
import { pressed, someSteps, takeSteps, type Ended, type TakenSteps } from './testing/takeSteps.ts'

const at = onBothDatabases()

/**
 * An owner's device, whose account has a split with a password and a split with the vault; an
 * attacker's device that is logged in by the mail and may open the vault; and another device
 * of the attacker whose link is pending.
 */
async function startWorld(wallet: TestWallet) {
  const email = `${randomUUID()}@example.com`
  const [owner, attacker, late] = await Promise.all([
    wallet.device(),
    wallet.device(),
    wallet.device(),
  ])
  await wallet.logIn(owner, email)
  const password = passwordShare()
  const first = await makeAccount(owner, password)
  const { userId } = await owner.ask(getSession, {})
  const recovery = {
    method: 'vault',
    blob: await sealToVault({
      vaultKey: wallet.vault.privateKey,
      userId,
      share: Buffer.from(secret(17), 'base64url'),
    }),
  } as const
  const vault = { setId: randomUUID(), addresses, split: { serverShare: secret(17), recovery } }
  await owner.ask(addSplit, vault)
  await wallet.logIn(attacker, email)
  await attacker.ask(askVault, {})
  const refuseToken = await wallet.tokenTo(email, /about to be recovered/)
  wallet.pass(61_000)
  await late.ask(startEmail, { email, ...site })
  await late.ask(checkOtp, { otp: await wallet.codeTo(email) })
  const linkToken = await wallet.tokenTo(email, /new device/)
  const id = (await owner.ask(listDevices, {})).devices.find(({ isThis }) => !isThis)?.id ?? ''
  const more = () => ({
    setId: randomUUID(),
    addresses,
    split: { serverShare: secret(17), recovery: passwordShare() },
  })
  const splits = [more(), more()]
  const post = (path: string, token: string) => pressed(wallet.post, path, token)
  const byPassword = { setId: first.setId, proof: password.proof }
  const steps = {
    removal: () => owner.ask(removeDevice, { id }),
    recoveryByPassword: () => attacker.ask(recover, byPassword),
    recoveryByVault: () => attacker.ask(recover, { setId: vault.setId }),
    refusal: () => post('/refuse', refuseToken),
    approval: () => post('/approve', linkToken),
    signOut: () => attacker.ask(endSession, {}),
    firstSplit: () => owner.ask(addSplit, splits[0] ?? expect.unreachable()),
    secondSplit: () => owner.ask(addSplit, splits[1] ?? expect.unreachable()),
    share: () => owner.ask(getShare, { setId: vault.setId }),
    guess: () => attacker.ask(recover, { setId: first.setId, proof: secret(32) }),
    anotherGuess: () => attacker.ask(recover, { setId: first.setId, proof: secret(32) }),
    ownRecovery: () => owner.ask(recover, byPassword),
  }
  return { wallet, owner, attacker, late, userId, id, vault, splits, byPassword, steps }
}
type World = Awaited<ReturnType<typeof startWorld>>
type Step = keyof World['steps']
const stepNames: readonly Step[] = [
  'removal',
  'recoveryByPassword',
  'recoveryByVault',
  'refusal',
  'approval',
  'signOut',
  'firstSplit',
  'secondSplit',
  'share',
  'guess',
  'anotherGuess',
  'ownRecovery',
]

const run = ({ steps }: World, taken: TakenSteps<Step>) => takeSteps(steps, taken)

/** Checks what has to hold in any order of the steps. */
async function check(
  { owner, attacker, late, vault, splits, byPassword, id }: World,
  ended: ReadonlyMap<Step, Ended>,
): Promise<void> {
  const isDone = (step: Step) => ended.has(step) && ended.get(step)?.error === undefined
  // nothing failed unexpectedly, and there was no deadlock
  for (const [, { error }] of ended) expect(['internal', 'unavailable']).not.toContain(error)
  // the newest entry comes first
  const { entries } = await owner.ask(listAudit, {})
  const indexOf = (kind: string, detail?: string) =>
    entries.findIndex(
      (entry) => entry.kind === kind && (detail === undefined || entry.detail === detail),
    )
  const isOver = indexOf('deviceRemoved') >= 0 || indexOf('vaultRefused') >= 0
  expect(isOver).toBe(isDone('removal') || isDone('refusal'))
  for (const [step, method] of [
    ['recoveryByPassword', 'password'],
    ['recoveryByVault', 'vault'],
  ] as const) {
    const logged = entries.filter(
      (entry) => entry.kind === 'recovered' && entry.detail === method && !entry.isThis,
    )
    // the log has every release, and no other entries
    expect([step, logged.length]).toEqual([step, isDone(step) ? 1 : 0])
    for (const over of ['deviceRemoved', 'vaultRefused'])
      if (indexOf(over) >= 0 && logged[0])
        expect(entries.indexOf(logged[0])).toBeGreaterThan(indexOf(over))
    // no answered recovery began after the removal or the refusal was answered; if they ran at
    // the same time, the log has their order (checked above)
    for (const over of ['removal', 'refusal'] as const) {
      if (isDone(step) && isDone(over))
        expect(ended.get(step)?.began ?? 0).toBeLessThan(ended.get(over)?.ended ?? 0)
    }
  }
  if (isOver || isDone('signOut'))
    expect(await attacker.refusal(recover, { setId: vault.setId })).toMatchObject({
      error: 'loginRequired',
    })
  // a refusal ends the attacker's other login, approved or not
  if (isDone('refusal'))
    expect(await late.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
  if (isOver)
    expect((await owner.ask(listDevices, {})).devices.map((device) => device.id)).not.toContain(id)
  // the owner's device has one valid split, and so has each method
  const stored = [vault, ...splits]
  const good = await Promise.all(
    stored.map(async ({ setId }) => (await owner.refusal(getShare, { setId })) === undefined),
  )
  expect(good.filter(Boolean)).toHaveLength(1)
  expect(good[0]).toBe(!isDone('firstSplit') && !isDone('secondSplit'))
  const methods = (await owner.ask(listRecovery, {})).methods.map(({ method }) => method)
  expect(methods.toSorted()).toEqual(['password', 'vault'])
  // an attacker locks no owner out: the right password works as long as it belongs to the account
  if (ended.has('ownRecovery') && !ended.has('firstSplit') && !ended.has('secondSplit'))
    expect(ended.get('ownRecovery')?.error).toBeUndefined()
  if (!ended.has('firstSplit') && !ended.has('secondSplit'))
    expect(await owner.ask(recover, byPassword)).toMatchObject({ blob: expect.any(String) })
}

test.each(databases)(
  'steps of an account that run at once, in any order, leave a valid state, over %s',
  { timeout: 240_000 },
  async (name) => {
    await expect(
      fc.assert(
        fc.asyncProperty(someSteps(stepNames), async (steps) => {
          const world = await startWorld(at(name))
          await check(world, await run(world, steps))
        }),
        { numRuns: 10, endOnFailure: true },
      ),
    ).resolves.toBeUndefined()
  },
)

test.each(databases)(
  'after a device is removed, its recovery gets no answer, and the log has each answered recovery, over %s',
  { timeout: 240_000 },
  async (name) => {
    for (const method of ['recoveryByPassword', 'recoveryByVault'] as const) {
      for (const other of ['removal', 'refusal'] as const) {
        for (const after of [
          [0, 0],
          [0, 4],
          [4, 0],
        ] as const) {
          const world = await startWorld(at(name))
          await expect(
            run(world, [
              [method, after[0]],
              [other, after[1]],
            ]).then((ended) => check(world, ended)),
          ).resolves.toBeUndefined()
        }
      }
    }
  },
)
