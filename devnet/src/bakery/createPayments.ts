/** Payments by a permission: each is judged, signed, sent and found again. */
import {
  createPublicClient,
  defineChain,
  encodeFunctionData,
  erc20Abi,
  http,
  isAddressEqual,
  keccak256,
  parseEventLogs,
  TransactionReceiptNotFoundError,
  type Address,
  type Hex,
  type PrivateKeyAccount,
  type TransactionReceipt,
} from 'viem'
import { accountCode, problemOf, redemptionOf, type Problem } from './permission.ts'

export type PaymentsOptions = {
  chainId: number
  rpcUrl: string
  /** The account that takes the payments. It needs the network's coin for the fees. */
  spender: PrivateKeyAccount
  /** The account that receives the payments. */
  till: Address
  token: Address
  /** Of one payment, in base units of the token. */
  price: bigint
}

/** A signed transaction that takes a payment. */
export type Payment = { raw: Hex; hash: Hex; nonce: number }

/** What became of a payment: the second of its block, or why it took nothing. */
export type Outcome = { status: 'waiting' } | { status: 'paid'; second: number } | Failed
type Failed = { status: 'failed'; problem: Problem }

/** The most gas of a payment: an account with other code could burn as much as it gets. */
const gas = 400_000n

/** Creates the functions that take payments on a network. Each may throw an error of viem. */
export function createPayments({ chainId, rpcUrl, spender, till, token, price }: PaymentsOptions) {
  const chain = defineChain({
    id: chainId,
    name: 'network of the shop',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    fees: { baseFeeMultiplier: 3 }, // a payment is not stuck when the network gets busy
  })
  const client = createPublicClient({ chain, transport: http(undefined, { timeout: 10_000 }) })
  let ahead = 0

  const callOf = (context: Hex) => redemptionOf(context, { token, to: till, amount: price })

  const balanceOf = (account: Address) =>
    client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [account],
    })

  return {
    /** The network's time in seconds. Its clock may be ahead of this machine's. */
    async now(): Promise<number> {
      const wall = Math.floor(Date.now() / 1_000)
      ahead = Math.max(ahead, Number((await client.getBlock()).timestamp) - wall)
      return wall + ahead
    },

    /** Lets the network judge a payment without sending it: signature, limits, balance. */
    async judge(context: Hex, account: Address): Promise<Problem | undefined> {
      try {
        const code = await client.getCode({ address: account })
        if (code?.toLowerCase() !== accountCode) return 'notSmart'
        // `pending`: with the time of the next block
        const parameters = { ...callOf(context), account: spender, blockTag: 'pending' } as const
        await client.simulateContract(parameters)
        return undefined
      } catch (error) {
        const problem = problemOf(error)
        // each token has its own error for it
        return problem === 'refused' && (await balanceOf(account)) < price ? 'noFunds' : problem
      }
    },

    /** Signs a payment. Store it before `settle` sends it: the network takes it at most once. */
    async sign(context: Hex): Promise<Payment> {
      const call = callOf(context)
      const request = await client.prepareTransactionRequest({
        account: spender,
        to: call.address,
        data: encodeFunctionData(call),
        gas,
        type: 'eip1559',
      })
      const raw = await spender.signTransaction(request)
      return { raw, hash: keccak256(raw), nonce: request.nonce }
    },

    /** Finds out what became of a payment. If the network does not have it yet, sends it. */
    async settle({ raw, hash, nonce }: Payment, account: Address): Promise<Outcome> {
      const count = await client.getTransactionCount({ address: spender.address })
      const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
        if (!(error instanceof TransactionReceiptNotFoundError)) throw error
      })
      if (!receipt && count <= nonce) {
        // an error says that the node has it already, or that another one took its place
        await client.sendRawTransaction({ serializedTransaction: raw }).catch(() => {})
        return { status: 'waiting' }
      }
      if (receipt?.status !== 'success') return { status: 'failed', problem: 'refused' }
      // an account with other code could report success without having paid
      if (!hasPaid(receipt, { from: account, to: till, token, price }))
        return { status: 'failed', problem: 'notSmart' }
      const { timestamp } = await client.getBlock({ blockHash: receipt.blockHash })
      return { status: 'paid', second: Number(timestamp) }
    },
  }
}

/** Whether a transaction moved the price, by the events of the token itself. */
function hasPaid(
  { logs }: TransactionReceipt,
  { from, to, token, price }: Record<'from' | 'to' | 'token', Address> & { price: bigint },
): boolean {
  return parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs }).some(
    ({ address, args }) =>
      isAddressEqual(address, token) &&
      isAddressEqual(args.from, from) &&
      isAddressEqual(args.to, to) &&
      args.value === price,
  )
}
