import { bitcoinMainnetId, bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { beforeEach, expect, test, vi } from 'vitest'
import { toAddresses } from '../../core/accounts/sharedAccount.ts'
import { contextOf } from '../../core/kit/context.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import { verifyBitcoin } from '../../domains/siwx/server/verify/verifyBitcoin.ts'
import { linkOf } from '../../session/links.ts'
import { reasonOf } from '../../session/startTestKit.ts'
import { bitcoinAccounts } from '../../testing/bitcoin/bitcoinAccounts.ts'
import type { BitcoinDialect } from '../../testing/bitcoin/bitcoinWallet.ts'
import { bitcoin } from './bitcoin.ts'
import { idOfWallet } from './startTestChain.ts'
import { startTestBitcoin, startTestBitcoinWallet, startTestPage } from './startTestBitcoin.ts'

/** Waits longer than the default of one second, because a busy machine is slow. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })

beforeEach(() => void startTestPage())

const [first, second] = bitcoinAccounts(2)
const [pay, ordinals] = [first?.payment.address ?? '', first?.ordinals.address ?? '']

const dialects = Object.keys(idOfWallet) as readonly BitcoinDialect[]
/** Those that a page can read again without a prompt. */
const silentDialects = dialects.filter((dialect) => dialect !== 'leather')
const hasOrdinals = (dialect: BitcoinDialect) => dialect !== 'metamask' && dialect !== 'unisat'

async function connectBy(dialect: BitcoinDialect, options: object = {}) {
  const storage = new Map<string, string>()
  const wallet = startTestBitcoinWallet({
    dialect,
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
  })
  const started = startTestBitcoin(options)
  const account = await started.kit.connect({ connectorId: idOfWallet[dialect] })
  const accounts = () => {
    const session = started.kit.getState().sessions.bip122
    return session && 'current' in session ? session.current.accounts : []
  }
  return { ...started, wallet, account, accounts }
}

test('bitcoin throws `optionInvalid` for any option', () => {
  expect(() => (bitcoin as (options: unknown) => unknown)({ announce: true })).toThrow(
    expect.objectContaining({ code: 'optionInvalid' }),
  )
})

test.each(dialects)(
  '%s: a wallet connects with its addresses and keys, and disconnects',
  async (dialect) => {
    const { kit, wallet, account, accounts } = await connectBy(dialect)
    expect(account).toMatchObject({
      address: pay,
      networkId: bitcoinRegtestId,
      namespace: 'bip122',
    })
    expect(accounts()).toMatchObject([
      { address: pay, publicKey: expect.stringMatching(/^0[23][\da-f]{64}$/) as string },
      ...(hasOrdinals(dialect) ? [{ address: ordinals, purpose: 'ordinals' }] : []),
    ])
    expect(accounts()[0]?.purpose).toBe(hasOrdinals(dialect) ? 'payment' : undefined)
    await kit.disconnect()
    expect(kit.getState().sessions.bip122?.status).toBe('disconnected')
    if (dialect !== 'leather') expect(wallet.accounts).toEqual([])
  },
)

test.each(dialects)(
  '%s: a text is signed by the address for payments, and the server accepts it',
  async (dialect) => {
    const { kit } = await connectBy(dialect)
    const signature = await kit.signMessage({ message: 'Grüße' })
    const claim = { chainId: bitcoinRegtestId, address: pay, signature } as const
    expect(await verifyBitcoin({ ...claim, message: 'Grüße' } as never)).toBe(true)
    expect(await verifyBitcoin({ ...claim, message: 'Gruß' } as never)).toBe(false)
  },
)

test.each(dialects)(
  '%s: a refusal is `userRejected`, both of the connection and of a signature',
  async (dialect) => {
    const wallet = startTestBitcoinWallet({ dialect })
    const { kit } = startTestBitcoin()
    wallet.setBehaviour('refuse')
    expect(await reasonOf(kit.connect({ connectorId: idOfWallet[dialect] }))).toMatchObject({
      code: 'userRejected',
    })
    wallet.setBehaviour('approve')
    await kit.connect({ connectorId: idOfWallet[dialect] })
    wallet.setBehaviour('refuse')
    expect(await reasonOf(kit.signMessage({ message: 'a' }))).toMatchObject({
      code: 'userRejected',
    })
  },
)

test.each(silentDialects)('%s: a later visit reconnects without a prompt', async (dialect) => {
  const storage = memoryStorage()
  const { stop, wallet } = await connectBy(dialect, { storage })
  stop()
  const before = wallet.requests.length
  const { kit, clock } = startTestBitcoin({ storage })
  clock.advance(1_000)
  await waitFor(() => expect(kit.getState().sessions.bip122?.status).toBe('connected'))
  const prompts = ['wallet_connect', 'requestAccounts', 'bitcoin:connect', 'getAddresses']
  expect(wallet.requests.slice(before).filter((name) => prompts.includes(name))).toEqual([])
})

test('leather: a later visit does not prompt, and is not connected', async () => {
  const storage = memoryStorage()
  const { stop, wallet } = await connectBy('leather', { storage })
  stop()
  const before = wallet.requests.length
  const { kit, clock } = startTestBitcoin({ storage })
  clock.advance(1_000)
  await waitFor(() => expect(kit.getState().sessions.bip122?.status).toBe('disconnected'))
  expect(wallet.requests.slice(before)).toEqual(['wallet_getAccount'])
})

test.each(silentDialects)(
  '%s: another account, chosen in the wallet, becomes the current one',
  async (dialect) => {
    const { wallet, accounts } = await connectBy(dialect)
    wallet.share([1])
    await waitFor(() => expect(accounts()[0]?.address).toBe(second?.payment.address))
  },
)

test.each(silentDialects)(
  '%s: a wallet that is locked ends the session, and connects again once unlocked',
  async (dialect) => {
    const { kit, wallet } = await connectBy(dialect)
    wallet.share([])
    await waitFor(() => expect(kit.getState().sessions.bip122?.status).toBe('disconnected'))
    wallet.share([0])
    await waitFor(() => expect(kit.getState().sessions.bip122?.status).toBe('connected'))
  },
)

test.each(['satsConnect', 'unisat'] as const)(
  '%s: the network changes in the wallet, and by the site',
  async (dialect) => {
    const { kit, wallet, accounts } = await connectBy(dialect)
    await kit.switchNetwork({ networkId: bitcoinMainnetId })
    expect(accounts()[0]?.address).toMatch(/^bc1q/)
    wallet.setNetwork('regtest')
    await waitFor(() => expect(toAddresses(accounts())[0]).toBe(pay))
    expect(kit.getState().sessions.bip122).toMatchObject({
      current: { networkId: bitcoinRegtestId },
    })
  },
)

test('a wallet of the Wallet Standard without accounts on a network does not switch to it', async () => {
  const { kit } = await connectBy('standard')
  expect(await reasonOf(kit.switchNetwork({ networkId: bitcoinMainnetId }))).toMatchObject({
    code: 'switchChain',
  })
})

test('a wallet that is on none of the site’s networks fails with chainDisconnected', async () => {
  startTestBitcoinWallet({ networks: ['signet'] })
  const { kit } = startTestBitcoin()
  expect(await reasonOf(kit.connect({ connectorId: idOfWallet.standard }))).toMatchObject({
    code: 'chainDisconnected',
  })
})

test('one wallet with several interfaces is listed once', async () => {
  const standard = startTestBitcoinWallet({ name: 'UniSat Wallet' })
  startTestBitcoinWallet({ dialect: 'unisat' })
  const { kit } = await connectBy('satsConnect')
  expect(kit.getState().connectors.map(({ id }) => id)).toEqual([
    'bitcoin.unisat-wallet',
    'bitcoin.bitcoin-test-wallet',
  ])
  await kit.connect({ connectorId: 'bitcoin.unisat-wallet' })
  expect(standard.requests).toEqual(['bitcoin:connect'])
})

test('a wallet that appears on the page after the start is listed', async () => {
  const { kit, clock } = startTestBitcoin()
  for (const source of contextOf(kit).sources.all()) source.prepare()
  startTestBitcoinWallet({ dialect: 'unisat' })
  await waitFor(() => {
    clock.advance(200)
    expect(kit.getState().connectors).toMatchObject([{ id: 'bitcoin.unisat-wallet' }])
  })
})

test.each(dialects)(
  '%s: the signer signs inputs of a PSBT with the keys of their addresses',
  async (dialect) => {
    const { kit } = await connectBy(dialect)
    const { Transaction, Address, OutScript } = await import('@scure/btc-signer')
    const { paramsOf } = await import('../../testing/bitcoin/paramsOf.ts')
    const script = OutScript.encode(Address(paramsOf('regtest')).decode(pay))
    const transaction = new Transaction()
    transaction.addInput({
      txid: '11'.repeat(32),
      index: 0,
      witnessUtxo: { script, amount: 5_000n },
    })
    transaction.addOutput({ script, amount: 4_000n })
    const signer = linkOf(kit, 'bip122', idOfWallet[dialect])
      ?.provider as import('./signer.ts').BitcoinSigner
    expect(signer.canSignPsbt).toBe(true)
    const signed = await signer.signPsbt({
      psbt: transaction.toPSBT(),
      inputs: [{ index: 0, address: pay }],
      networkId: bitcoinRegtestId as never,
    })
    const read = Transaction.fromPSBT(signed)
    read.finalize()
    expect(read.isFinal).toBe(true)
  },
)
