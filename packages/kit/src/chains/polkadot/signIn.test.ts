/** Signing in with Polkadot wallets, from the kit to a site's server. CAIP-122 */
import {
  kusamaAssetHubId,
  polkadotAssetHubId,
  spelledFor,
} from '@latchkey/protocol/chains/polkadotNetworks'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { contextOf } from '../../core/kit/context.ts'
import { accountOf } from '../../core/kit/state.ts'
import { checkSignIn } from '../../domains/siwx/checkSignIn.ts'
import { createSiwxServer } from '../../domains/siwx/server/createSiwxServer.ts'
import { serverSiwx } from '../../domains/siwx/serverSiwx.ts'
import { signIn } from '../../domains/siwx/signIn.ts'
import { reasonOf } from '../../session/startTestKit.ts'
import { manualClock } from '../../testing/manualClock.ts'
import { polkadotAccounts } from '../../testing/polkadot/polkadotAccounts.ts'
import type { PolkadotWalletOptions } from '../../testing/polkadot/polkadotWallet.ts'
import { startTestPage, startTestPolkadot, startTestPolkadotWallet } from './startTestPolkadot.ts'

beforeEach(() => void startTestPage())
afterEach(() => void vi.unstubAllGlobals())

const all = polkadotAccounts(9)

/** A page whose server answers its requests to `/siwx`, with a connected wallet. */
async function start(wallet: PolkadotWalletOptions = {}) {
  const origin = 'http://localhost:3000'
  vi.stubGlobal('location', new URL(origin))
  const clock = manualClock()
  const server = createSiwxServer({
    domain: 'localhost:3000',
    secret: 'a secret of at least 32 characters',
    clock,
  })
  let jar = ''
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const answer = await server.handle(
      new Request(origin + path, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), origin, cookie: jar },
      }),
    ) // the cast: the kit passes headers as a plain object
    jar = answer.headers.get('set-cookie')?.split(';')[0] ?? jar
    return answer
  })
  startTestPolkadotWallet(wallet)
  const { kit } = startTestPolkadot({ siwx: serverSiwx({ required: false }), clock })
  contextOf(kit).hasProvider = true
  await kit.connect({ connectorId: 'polkadot.polkadot-test-wallet' })
  onTestFinished(() => kit.disconnect())
  return kit
}

const cases: readonly [name: string, wallet: PolkadotWalletOptions][] = [
  ...([0, 7, 8] as const).flatMap((index): [string, PolkadotWalletOptions][] =>
    [true, false].map((hasTypeByte) => [
      `${all[index]?.key.type}, ${hasTypeByte ? 'with' : 'without'} the byte of its type`,
      { accounts: all.slice(index, index + 1), hasTypeByte },
    ]),
  ),
  ['addresses of another network', { prefix: 2 }],
]

test.each(cases)('the server accepts the sign-in: %s', async (_, wallet) => {
  const kit = await start(wallet)
  const { message, data } = await signIn(kit)
  const account = accountOf(kit.getState())
  expect(account?.address).toMatch(/^1/)
  expect(message).toContain(`wants you to sign in with your Polkadot account:\n${account?.address}`)
  expect(data).toMatchObject({
    accountAddress: account?.address,
    chainId: polkadotAssetHubId,
  })
  expect(account && kit.getState().siwx?.[account.accountId]).toBe('signedIn')
})

test('on another network, the message names the account in the spelling of that network', async () => {
  const kit = await start()
  await kit.switchNetwork({ networkId: kusamaAssetHubId })
  const { message, data } = await signIn(kit)
  const address = spelledFor(kusamaAssetHubId, all[0]?.address ?? '') ?? ''
  expect(message).toContain(`\n${address}\n`)
  expect(data).toMatchObject({ accountAddress: address, chainId: kusamaAssetHubId })
})

test('switching the network signs no account out, though its address changes', async () => {
  const kit = await start()
  await signIn(kit)
  const account = accountOf(kit.getState())
  const status = () => account && kit.getState().siwx?.[account.accountId]
  await kit.switchNetwork({ networkId: kusamaAssetHubId })
  expect(accountOf(kit.getState())?.address).not.toBe(account?.address)
  expect(status()).toBe('signedIn')
  await kit.switchNetwork({ networkId: polkadotAssetHubId })
  expect(status()).toBe('signedIn')
  expect(account && (await checkSignIn(kit, account))).toBe('signedIn')
})

test('the server refuses the signature of another account', async () => {
  // the wallet shows one account, and signs with the key of another one
  const [own, other] = all
  if (!own || !other) throw new Error('There are two accounts')
  const kit = await start({ accounts: [{ ...own, key: other.key }] })
  expect(await reasonOf(signIn(kit))).toMatchObject({ code: 'httpFailed', status: 401 })
})
