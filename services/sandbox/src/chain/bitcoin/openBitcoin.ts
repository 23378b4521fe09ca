import { Address, OutScript, p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import type { BitcoinNetwork } from '@latchkey/protocol/chains/bitcoinNetworks'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { CheckedChain } from '../../options.ts'
import type { Bids, NewPayout } from '../../treasury/payoutStore.ts'
import { NodesError } from '../nodesError.ts'
import type { Hex, SoldChain } from '../soldChain.ts'
import { coinId, readCoins, readConfirmed, readFeeRate, type Coin } from './coins.ts'
import { Esploras } from './esploras.ts'
import { findOutcome, inputsOf } from './findOutcome.ts'

/**
 * Sizes in virtual bytes: of a transaction without inputs and outputs, of an input of the treasury,
 * and of the largest output. BIP-141
 */
const sizes = { base: 11, input: 68, output: 43 }
/** The size of a usual payout: two inputs, the payment and the change. */
const usualSize = sizes.base + 2 * sizes.input + 2 * sizes.output
/** Payouts for whose fees the treasury keeps coins. */
const reservedPayouts = 4n
/** Smaller outputs are not relayed by nodes, in satoshi. */
const dust = 546n
/** Inputs that let nodes accept a replacement with a higher fee. BIP-125 */
const sequence = 0xffff_fffd
/** Mined payouts, the newest, that are sent again if a reorg loses them. */
const watched = 8

type Wallet = { privateKey: Uint8Array; script: Uint8Array; address: string }

/**
 * Opens a Bitcoin network, whose nodes are Esploras. The treasury is the native segwit address of
 * the key. A payout spends coins that are in blocks, and that no other open payout spends.
 */
export function openBitcoin(
  { networkId, name, nativeCurrency, rpcUrls }: CheckedChain,
  { key, network, fetch }: { key: Hex; network: BitcoinNetwork; fetch: typeof globalThis.fetch },
): SoldChain {
  const reference = networkId.slice(networkId.indexOf(':') + 1)
  const esploras = new Esploras({ urls: rpcUrls, reference, fetch })
  const wallet = walletOf(key, network)
  const sender = hexOf(wallet.script)
  const usualCost = async (signal: AbortSignal) =>
    BigInt(usualSize * (await readFeeRate(esploras, signal)))
  return {
    networkId,
    name,
    nativeCurrency,
    tokens: [],
    chainId: networkId,
    treasury: sender,
    addressText: (script) => addressOf(script, network),
    async balance(token, signal) {
      if (token !== nativeTokenAddress) throw new NodesError('Bitcoin has no tokens')
      return readConfirmed(esploras, wallet.address, signal)
    },
    payoutCost: (_, signal) => usualCost(signal),
    reserve: async (signal) => reservedPayouts * (await usualCost(signal)),
    payouts: {
      round: async (next) => ({ lostFrom: Math.max(0, next - watched), isUsed: () => false }),
      nextNonce: async (next) => next,
      async outcomes(open, depth, signal) {
        const tip = await esploras.tipHeight(signal)
        return Promise.all(open.map((bids) => findOutcome(esploras, bids, { tip, depth }, signal)))
      },
      async sign({ orderId, wallet: to, amount }, { nonce, open }, signal) {
        if (amount < dust || addressOf(to, network) === undefined) return 'refused'
        const [coins, rate] = [
          await readCoins(esploras, wallet.address, signal),
          await readFeeRate(esploras, signal),
        ]
        const spent = spentBy(open)
        const free = coins.filter((coin) => !spent.has(coinId(coin)))
        const signed = signPayment(wallet, free, { to, amount, rate })
        return signed ? { ...signed, sender, networkId, nonce, orderId } : 'poor'
      },
      send: (raw, signal) => esploras.send(raw.slice(2), signal),
    },
  }
}

/** The native segwit address of a key, with its script. BIP-84 */
function walletOf(key: Hex, network: BitcoinNetwork): Wallet {
  const privateKey = bytesOf(key)
  const { script, address } = p2wpkh(pubECDSA(privateKey), network)
  if (address === undefined) throw new RangeError('A key without an address')
  return { privateKey, script, address }
}

/** The address of an output script. Undefined for a script without an address. */
export function addressOf(script: Hex, network: BitcoinNetwork): string | undefined {
  try {
    return Address(network).encode(OutScript.decode(bytesOf(script)))
  } catch {
    return undefined
  }
}

/** The coins that payouts spend. */
const spentBy = (open: readonly Bids[]): ReadonlySet<string> =>
  new Set(
    open.flatMap(({ payout, outbid }) =>
      [payout, ...outbid].flatMap(({ raw }) => inputsOf(raw).map(coinId)),
    ),
  )

/**
 * Signs a payment with the largest coins. What remains goes back to the wallet; if that would be
 * dust, it is part of the fee.
 * @param payment.rate satoshi per virtual byte
 * @returns undefined when the coins are not enough
 */
function signPayment(
  { privateKey, script }: Wallet,
  coins: readonly Coin[],
  { to, amount, rate }: { to: Hex; amount: bigint; rate: number },
): Pick<NewPayout, 'hash' | 'raw'> | undefined {
  const transaction = new Transaction({ allowUnknownOutputs: true })
  const fee = () =>
    BigInt((sizes.base + transaction.inputsLength * sizes.input + 2 * sizes.output) * rate)
  let spent = 0n
  for (const { txid, vout, value } of coins.toSorted((a, b) => Number(b.value - a.value))) {
    if (spent >= amount + fee()) break
    transaction.addInput({ txid, index: vout, sequence, witnessUtxo: { script, amount: value } })
    spent += value
  }
  const rest = spent - amount - fee()
  if (rest < 0n) return undefined
  transaction.addOutput({ script: bytesOf(to), amount })
  if (rest >= dust) transaction.addOutput({ script, amount: rest })
  transaction.sign(privateKey)
  transaction.finalize()
  return { hash: `0x${transaction.id}`, raw: hexOf(transaction.extract()) }
}

const bytesOf = (hex: Hex): Uint8Array => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))
const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
