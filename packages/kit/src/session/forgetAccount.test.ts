import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { formatNetworkId } from '@latchkey/protocol/caip'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import type { Kit } from '../core/kit/kit.ts'
import { changePending } from '../core/transactions/pendingTransactions.ts'
import { accountOf } from '../core/kit/state.ts'
import { memoryStorage, sharedKey } from '../core/storage/storage.ts'
import { recentRecipients, rememberRecipient } from '../domains/send/recentRecipients.ts'
import { sendPrepared } from '../domains/send/progress/sendPrepared.lazy.ts'
import { announceWallet } from '../testing/announceWallet.ts'
import { startTestKit, startTestWallet } from './startTestKit.ts'
import { contextOf } from '../core/kit/context.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const stranger = '0x00000000000000000000000000000000000000bb'
const networkId = formatNetworkId('eip155', 31337)
const hash = `0x${'ab'.repeat(32)}`

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

/** Stores data about the account, as a transfer does. */
function remember(kit: Kit): void {
  rememberRecipient(kit, { address: stranger }, 'eip155')
  changePending(kit, () => [{ hash, networkId, address, sentAt: 1, status: 'dropped' }])
}

const remembered = (kit: Kit) => ({
  recipients: recentRecipients(kit, 'eip155').length,
  pending: kit.getState().pending?.length ?? 0,
  stored: contextOf(kit).storage.raw.getItem('@latchkey/pending-transactions'),
})
const nothing = { recipients: 0, pending: 0, stored: null }

/** Announces a wallet. The test decides when its user answers a request for a transaction. */
function announceSlow(rdns: string, accounts = [address]) {
  let approve: ((hash: string) => void) | undefined
  const answers: Record<string, unknown> = {
    wallet_requestPermissions: [],
    eth_requestAccounts: accounts,
    eth_accounts: accounts,
    eth_chainId: '0x7a69',
  }
  const request = async ({ method }: { method: string }) =>
    method === 'eth_sendTransaction'
      ? new Promise((resolve) => (approve = resolve))
      : answers[method]
  onTestFinished(
    announceWallet(
      {
        info: { uuid: rdns, name: rdns, icon: '', rdns },
        provider: { on() {}, removeListener() {}, request },
      },
      page,
    ),
  )
  const decide = () => {
    approve?.(hash)
    approve = undefined
  }
  return { isRequested: () => approve !== undefined, approve: decide }
}

/**
 * Sends a transaction as the screens do. Returns the promise of the wallet's answer, which may
 * arrive after the wait has ended.
 */
function send(kit: Kit) {
  const token = { id: networkId, symbol: 'ETH', name: 'Ether', decimals: 18, quantity: '1' }
  return sendPrepared(kit, {
    from: address,
    networkId,
    to: { address: stranger },
    transaction: { to: stranger, value: 1n },
    problems: [],
    token,
    amount: 1n,
  } as never) // the object has only the parts that `sendPrepared` reads
}

/** Waits until the code that stores transactions has loaded and run. */
async function settle(): Promise<void> {
  await import('./transactions/storeTransaction.lazy.ts')
  for (let turn = 0; turn < 5; turn++) await setImmediate()
}

test('a transaction approved after its account was removed is not stored', async () => {
  const wallet = announceSlow('slow')
  const { kit } = startTestKit()
  await kit.connect({ connectorId: 'slow' })
  const sending = send(kit)
  await expect.poll(wallet.isRequested, { interval: 5 }).toBe(true)
  await kit.disconnect()
  wallet.approve()
  expect(await sending).toBe(hash)
  await settle()
  expect(remembered(kit)).toEqual(nothing)
})

test('a transaction is not stored if another account is connected by then, and is stored if its own account is', async () => {
  const wallet = announceSlow('slow')
  announceSlow('other', [stranger])
  const { kit } = startTestKit()
  await kit.connect({ connectorId: 'slow' })
  const sending = send(kit)
  await expect.poll(wallet.isRequested, { interval: 5 }).toBe(true)
  await kit.disconnect()
  await kit.connect({ connectorId: 'other' })
  wallet.approve()
  await sending
  await settle()
  expect(remembered(kit)).toEqual(nothing)
  await kit.connect({ connectorId: 'slow' })
  const again = send(kit)
  await expect.poll(wallet.isRequested, { interval: 5 }).toBe(true)
  wallet.approve()
  await again
  await expect
    .poll(() => remembered(kit), { interval: 5 })
    .toMatchObject({ recipients: 1, pending: 1 })
})

test('account data is removed when the last wallet disconnects by itself, not before', async () => {
  const [one, two] = [startTestWallet({ rdns: 'one' }), startTestWallet({ rdns: 'two' })]
  const { kit, until } = startTestKit()
  await kit.connect({ connectorId: 'one' })
  await kit.connect({ connectorId: 'two' })
  remember(kit)
  two.lock()
  await until((state) => accountOf(state)?.connectorId === 'one')
  expect(remembered(kit)).toMatchObject({ recipients: 1, pending: 1 })
  one.lock()
  await until((state) => !accountOf(state))
  expect(remembered(kit)).toEqual(nothing)
})

test('a tab that notices a disconnect in another tab removes account data, and stores no later approval', async () => {
  const wallet = announceSlow('slow')
  const storage = memoryStorage()
  const [tab, other] = [startTestKit({ storage }), startTestKit({ storage })]
  await tab.kit.connect({ connectorId: 'slow' })
  const notifyTabs = () =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key: sharedKey }))
  notifyTabs()
  await other.until((state) => accountOf(state) !== undefined)
  const sending = send(tab.kit)
  await expect.poll(wallet.isRequested, { interval: 5 }).toBe(true)
  remember(tab.kit)
  await other.kit.disconnect()
  notifyTabs()
  await tab.until((state) => !accountOf(state))
  wallet.approve()
  await sending
  await settle()
  expect(remembered(tab.kit)).toEqual(nothing)
})

test('account data is removed if the earlier wallet has revoked its permission, and stays if the wallet is absent', async () => {
  const storage = memoryStorage()
  const first = startTestKit({ storage })
  const wallet = startTestWallet({ rdns: 'one' })
  await first.kit.connect({ connectorId: 'one' })
  remember(first.kit)
  first.stop()
  wallet.close()
  const absent = startTestKit({ storage })
  await wait(absent)
  expect(recentRecipients(absent.kit, 'eip155')).toHaveLength(1)
  absent.stop()
  announceSlow('one', [])
  const refused = startTestKit({ storage })
  await wait(refused)
  expect(remembered(refused.kit)).toEqual(nothing)
})

/** Waits until a kit has ended its attempt to restore the earlier connection. */
async function wait({ kit, clock }: ReturnType<typeof startTestKit>): Promise<void> {
  await expect.poll(() => (clock.advance(250), kit.getState().ready), { interval: 5 }).toBe(true)
}
