import { isSameAddress } from '@latchkey/protocol/address'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { Transaction } from '@latchkey/protocol/transaction'
import { kitError } from '../../core/errors/errors.ts'
import type { AddressesFacet } from '../../core/contracts/facets/addresses.ts'
import type { AssetsFacet } from '../../core/contracts/facets/assets.ts'
import type { Facets } from '../../core/contracts/facets/facets.ts'
import type { Fee, FeeSpeed, SendFacet, Transfer } from '../../core/contracts/facets/send.ts'
import type { TransactionsFacet } from '../../core/contracts/facets/transactions.ts'
import { isFakeAddress, ownerOf, placeholder } from './addressForms.ts'
import { coin, feeFor } from './ledger.ts'
import type { FakeTransaction, Ledger } from './ledger.ts'

/** Creates the facets of the fake chain. `hasTokens`: the chain also has tokens. */
export function createFacets(
  ledger: Ledger,
  { hasTokens }: { hasTokens: boolean },
): Omit<Facets, 'remote' | 'smartSessions' | 'swap'> {
  return {
    addresses: createAddresses(),
    assets: createAssets(ledger, hasTokens),
    send: createSend(ledger),
    transactions: createTransactions(ledger),
  }
}

/** A payment link of this chain: `fake:<address>?amount=<smallest unit>&asset=<name>`. */
const paymentLink = /^fake:(bcrt1\w{24})\?amount=(\d{1,30})(?:&asset=(\w+))?$/i

function createAddresses(): AddressesFacet {
  return {
    async readRecipient(text, networkId) {
      const plain = text.trim()
      if (plain === '') return { status: 'empty' }
      const [, namespace, reference, account] = /^(\w+):(\w+):(\w+)$/.exec(plain) ?? []
      if (account && networkId && networkId !== `${namespace}:${reference}`)
        return { status: 'refused', fault: 'otherNetwork' }
      const address = account ?? paymentLink.exec(plain)?.[1] ?? plain
      return isFakeAddress(address)
        ? { status: 'address', address: ownerOf(address) }
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
      !isSameAddress(address, otherAddress) &&
      ownerOf(address).slice(0, 9) === ownerOf(otherAddress).slice(0, 9) &&
      ownerOf(address).slice(-4) === ownerOf(otherAddress).slice(-4),
    isOwnerless: (address) => isSameAddress(address, placeholder),
    canBeNamed: () => false,
    toNamedAccount: async () => undefined,
    readNamedAddress: () => undefined,
  }
}

/** The symbol of an asset. The only token's address repeats the letters of its name. */
const symbolOf = (asset: string): string => (asset === coin ? 'COIN' : 'FLOUR')

function createAssets(ledger: Ledger, hasTokens: boolean): AssetsFacet {
  return {
    getBalances: async ({ address, tokens }) =>
      [coin, ...tokens].map((asset) => ledger.balanceOf(address, asset)),
    ...(hasTokens && {
      async readToken({ address }) {
        if (!isFakeAddress(address)) throw kitError('actionNotAllowed')
        return { address, symbol: symbolOf(address), decimals: 0 }
      },
    }),
    async lookForChanges({ address, seen }) {
      const now = { height: ledger.height(), native: ledger.balanceOf(address, coin) }
      return { seen: now, hasChanged: seen === undefined || now.native !== seen.native }
    },
  }
}

/** The fee choices. `factor` multiplies the minimum fee; `seconds` is the time until a block. */
const choices = {
  slow: { factor: 1n, seconds: 600 },
  normal: { factor: 2n, seconds: 300 },
  fast: { factor: 3n, seconds: 60 },
} as const satisfies Record<FeeSpeed, { factor: bigint; seconds: number }>
const speeds = ['slow', 'normal', 'fast'] as const

const feeOf = (choice: FeeSpeed = 'slow'): Fee => {
  const { factor, seconds } = choices[choice]
  const total = feeFor(1) * factor
  return { total, maxTotal: total, reserve: total, seconds }
}

const transactionOf = ({ to, token, amount, feeChoice }: Transfer): FakeTransaction => ({
  outputs: [{ owner: to.address, asset: token.address ?? coin, amount }],
  fee: feeOf(feeChoice).total,
})

function createSend(ledger: Ledger): SendFacet {
  return {
    readFee: async ({ feeChoice }) => feeOf(feeChoice),
    readFeeChoices: async () => speeds.map((id) => ({ id, fee: feeOf(id) })),
    async previewTransfer(transfer) {
      const made = transactionOf(transfer)
      const fee = feeOf(transfer.feeChoice)
      // the cast: the kit's types do not know the fake chain
      const transaction = made as unknown as Transaction
      try {
        ledger.dryRun(transfer.from, made)
      } catch (error) {
        // With too small a balance, the transfer still counts as working: the kit itself compares
        // amount and balance.
        const isPoor =
          ledger.balanceOf(transfer.from, coin) <
          fee.maxTotal + (transfer.token.address === undefined ? transfer.amount : 0n)
        if (!isPoor)
          return {
            transaction,
            fee: undefined,
            simulation: { status: 'fails', reason: (error as Error).message },
          }
      }
      return {
        transaction,
        fee,
        simulation: { status: 'works', leaves: transfer.amount, arrives: transfer.amount },
      }
    },
    isContract: async () => false,
    recentTransfers: async () => [],
  }
}

function createTransactions(ledger: Ledger): TransactionsFacet {
  /**
   * The replacement key of a transaction: the coins that it spends. Another transaction that spends
   * the same coins replaces it. Undefined for an unknown transaction.
   */
  const keyOf = (hash: string) => ledger.find(hash)?.spent.join()
  return {
    describe(transaction, network) {
      // the cast: a site can pass anything, so each part may be absent
      const { outputs = [] } = transaction as unknown as Partial<FakeTransaction>
      const decimals = network?.nativeCurrency.decimals ?? 0
      return {
        operationType: 'send',
        sentTo: outputs[0]?.owner,
        transfers: outputs.map(({ asset, amount }) => ({
          direction: 'out',
          symbol: symbolOf(asset),
          quantity: asset === coin ? formatUnits(amount, decimals) : String(amount),
        })),
      }
    },
    createLookup:
      () =>
      async ({ hash }) => {
        const entry = ledger.find(hash)
        const replacementKey = keyOf(hash)
        if (!entry || replacementKey === undefined) return { kind: 'unknown' }
        if (entry.replacedBy !== undefined) return { kind: 'overtaken', replacementKey }
        return entry.minedAt === undefined
          ? { kind: 'waiting', replacementKey }
          : { kind: 'mined', replacementKey, blockTime: entry.minedAt }
      },
    async findReplacement({ hash, address }) {
      const replacedBy = ledger.find(hash)?.replacedBy
      const found = replacedBy === undefined ? undefined : ledger.find(replacedBy)
      return (
        found && {
          hash: found.hash,
          isCancellation: found.transaction.outputs.every(({ owner }) =>
            isSameAddress(owner, address),
          ),
        }
      )
    },
    async readReplacementFacts({ hash }) {
      const replacementKey = keyOf(hash)
      return replacementKey === undefined ? undefined : { replacementKey }
    },
    readFee: async ({ hash }) => ledger.find(hash)?.transaction.fee,
  }
}
