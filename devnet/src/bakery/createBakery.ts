/** Loaves on subscription: the bakery takes the price of one loaf each day. */
import { readFile, rename, writeFile } from 'node:fs/promises'
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
import {
  accountCode,
  problemOf,
  problems,
  readPermission,
  redemptionOf,
  type Permission,
  type Problem,
} from './permission.ts'

export type BakeryOptions = {
  chainId: number
  rpcUrl: string
  /** The account that takes the payments. It needs the network's coin for the fees. */
  spender: PrivateKeyAccount
  /** The account that receives the payments. */
  till: Address
  token: Address
  /** Of one loaf, in base units of the token. */
  price: bigint
  /** Seconds of a day. */
  day: number
  /** Where the subscriptions are stored. Without it they are lost at the end. */
  file?: string | undefined
  /** Milliseconds between two looks at the subscriptions. @default 1000 */
  tick?: number
}

/** A transaction that takes a payment, until it is in a block. */
type Payment = { raw: Hex; hash: Hex; nonce: number }

/** A subscription, as it is stored. Times are in seconds since 1970. */
type Subscription = {
  context: Hex
  loaves: number
  /** When the next loaf may be paid. */
  next: number
  /** When the bakery tries again after a failure. */
  retryAt: number
  /** The failures since the newest loaf. */
  failures: number
  hasEnded: boolean
  problem?: Problem | undefined
  payment?: Payment | undefined
}

/** The state of a subscription with a new permission. */
const fresh = { retryAt: 0, failures: 0, hasEnded: false, problem: undefined }
const empty = { ...fresh, loaves: 0, next: 0 }

/** What a page shows of a subscription. */
export type SubscriptionState = {
  account: Address
  loaves: number
  /** When the next loaf comes, and when the permission ends. In seconds since 1970. */
  next: number
  end: number
  hasEnded: boolean
  problem?: { code: Problem; text: string }
}

export type Bakery = {
  /** Takes a permission context. @throws Error with a sentence for the page's developer */
  subscribe(context: Hex): Promise<SubscriptionState>
  read(account: Address): SubscriptionState | undefined
  /** Stops baking. A payment that is on its way is found again at the next start. */
  close(): Promise<void>
}

/** The seconds until the first new try. Each further one comes after twice as long. */
const firstPause = 5
/** After so many failures in a row, more than a week, a subscription ends. */
const maxFailures = 20
const maxSubscriptions = 1_000
/** The most gas of a payment: an account with other code could burn as much as it gets. */
const gas = 400_000n

