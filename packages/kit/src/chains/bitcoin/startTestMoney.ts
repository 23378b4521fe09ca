import { HDKey } from 'viem/accounts'
import { getAddress, p2sh, p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { bitcoinNetworkOf, bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { toHex } from '@latchkey/protocol/hex'
import type { NetworkId } from '@latchkey/protocol/caip'
import { onTestFinished } from 'vitest'
import type { BitcoinChain } from '../../../../../devnet/src/bitcoin/startBitcoinChain.ts'
import type { AdapterFactory, ChainAdapter } from '../../core/contracts/adapter.ts'
import type { ConnectorSource, Link, SourceHost } from '../../core/contracts/connectorSource.ts'
import type { Facets } from '../../core/contracts/facets/facets.ts'
import type { Network } from '../../core/contracts/network.ts'
import type { AccountPurpose, SharedAccount } from '../../core/accounts/sharedAccount.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { createAddresses } from './addresses/createAddresses.lazy.ts'
import { createAssets } from './assets/createAssets.lazy.ts'
import { createSend } from './send/createSend.lazy.ts'
import { sendTransaction } from './send/sendTransaction.lazy.ts'
import type { BitcoinSigner } from './signer.ts'
import { createTransactions } from './transactions/createTransactions.lazy.ts'

// the cast: the id of regtest is a network id
const networkId = bitcoinRegtestId as NetworkId
const regtest = bitcoinNetworkOf(networkId)

/** A local Bitcoin network as a site passes it to the kit. */
export const bitcoinNetwork = (...urls: readonly string[]): Network => ({
  id: networkId.slice('bip122:'.length),
  name: 'Bitcoin',
  namespace: 'bip122',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: urls } },
})

/** The kinds of addresses that a test wallet can have. */
export type KeyKind = 'wpkh' | 'sh' | 'tr' | 'pkh'

/** The number of keys so far. Each test gets new ones. */
let keyCount = 0

/** A key that no earlier test has used, and its address. */
export function newKey(kind: KeyKind = 'wpkh') {
  const seed = new Uint8Array(32)
  new DataView(seed.buffer).setUint32(0, ++keyCount)
  const { privateKey, publicKey } = HDKey.fromMasterSeed(seed)
  if (!privateKey || !publicKey || !regtest) throw new Error('A key from a seed has both parts')
  const address = {
    wpkh: () => p2wpkh(publicKey, regtest).address,
    sh: () => p2sh(p2wpkh(publicKey, regtest), regtest).address,
    tr: () => p2tr(publicKey.slice(1), undefined, regtest).address,
    pkh: () => getAddress('pkh', privateKey, regtest),
  }[kind]()
  if (address === undefined) throw new Error('Every key has an address')
  return { privateKey, publicKey: toHex(publicKey), address, kind }
}
export type TestKey = ReturnType<typeof newKey>

/** How the wallet of a test behaves. A function changes what a correct wallet would return. */
export type TestSigner = {
  keys: readonly TestKey[]
  purposes?: readonly (AccountPurpose | undefined)[]
  /** Whether the wallet reports public keys. @default true */
  reportsKeys?: boolean
  /** What the wallet reports in place of its public keys. */
  reportedKey?: string
  answer: 'approve' | 'refuse'
  canSignPsbt?: boolean
  /** Changes the PSBT before the wallet signs it. */
  replace?: (psbt: Uint8Array) => Uint8Array
  /** Changes the signed PSBT. */
  returned?: (psbt: Uint8Array) => unknown
  sendTransfer?: BitcoinSigner['sendTransfer']
  sighashType?: number
  /** Called before the wallet answers. */
  onRequest?: () => void | Promise<void>
}

/** Makes the inputs of a signed PSBT final, as some wallets do. */
export function finalPsbt(psbt: Uint8Array): Uint8Array {
  const transaction = Transaction.fromPSBT(psbt, { allowUnknownOutputs: true })
  transaction.finalize()
  return transaction.toPSBT()
}

/** Signs the inputs of a PSBT that these keys own. */
export function signWith(
  keys: readonly TestKey[],
  psbt: Uint8Array,
  { sighashType }: { sighashType?: number | undefined } = {},
): Uint8Array {
  const transaction = Transaction.fromPSBT(psbt, { allowUnknownOutputs: true })
  for (let index = 0; index < transaction.inputsLength; index++) {
    if (sighashType !== undefined) transaction.updateInput(index, { sighashType }, true)
    for (const { privateKey, publicKey, kind } of keys) {
      const key = Uint8Array.from(Buffer.from(publicKey, 'hex'))
      if (kind === 'sh' && !transaction.getInput(index).redeemScript && regtest)
        transaction.updateInput(index, { redeemScript: p2wpkh(key, regtest).script }, true)
      if (kind === 'tr' && !transaction.getInput(index).tapInternalKey)
        transaction.updateInput(index, { tapInternalKey: key.slice(1) }, true)
      try {
        transaction.signIdx(
          privateKey,
          index,
          sighashType === undefined ? undefined : [sighashType as never], // any type, for the test
        )
      } catch {
        // the input belongs to another key
      }
    }
  }
  return transaction.toPSBT()
}

