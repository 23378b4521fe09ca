/** Loaves on subscription: the bakery takes the price of one loaf each day. */
import { isAddressEqual, type Address, type Hex } from 'viem'
import { createCharge } from './createCharge.ts'
import { createPayments, type PaymentsOptions } from './createPayments.ts'
import { problems, readPermission, type Permission, type Problem } from './permission.ts'
import { createStore, fresh, type Subscription } from './createStore.ts'

export type BakeryOptions = PaymentsOptions & {
  /** Seconds of a day. */
  day: number
  /** Where the subscriptions are stored. Without it they are lost at the end. */
  file?: string | undefined
  /** Milliseconds between two looks at the subscriptions. @default 1000 */
  tick?: number
  /** The most subscriptions. @default 1000 */
  most?: number
}

/** What a page shows of a subscription. */
export type SubscriptionState = Pick<Subscription, 'loaves' | 'next' | 'hasEnded'> & {
  account: Address
  /** When the permission ends. */
  end: number
  problem?: { code: Problem; text: string }
}

/** Opens the bakery with the subscriptions of its file. */
export async function createBakery({
  day,
  file,
  tick = 1_000,
  most = 1_000,
  ...options
}: BakeryOptions) {
  const payments = createPayments(options)
  const store = await createStore(file)
  const { subscriptions, save } = store
  const charge = createCharge({ payments, store, day })
  let timer: NodeJS.Timeout | undefined
  let baking = Promise.resolve()
  let isClosed = false

  function schedule(): void {
    timer = setTimeout(() => {
      // while a node does not answer, nothing is paid; the next look tries again
      baking = charge().catch(() => {})
      void baking.then(() => isClosed || schedule())
    }, tick)
  }
  schedule()

  /** Whether there is room for one more. One that has ended, and whose day is over, makes room. */
  function hasRoom(time: number): boolean {
    if (subscriptions.size < most) return true
    const over = [...subscriptions].find(([, one]) => one.hasEnded && one.next <= time)
    return over !== undefined && subscriptions.delete(over[0])
  }

  function read(account: Address): SubscriptionState | undefined {
    const found = subscriptions.get(account)
    const permission = found && readPermission(found.context)
    if (!permission) return undefined
    const { loaves, next, hasEnded, problem } = found
    const state = { account, loaves, next, end: permission.end, hasEnded }
    return problem ? { ...state, problem: { code: problem, text: problems[problem] } } : state
  }

  return {
    /** The subscription of an account. */
    read,

    /**
     * Begins a subscription with a permission context.
     * @throws Error with a sentence for the page
     */
    async subscribe(context: Hex): Promise<SubscriptionState | undefined> {
      const permission = readPermission(context)
      if (!permission) throw new Error('This is no permission for an amount in each period.')
      const time = await payments.now()
      const fault = faultOf(permission, { ...options, day, time })
      if (fault !== undefined) throw new Error(fault)
      const { account, start } = permission
      const stored = subscriptions.get(account)
      if (stored && stored.context === context && !stored.hasEnded) return read(account)
      const problem = await payments.judge(context, account)
      if (problem) throw new Error(problems[problem])
      if (!stored && !hasRoom(time)) throw new Error('We are sold out.')
      const subscription = stored ?? { ...fresh, context, loaves: 0, next: 0 }
      // at most one loaf a day, also with a new permission
      const next = Math.max(subscription.next, start)
      subscriptions.set(account, Object.assign(subscription, { ...fresh, context, next }))
      await save()
      return read(account)
    },

    /** Stops baking. A payment that is on its way is found again at the next start. */
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await baking
      await store.close()
    },
  }
}

/** Why the bakery does not take a permission. */
function faultOf(
  { spender, token, payee, amount, period, start, end }: Permission,
  shop: BakeryOptions & { time: number },
): string | undefined {
  if (!isAddressEqual(spender, shop.spender.address)) return 'It is for another account.'
  if (!isAddressEqual(token, shop.token)) return 'It is for another token.'
  if (payee && !isAddressEqual(payee, shop.till)) return 'It is for another recipient.'
  if (amount < shop.price) return 'It is for less than a loaf.'
  if (period !== shop.day) return 'It is not for one loaf each day.'
  if (start > shop.time) return 'It has not begun yet.'
  return end <= shop.time ? problems.expired : undefined
}
