import { beforeEach, expect, test, vi } from 'vitest'
import { recoverMessageAddress } from 'viem'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { accountOf } from '../../core/kit/state.ts'
import { deafChains, reasonOf, startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import { checkSignIn } from './checkSignIn.ts'
import { declineSignIn } from './declineSignIn.ts'
import { signIn } from './signIn.ts'
import { signOut } from './signOut.ts'
import { startTestSignIn } from './startTestSignIn.ts'

const connectorId = 'app.latchkey.development'
beforeEach(() => void startTestPage())

const statusIn = (kit: Awaited<ReturnType<typeof startTestSignIn>>['kit']) => {
  const account = accountOf(kit.getState())
  return account && kit.getState().siwx?.[account.accountId]
}

test('after a connection, the kit reads the sessions and opens the modal for the sign-in', async () => {
  startTestWallet()
  const { kit, site } = await startTestSignIn()
  await kit.connect({ connectorId })
  await expect.poll(() => statusIn(kit)).toBe('signedOut')
  await expect.poll(() => kit.getState().modal.open).toBe(true)
  const session = await signIn(kit)
  expect(
    await recoverMessageAddress({
      message: session.message,
      signature: session.signature as `0x${string}`,
    }),
  ).toBe(accountOf(kit.getState())?.address) // the cast: the wallet's signatures are hex
  expect(site.sessions()).toEqual([session])
  expect(statusIn(kit)).toBe('signedIn')
})

test('an account with a session is signed in without opening the modal', async () => {
  startTestWallet()
  const { kit, site, stop, storage, openKit } = await startTestSignIn()
  await kit.connect({ connectorId })
  await signIn(kit)
  stop()
  const again = await openKit({ storage })
  await again.clock.scheduled(50)
  again.clock.advance(50)
  await expect.poll(() => statusIn(again.kit)).toBe('signedIn')
  expect(again.kit.getState().modal.open).toBe(false)
  expect(site.calls.filter((name) => name === 'createMessage')).toHaveLength(1)
})

test('a flow of the modal ends only after the sign-in', async () => {
  startTestWallet()
  const { kit } = await startTestSignIn({ isRequired: true })
  const flow = kit.open()
  let isOver = false
  void flow.then(() => (isOver = true))
  await kit.connect({ connectorId })
  await expect.poll(() => statusIn(kit)).toBe('signedOut')
  expect(isOver).toBe(false)
  await signIn(kit)
  expect(await flow).toMatchObject({ status: 'connected' })
})

test('another account or network needs its own sign-in, and the first one stays signed in', async () => {
  const wallet = startTestWallet({ count: 2 })
  const { kit, site } = await startTestSignIn()
  await kit.connect({ connectorId })
  await signIn(kit)
  const [first, second] = wallet.getState().accounts
  wallet.switchChain(deafChains[1].id)
  await expect.poll(() => statusIn(kit)).toBe('signedOut')
  wallet.switchChain(deafChains[0].id)
  await expect.poll(() => statusIn(kit)).toBe('signedIn')
  if (first && second) wallet.selectAccount([second.address, first.address])
  await expect.poll(() => statusIn(kit)).toBe('signedOut')
  await signIn(kit)
  expect(site.sessions().map(({ data }) => data.accountAddress.toLowerCase())).toEqual(
    [first?.address, second?.address].map((address) => address?.toLowerCase()),
  )
})

test('declining an optional sign-in keeps the connection; declining a required one disconnects', async () => {
  startTestWallet()
  const optional = await startTestSignIn()
  await optional.kit.connect({ connectorId })
  await expect.poll(() => optional.kit.getState().modal.open).toBe(true)
  await declineSignIn(optional.kit)
  expect(optional.kit.getState().modal.open).toBe(false)
  expect(statusIn(optional.kit)).toBe('declined')
  expect(await checkSignIn(optional.kit)).toBe('declined')
  expect(accountOf(optional.kit.getState())).toBeDefined()
  optional.stop()
  const required = await startTestSignIn({ isRequired: true })
  await required.kit.connect({ connectorId })
  await declineSignIn(required.kit)
  expect(accountOf(required.kit.getState())).toBeUndefined()
  expect(required.kit.getState().siwx).toEqual({})
})

test('closing the modal declines an optional sign-in', async () => {
  startTestWallet()
  const { kit } = await startTestSignIn()
  const flow = kit.open()
  await kit.connect({ connectorId })
  await expect.poll(() => statusIn(kit)).toBe('signedOut')
  kit.close()
  expect(statusIn(kit)).toBe('declined')
  expect(await flow).toMatchObject({ status: 'connected' })
})

test('if the wallet or the site refuses, signing in fails and the account is not signed in', async () => {
  const wallet = startTestWallet()
  const { kit, site } = await startTestSignIn()
  await kit.connect({ connectorId })
  wallet.setBehaviour('refuse')
  expect(await reasonOf(signIn(kit))).toMatchObject({
    code: 'signatureDeclined',
    message: 'Signature declined',
    cause: { code: 'userRejected' },
  })
  wallet.setBehaviour('approve')
  site.faults.set('addSession', new Error('Nonce spent'))
  expect(await reasonOf(signIn(kit))).toMatchObject({ message: 'Nonce spent' })
  expect(statusIn(kit)).not.toBe('signedIn')
  expect(site.sessions()).toEqual([])
})

test('if the wallet changes its account during a sign-in, nothing is signed', async () => {
  const wallet = startTestWallet({ count: 2 })
  const { kit, site } = await startTestSignIn()
  const { accountId } = await kit.connect({ connectorId })
  const { createMessage } = site.siwx
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  vi.spyOn(site.siwx, 'createMessage').mockImplementation(async (account) =>
    held.then(() => createMessage(account)),
  )
  const signing = reasonOf(signIn(kit))
  wallet.selectAccount(wallet.getState().accounts[1]?.address ?? '0x')
  await expect.poll(() => accountOf(kit.getState())?.accountId).not.toBe(accountId)
  release()
  expect(await signing).toMatchObject({ code: 'requestAborted' })
  expect(site.calls).not.toContain('addSession')
})

test('if the site does not answer, the status is `unknown`, not `signedOut`', async () => {
  startTestWallet()
  const { kit, site, clock } = await startTestSignIn()
  site.faults.set('getSessions', new Error('down'))
  await kit.connect({ connectorId })
  await expect.poll(() => statusIn(kit)).toBe('unknown')
  expect(kit.getState().modal.open).toBe(false)
  site.faults.delete('getSessions')
  vi.spyOn(site.siwx, 'getSessions').mockImplementation(() => new Promise(() => {}))
  const checked = checkSignIn(kit)
  await clock.scheduled(10_000)
  clock.advance(10_000)
  expect(await checked).toBe('unknown')
})

test('declining a sign-in that the site does not answer disconnects, and the flow ends with the reason', async () => {
  startTestWallet()
  const { kit, site } = await startTestSignIn({ isRequired: true })
  site.faults.set('getSessions', new Error('down'))
  const flow = kit.open()
  await kit.connect({ connectorId })
  await expect.poll(() => statusIn(kit)).toBe('unknown')
  await declineSignIn(kit)
  expect(accountOf(kit.getState())).toBeUndefined()
  const ended = await flow
  expect(ended).toMatchObject({
    status: 'refused',
    error: {
      code: 'connectionClosed',
      cause: {
        code: 'authenticationFailed',
        message: 'A problem occurred while trying initialize authentication',
      },
    },
  })
  const connecting = reasonOf(kit.connect())
  await kit.connect({ connectorId })
  await expect.poll(() => statusIn(kit)).toBe('unknown')
  await declineSignIn(kit)
  expect(await connecting).toMatchObject({ cause: { code: 'authenticationFailed' } })
})

test('if the site does not answer, the known status stays', async () => {
  startTestWallet()
  const { kit, site, states } = await startTestSignIn({ life: 60_000 })
  await kit.connect({ connectorId })
  await expect.poll(() => statusIn(kit)).toBe('signedOut')
  const before = states.length
  await checkSignIn(kit)
  site.faults.set('getSessions', new Error('down'))
  expect(await checkSignIn(kit)).toBe('signedOut')
  await signIn(kit)
  expect(await checkSignIn(kit)).toBe('signedIn')
  expect(new Set(states.slice(before).flatMap(({ siwx = {} }) => Object.values(siwx)))).toEqual(
    new Set(['signedOut', 'signedIn']),
  )
})

test('a session that expires while the site does not answer becomes `unknown`', async () => {
  startTestWallet()
  const { kit, site, clock } = await startTestSignIn({ life: 60_000 })
  await kit.connect({ connectorId })
  await signIn(kit)
  site.faults.set('getSessions', new Error('down'))
  await checkSignIn(kit)
  clock.advance(60_000)
  await expect.poll(() => statusIn(kit)).toBe('unknown')
})

test('when a session expires, the status becomes `signedOut` at once', async () => {
  startTestWallet()
  const { kit, clock } = await startTestSignIn({ life: 60_000 })
  await kit.connect({ connectorId })
  await signIn(kit)
  kit.close()
  clock.advance(59_999)
  expect(statusIn(kit)).toBe('signedIn')
  clock.advance(1)
  await expect.poll(() => statusIn(kit)).toBe('signedOut')
})

test.each([
  [
    'of another account',
    (data: object) => ({ ...data, accountAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
  ],
  ['of another network', (data: object) => ({ ...data, chainId: 'eip155:1' })],
  ['with an invalid end', (data: object) => ({ ...data, expirationTime: 'never' })],
  ['that starts in the future', (data: object) => ({ ...data, notBefore: '2100-01-01T00:00:00Z' })],
  ['that is null', () => null],
])('a session %s is ignored', async (_, change) => {
  startTestWallet()
  const { kit, site } = await startTestSignIn()
  await kit.connect({ connectorId })
  const session = await signIn(kit)
  vi.spyOn(site.siwx, 'getSessions').mockResolvedValue([
    { ...session, data: change(session.data) } as never,
  ]) // the cast: a site without types can return any value
  expect(await checkSignIn(kit)).toBe('signedOut')
})

test.each([
  ['of another account', { accountAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  ['of another network', { chainId: 'eip155:1' }],
  ['without a text', { toString: () => '' }],
  ['that is too long for a wallet to show', { toString: () => 'a'.repeat(10_001) }],
])('a message %s is not signed', async (_, change) => {
  startTestWallet()
  const { kit, site } = await startTestSignIn()
  await kit.connect({ connectorId })
  const { createMessage } = site.siwx
  vi.spyOn(site.siwx, 'createMessage').mockImplementation(
    async (account) => ({ ...(await createMessage(account)), ...change }) as never,
  ) // the cast: a site without types can return any value
  expect(await reasonOf(signIn(kit))).toMatchObject({ code: 'answerInvalid' })
  expect(site.calls).not.toContain('addSession')
})

test('signing out ends the session, and disconnects only if the sign-in is required', async () => {
  startTestWallet()
  for (const isRequired of [false, true]) {
    const { kit, site, stop } = await startTestSignIn({ isRequired })
    await kit.connect({ connectorId })
    await signIn(kit)
    await signOut(kit)
    expect(site.sessions()).toEqual([])
    expect(accountOf(kit.getState()) === undefined).toBe(isRequired)
    await expect.poll(() => kit.getState().modal.open).toBe(false)
    await kit.disconnect()
    stop()
  }
})

test('disconnecting signs out, unless `signOutOnDisconnect` is off', async () => {
  startTestWallet()
  for (const [signOutOnDisconnect, left] of [
    [true, 0],
    [false, 1],
  ] as const) {
    const { kit, site, stop } = await startTestSignIn({ signOutOnDisconnect })
    await kit.connect({ connectorId })
    await signIn(kit)
    await kit.disconnect()
    await expect.poll(() => site.sessions().length).toBe(left)
    expect(kit.getState().siwx).toEqual({})
    stop()
  }
})

test('the functions of `siwx` are called as methods of the site’s object, and may throw', async () => {
  startTestWallet()
  const { kit, site } = await startTestSignIn()
  await kit.connect({ connectorId })
  await signIn(kit)
  let isItself: boolean | undefined
  site.siwx.setSessions = function setSessions(this: unknown) {
    isItself = this === site.siwx
    throw new Error('down')
  }
  await kit.disconnect()
  await expect.poll(() => isItself).toBe(true)
  expect(kit.getState().siwx).toEqual({})
})

test('if `getRequired` throws, the sign-in is required', async () => {
  startTestWallet()
  const { kit, site } = await startTestSignIn()
  vi.spyOn(site.siwx, 'getRequired').mockImplementation(() => {
    throw new Error('no settings yet')
  })
  await kit.connect({ connectorId })
  await expect.poll(() => kit.getState().modal.open).toBe(true)
  await declineSignIn(kit)
  expect(accountOf(kit.getState())).toBeUndefined()
})

test('without the option `siwx` the call fails with `siwxDisabled`, and without an account with `addressMissing`', async () => {
  const { kit } = startTestKit()
  expect(await reasonOf(signIn(kit))).toMatchObject({
    code: 'siwxDisabled',
    message: 'SIWX is not enabled',
  })
  expect(await reasonOf(checkSignIn((await startTestSignIn()).kit))).toMatchObject({
    code: 'addressMissing',
    message: 'No ActiveCaipAddress found',
  })
})
