import { OutScript, Address, p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { networkOf } from '../chains/bitcoin/bitcoinChain.ts'

const regtest = networkOf(bitcoinRegtestId)

/** An output to make. `to`: an address, or a script. */
export type Payment = { to: string | Uint8Array; amount: bigint }
/** A coin that a wallet spends. */
export type SpentCoin = { txid: string; vout: number; value: bigint; address: string }

/** A wallet of tests, with a payment address and an ordinals address. */
export type BitcoinWallet = {
  payment: string
  ordinals: string
  /** The unspent coins of both addresses, at an Esplora. */
  coins(url: string): Promise<SpentCoin[]>
  /**
   * Signs a transaction. What remains goes back to the payment address.
   * @returns its hex
   */
  sign(
    coins: readonly SpentCoin[],
    payments: readonly Payment[],
    options?: {
      fee?: bigint
      hasChange?: boolean
      with?: BitcoinWallet
      theirs?: readonly SpentCoin[]
    },
  ): string
  /** Adds the signatures of this wallet to a transaction. */
  signIn(transaction: Transaction): void
}

const script = (to: string | Uint8Array) =>
  typeof to === 'string' ? OutScript.encode(Address(regtest).decode(to)) : to

/** Makes a wallet whose keys are made of one byte. */
export function bitcoinWallet(byte: number): BitcoinWallet {
  const keys = [byte, byte + 100].map((value) => new Uint8Array(32).fill(value))
  const [first = new Uint8Array(), second = new Uint8Array()] = keys
  const pays = p2wpkh(pubECDSA(first), regtest)
  const keeps = p2tr(pubSchnorr(second), undefined, regtest)
  const [payment, ordinals] = [pays.address, keeps.address].map((text) => text ?? '')
  if (!payment || !ordinals) throw new Error('A key without an address')

  const inputOf = ({ txid, vout, value, address }: SpentCoin) => ({
    txid,
    index: vout,
    sequence: 0xffff_fffd,
    witnessUtxo: { script: script(address), amount: value },
    ...(address === ordinals && { tapInternalKey: pubSchnorr(second) }),
  })

  const wallet: BitcoinWallet = {
    payment,
    ordinals,
    async coins(url) {
      const lists = await Promise.all(
        [payment, ordinals].map(async (address) => {
          // our own chain
          const coins = (await (await fetch(`${url}/address/${address}/utxo`)).json()) as {
            txid: string
            vout: number
            value: number
          }[]
          return coins.map(({ txid, vout, value }) => ({
            txid,
            vout,
            value: BigInt(value),
            address,
          }))
        }),
      )
      return lists.flat()
    },
    sign(coins, payments, { fee = 1_000n, hasChange = true, with: other, theirs = [] } = {}) {
      const transaction = new Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
      for (const coin of coins) transaction.addInput(inputOf(coin))
      for (const coin of theirs) transaction.addInput(inputOf(coin))
      for (const { to, amount } of payments) transaction.addOutput({ script: script(to), amount })
      const paid = payments.reduce((sum, { amount }) => sum + amount, 0n)
      const spent = [...coins, ...theirs].reduce((sum, { value }) => sum + value, 0n)
      const rest = spent - paid - fee
      if (hasChange && rest > 1_000n)
        transaction.addOutput({ script: script(payment), amount: rest })
      wallet.signIn(transaction)
      other?.signIn(transaction)
      transaction.finalize()
      return Buffer.from(transaction.extract()).toString('hex')
    },
    signIn(transaction) {
      for (let index = 0; index < transaction.inputsLength; index += 1) {
        const own = transaction.getInput(index).witnessUtxo?.script
        const isOf = (address: string) =>
          own !== undefined && Buffer.from(script(address)).equals(Buffer.from(own))
        if (isOf(payment)) transaction.signIdx(first, index)
        if (isOf(ordinals)) {
          transaction.updateInput(index, { tapInternalKey: pubSchnorr(second) })
          transaction.signIdx(second, index)
        }
      }
    },
  }
  return wallet
}

/** Sends a signed transaction to an Esplora. @returns its id */
export async function broadcast(url: string, hex: string): Promise<string> {
  const response = await fetch(`${url}/tx`, { method: 'POST', body: hex })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}