/** Opens the bakery with the subscriptions of its file. */
export async function createBakery(options: BakeryOptions): Promise<Bakery> {
  const { spender, till, token, price, day, file, tick = 1_000 } = options
  const chain = defineChain({
    id: options.chainId,
    name: 'network of the bakery',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [options.rpcUrl] } },
    fees: { baseFeeMultiplier: 3 }, // a payment is not stuck when the network gets busy
  })
  const client = createPublicClient({ chain, transport: http(undefined, { timeout: 10_000 }) })
  const subscriptions = new Map<Address, Subscription>(file ? await readStored(file) : [])
  let saved = Promise.resolve()
  let ahead = 0

  /** The time of the network, whose clock may be ahead of this machine's. */
  async function now(): Promise<number> {
    const wall = Math.floor(Date.now() / 1_000)
    ahead = Math.max(ahead, Number((await client.getBlock()).timestamp) - wall)
    return wall + ahead
  }

  /** Writes the file as a whole, so that a crash leaves the old one or the new one. */
  const save = () =>
    (saved = saved.then(async () => {
      if (!file) return
      await writeFile(`${file}.new`, JSON.stringify([...subscriptions]), { mode: 0o600 })
      await rename(`${file}.new`, file)
    }))

  /** Lets the network judge a payment without sending it: signature, limits, balance. */
  async function judge(context: Hex, { account }: Permission): Promise<Problem | undefined> {
    try {
      const code = await client.getCode({ address: account })
      if (code?.toLowerCase() !== accountCode) return 'notSmart'
      const call = redemptionOf(context, { token, to: till, amount: price })
      // with the time of the next block
      await client.simulateContract({ ...call, account: spender, blockTag: 'pending' })
      return undefined
    } catch (error) {
      const problem = problemOf(error)
      // each token has its own error for it
      return problem === 'refused' && (await balanceOf(account)) < price ? 'noFunds' : problem
    }
  }

  const balanceOf = (account: Address) =>
    client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [account],
    })

  async function pay(subscription: Subscription, permission: Permission): Promise<void> {
    const { context } = subscription
    const problem = await judge(context, permission)
    if (problem) return fail(subscription, problem)
    const call = redemptionOf(context, { token, to: till, amount: price })
    const request = await client.prepareTransactionRequest({
      account: spender,
      to: call.address,
      data: encodeFunctionData(call),
      gas,
      type: 'eip1559',
    })
    const raw = await spender.signTransaction(request)
    subscription.payment = { raw, hash: keccak256(raw), nonce: request.nonce }
    // stored before it is sent: after a crash this very transaction is sent again, and the network
    // takes it once
    await save()
    await settle(subscription, permission)
  }

  /** Finds out what became of a payment, or sends it. */
  async function settle(subscription: Subscription, permission: Permission): Promise<void> {
    const { payment } = subscription
    if (!payment) return
    const { raw, hash, nonce } = payment
    const count = await client.getTransactionCount({ address: spender.address })
    const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
    })
    if (!receipt && count <= nonce) {
      // an error says that the node has it already, or that it comes too late; the next look tells
      await client.sendRawTransaction({ serializedTransaction: raw }).catch(() => {})
      return
    }
    delete subscription.payment
    if (receipt?.status !== 'success') return fail(subscription, 'refused')
    // an account with other code could report success without having paid
    if (!hasPaid(receipt, permission.account)) return fail(subscription, 'notSmart')
    const { timestamp } = await client.getBlock({ blockHash: receipt.blockHash })
    const passed = Math.floor((Number(timestamp) - permission.start) / day)
    subscription.next = permission.start + (passed + 1) * day
    subscription.loaves += 1
    Object.assign(subscription, { failures: 0, retryAt: 0, problem: undefined })
    await save()
  }

  const hasPaid = ({ logs }: TransactionReceipt, from: Address) =>
    parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs }).some(
      ({ address, args }) =>
        isAddressEqual(address, token) &&
        isAddressEqual(args.from, from) &&
        isAddressEqual(args.to, till) &&
        args.value === price,
    )

  async function fail(subscription: Subscription, problem: Problem): Promise<void> {
    const { failures } = subscription
    subscription.problem = problem
    subscription.failures = failures + 1
    subscription.retryAt = (await now()) + Math.min(day, firstPause * 2 ** failures)
    subscription.hasEnded =
      problem === 'revoked' || problem === 'expired' || failures + 1 >= maxFailures
    await save()
  }

  /** Settles the open payment, or pays one loaf that is due. */
  async function bake(): Promise<void> {
    const entries = [...subscriptions.values()].filter(({ hasEnded }) => !hasEnded)
    const open = entries.find(({ payment }) => payment)
    const time = open || entries.length === 0 ? 0 : await now()
    const due = open ?? entries.find(({ next, retryAt }) => next <= time && retryAt <= time)
    const permission = due && readPermission(due.context)
    if (due && permission) await (open ? settle : pay)(due, permission)
  }

  let timer: NodeJS.Timeout | undefined
  let baking = Promise.resolve()
  let isClosed = false
  const schedule = () => {
    timer = setTimeout(() => {
      // a node that does not answer is asked again at the next look
      baking = bake().catch(() => {})
      void baking.then(() => isClosed || schedule())
    }, tick)
  }
  schedule()

  function stateOf(account: Address): SubscriptionState | undefined {
    const found = subscriptions.get(account)
    const permission = found && readPermission(found.context)
    if (!permission) return undefined
    const { loaves, next, hasEnded, problem } = found
    return {
      account,
      loaves,
      next,
      end: permission.end,
      hasEnded,
      ...(problem && { problem: { code: problem, text: problems[problem] } }),
    }
  }

  return {
    read: stateOf,
    async subscribe(context) {
      const permission = readPermission(context)
      if (!permission) throw new Error('This is no permission for an amount in each period.')
      const { account, amount, period, start, end, payee } = permission
      const stored = subscriptions.get(account)
      const time = await now()
      if (!isAddressEqual(permission.spender, spender.address))
        throw new Error('The permission is for another account than the bakery’s.')
      if (!isAddressEqual(permission.token, token)) throw new Error('It is for another token.')
      if (payee && !isAddressEqual(payee, till)) throw new Error('It is for another recipient.')
      if (amount < price) throw new Error('It is for less than a loaf.')
      if (period !== day) throw new Error('It is not for one loaf each day.')
      if (start > time) throw new Error('It has not begun yet.')
      if (end <= time) throw new Error(problems.expired)
      if (stored?.context !== context || stored.hasEnded) {
        const problem = await judge(context, permission)
        if (problem) throw new Error(problems[problem])
        if (!stored && subscriptions.size >= maxSubscriptions) throw new Error('We are sold out.')
        const subscription = stored ?? { ...empty, context }
        // at most one loaf a day, also with a new permission
        const next = Math.max(subscription.next, start)
        subscriptions.set(account, Object.assign(subscription, { ...fresh, context, next }))
        await save()
      }
      const state = stateOf(account)
      if (!state) throw new Error('The subscription was not stored.')
      return state
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await baking
      await saved
    },
  }
}

/** Reads the file of an earlier run. A file that does not exist has no subscriptions. */
async function readStored(file: string): Promise<readonly [Address, Subscription][]> {
  const text = await readFile(file, 'utf8').catch(() => '[]')
  // `save` has written it
  return JSON.parse(text) as readonly [Address, Subscription][]
}
