import type { NetworkId } from '@latchkey/protocol/caip'
import type { Transaction } from '@latchkey/protocol/transaction'
import type { AdapterFactory, ChainAdapter } from '../../core/contracts/adapter.ts'
import type { ConnectorSource, Link, SourceHost } from '../../core/contracts/connectorSource.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { FacetName, Facets } from '../../core/contracts/facets/facets.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { Network } from '../../core/contracts/network.ts'
import { coin, feeFor, isFakeAddress, placeholder } from './ledger.ts'
import type { FakeTransaction, Ledger } from './ledger.ts'

/** The network of the fake chain, in a namespace that no adapter of the kit serves yet. */
export const fakeNetwork: Network = {
  id: 'fake',
  name: 'Fake chain',
  namespace: 'bip122',
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 4 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}

/** A wallet, and how it answers. */
export type FakeWallet = { address: string; answer: 'approve' | 'refuse' }

/** Creates the adapter of a chain in memory with one wallet, `fake`. */
export function fakeChain(ledger: Ledger, wallet: FakeWallet): AdapterFactory {
  return { namespace: 'bip122', create: (host) => createAdapter(host, ledger, wallet) }
}

function createAdapter(
  { setConnectors }: SourceHost,
  ledger: Ledger,
  wallet: FakeWallet,
): ChainAdapter {
  const facets = createFacets(ledger)
  const decide = () => {
    if (wallet.answer === 'refuse') throw kitError('userRejected')
  }
  return {
    namespace: 'bip122',
    facets: Object.keys(facets) as FacetName[], // keys of the table
    source: createSource(setConnectors, wallet),
    switchNetwork: async () => {},
    request: () => Promise.reject(kitError('methodNotFound')),
    async signMessage({ address, message }) {
      decide()
      return `${address} says ${message}`
    },
    async send({ address, transaction }) {
      decide()
      // created by `previewTransfer`
      return ledger.submit(address, transaction as unknown as FakeTransaction)
    },
    load: async <name extends FacetName>(name: name) => (facets as Partial<Facets>)[name],
  }
}

function createSource(
  setConnectors: SourceHost['setConnectors'],
  wallet: FakeWallet,
): ConnectorSource {
  const link: Link = {
    connectorId: 'fake',
    namespace: 'bip122',
    provider: {},
    method: 'browser',
    // the id of `fakeNetwork`
    state: () => ({
      accounts: [{ address: wallet.address }],
      networkId: 'bip122:fake' as NetworkId,
    }),
    subscribe: () => () => {},
    disconnect: async () => {},
    close() {},
  }
  return {
    namespaces: ['bip122'],
    watch() {
      setConnectors([{ id: 'fake', name: 'Fake wallet', namespace: 'bip122', type: 'injected' }])
      return () => {}
    },
    prepare() {},
    connect: async () => [link],
    restore: async () => [link],
  }
}

/** A payment link of this chain: `fake:<address>?amount=<smallest unit>&asset=<name>`. */
const paymentLink = /^fake:(fk1\w{24})\?amount=(\d{1,30})(?:&asset=(\w+))?$/

function createFacets(ledger: Ledger): Omit<Facets, 'remote' | 'swap'> {
  const transactionOf = ({
    to,
    token,
    amount,
  }: {
    to: { address: string }
    token: { address?: string }
    amount: bigint
  }): FakeTransaction => ({
    outputs: [{ owner: to.address, asset: token.address ?? coin, amount }],
    fee: feeFor(1),
  })
  const fee = { total: feeFor(1), maxTotal: feeFor(1), reserve: feeFor(1), seconds: 60 }
  return {
    addresses: {
      async readRecipient(text, networkId) {
        const plain = text.trim()
        if (plain === '') return { status: 'empty' }
        const [, namespace, reference, account] = /^(\w+):(\w+):(\w+)$/.exec(plain) ?? []
        if (account && networkId && networkId !== `${namespace}:${reference}`)
          return { status: 'refused', fault: 'otherNetwork' }
        const address = account ?? paymentLink.exec(plain)?.[1] ?? plain
        return isFakeAddress(address)
          ? { status: 'address', address }
          : { status: 'refused', fault: 'notAnAddress' }
      },
      async readPayment(text) {
        const [, to, amount, token] = paymentLink.exec(text.trim()) ?? []
        return to && amount ? { to, amount: BigInt(amount), ...(token && { token }) } : undefined
      },
      formatPayment: async ({ address, amount, token }) =>
        amount === undefined
          ? address
          : `fake:${address}?amount=${amount}${token ? `&asset=${token}` : ''}`,
      isAlike: (address, otherAddress) =>
        address !== otherAddress &&
        address.slice(0, 7) === otherAddress.slice(0, 7) &&
        address.slice(-4) === otherAddress.slice(-4),
      isOwnerless: (address) => address === placeholder,
      canBeNamed: () => false,
      toNamedAccount: async () => undefined,
      readNamedAddress: () => undefined,
    },
    assets: {
      getBalances: async ({ address, tokens }) =>
        [coin, ...tokens].map((asset) => ledger.balanceOf(address, asset)),
      async readToken({ address }) {
        if (!/^[a-z]+$/.test(address)) throw kitError('actionNotAllowed')
        return { address, symbol: address.toUpperCase(), decimals: 0 }
      },
      async lookForChanges({ address, seen }) {
        const now = { height: ledger.height(), native: ledger.balanceOf(address, coin) }
        return { seen: now, hasChanged: seen === undefined || now.native !== seen.native }
      },
    },
    send: {
      readFee: async () => fee,
      async previewTransfer(transfer) {
        const transaction = transactionOf(transfer)
        try {
          ledger.dryRun(transfer.from, transaction)
        } catch (error) {
          // a larger amount leaves enough for the fee
          const isPoor =
            ledger.balanceOf(transfer.from, coin) <
            fee.maxTotal + (transfer.token.address === undefined ? transfer.amount : 0n)
          if (!isPoor)
            return {
              transaction: transaction as unknown as Transaction,
              fee: undefined,
              simulation: { status: 'fails', reason: (error as Error).message },
            }
        }
        return {
          transaction: transaction as unknown as Transaction,
          fee,
          simulation: { status: 'works', leaves: transfer.amount, arrives: transfer.amount },
        }
      },
      isContract: async () => false,
      recentTransfers: async () => [],
    },
    transactions: {
      describe(transaction, network) {
        // created by this chain, or invented by a site
        const { outputs = [] } = transaction as unknown as Partial<FakeTransaction>
        const decimals = network?.nativeCurrency.decimals ?? 0
        return {
          operationType: 'send',
          sentTo: outputs[0]?.owner,
          transfers: outputs.map(({ asset, amount }) => ({
            direction: 'out',
            symbol: asset.toUpperCase(),
            quantity: asset === coin ? formatUnits(amount, decimals) : String(amount),
          })),
        }
      },
      createLookup:
        () =>
        async ({ hash }) => {
          const entry = ledger.find(hash)
          if (!entry) return { kind: 'unknown' }
          return entry.minedAt === undefined
            ? { kind: 'waiting' }
            : { kind: 'mined', blockTime: entry.minedAt }
        },
      findReplacement: async () => undefined,
      readNonce: async () => undefined,
      readFee: async ({ hash }) => ledger.find(hash)?.fee,
    },
  }
}