function createSigner(wallet: TestSigner): BitcoinSigner {
  const decide = async () => {
    await wallet.onRequest?.()
    if (wallet.answer === 'refuse') throw kitError('userRejected')
  }
  return {
    canSignPsbt: wallet.canSignPsbt ?? true,
    async signPsbt({ psbt }) {
      await decide()
      const signed = signWith(wallet.keys, wallet.replace?.(psbt) ?? psbt, wallet)
      // the cast: a hostile wallet may return anything
      return (wallet.returned ? wallet.returned(signed) : signed) as Uint8Array
    },
    async signMessage({ message }) {
      await decide()
      return btoa(message)
    },
    ...(wallet.canSignPsbt === false && {
      sendTransfer: async (parameters) => {
        await decide()
        if (!wallet.sendTransfer) throw kitError('methodNotFound')
        return wallet.sendTransfer(parameters)
      },
    }),
  }
}

/** The adapter of Bitcoin with one wallet that is always there, with the connector id `test`. */
function testAdapter(wallet: TestSigner): AdapterFactory {
  return {
    namespace: 'bip122',
    create: ({ kit, setConnectors }) => createAdapter(kit, setConnectors, wallet),
  }
}

function createAdapter(
  kit: Kit,
  setConnectors: SourceHost['setConnectors'],
  wallet: TestSigner,
): ChainAdapter {
  const signer = createSigner(wallet)
  const facets: Partial<Facets> = {
    addresses: createAddresses(),
    assets: createAssets(kit),
    send: createSend(kit),
    transactions: createTransactions(kit),
  }
  return {
    namespace: 'bip122',
    facets: ['addresses', 'assets', 'send', 'transactions'],
    source: createSource(setConnectors, wallet, signer),
    switchNetwork: async () => {},
    request: () => Promise.reject(kitError('methodNotFound')),
    signMessage: ({ address, message }) => signer.signMessage({ address, message, networkId }),
    send: ({ transaction, ...parameters }) =>
      // the cast: the kit calls an adapter only with transactions of its namespace
      sendTransaction(kit, { ...parameters, transaction: transaction as never }),
    load: async (name) => facets[name],
  }
}

function createSource(
  setConnectors: SourceHost['setConnectors'],
  wallet: TestSigner,
  signer: BitcoinSigner,
): ConnectorSource {
  const accounts = wallet.keys.map(({ address, publicKey }, index): SharedAccount => {
    const purpose = wallet.purposes?.[index]
    return {
      address,
      ...(wallet.reportsKeys !== false && { publicKey: wallet.reportedKey ?? publicKey }),
      ...(purpose && { purpose }),
    }
  })
  const link: Link = {
    connectorId: 'test',
    namespace: 'bip122',
    provider: signer,
    method: 'browser',
    state: () => ({ accounts, networkId }),
    subscribe: () => () => {},
    disconnect: async () => {},
    close() {},
  }
  return {
    namespaces: ['bip122'],
    watch() {
      setConnectors([{ id: 'test', name: 'Test wallet', namespace: 'bip122', type: 'injected' }])
      return () => {}
    },
    prepare() {},
    connect: async () => [link],
    restore: async () => [link],
  }
}

/** What a test starts with. `coins` are the amounts of the account's coins, in satoshi. */
export type TestFunds = {
  coins?: readonly (bigint | number)[]
  kind?: KeyKind
  wallet?: Partial<TestSigner>
  options?: Partial<KitOptions>
}

/** Starts a kit on a chain of the devnet. Its wallet holds coins, and the friend holds none. */
export async function startTestMoney(
  chain: BitcoinChain,
  { coins = [2_000_000], kind = 'wpkh', wallet: more, options }: TestFunds = {},
) {
  const me = newKey(kind)
  const friend = newKey()
  for (const amount of coins) chain.fund(me.address, amount)
  const wallet: TestSigner = { keys: [me], purposes: ['payment'], answer: 'approve', ...more }
  const started = startTestKit({
    networks: [bitcoinNetwork(chain.url)],
    adapters: [testAdapter(wallet)],
    ...options,
  })
  const { kit } = started
  const { accountId } = await kit.connect({ connectorId: 'test' })
  onTestFinished(() => kit.disconnect())
  return { ...started, accountId, wallet, me, friend: friend.address, networkId }
}

/** Reads the REST API of a chain. */
export async function readChain(chain: BitcoinChain, path: string): Promise<never> {
  // the cast: a test knows the form of the chain's answers
  return (await (await fetch(chain.url + path)).json()) as never
}
