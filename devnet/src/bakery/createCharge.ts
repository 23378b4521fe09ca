/** Charges of subscriptions: at most one each day, and no day twice. */
import type { createPayments } from './createPayments.ts'
import { fresh, type createStore, type Subscription } from './createStore.ts'
import { readPermission, type Permission, type Problem } from './permission.ts'

/** The seconds until the first new try. Each further one comes after twice as long. */
const firstPause = 5
/** After so many failures in a row, more than a week, a subscription ends. */
const maxFailures = 20

type Parts = {
  payments: ReturnType<typeof createPayments>
  store: Awaited<ReturnType<typeof createStore>>
  /** In seconds. */
  day: number
}

/** Creates the function that settles the payment on its way, or pays one loaf that is due. */
export function createCharge({ payments, store: { subscriptions, save }, day }: Parts) {
  async function fail(subscription: Subscription, problem: Problem): Promise<void> {
    const { failures } = subscription
    const hasEnded = problem === 'revoked' || problem === 'expired' || failures + 1 >= maxFailures
    const retryAt = (await payments.now()) + Math.min(day, firstPause * 2 ** failures)
    Object.assign(subscription, { problem, failures: failures + 1, retryAt, hasEnded })
    await save()
  }

  async function pay(subscription: Subscription, permission: Permission): Promise<void> {
    const { context } = subscription
    const problem = await payments.judge(context, permission.account)
    if (problem) return fail(subscription, problem)
    subscription.payment = await payments.sign(context)
    await save() // before it is sent: after a crash the same transaction is sent again
    await settle(subscription, permission)
  }

  async function settle(subscription: Subscription, permission: Permission): Promise<void> {
    const { payment } = subscription
    if (!payment) return
    const outcome = await payments.settle(payment, permission.account)
    if (outcome.status === 'waiting') return
    delete subscription.payment
    if (outcome.status === 'failed') return fail(subscription, outcome.problem)
    const passed = Math.floor((outcome.second - permission.start) / day)
    const next = permission.start + (passed + 1) * day
    Object.assign(subscription, { ...fresh, next, loaves: subscription.loaves + 1 })
    await save()
  }

  return async (): Promise<void> => {
    const entries = [...subscriptions.values()].filter(({ hasEnded }) => !hasEnded)
    const open = entries.find(({ payment }) => payment)
    const time = open || entries.length === 0 ? 0 : await payments.now()
    const due = open ?? entries.find(({ next, retryAt }) => next <= time && retryAt <= time)
    const permission = due && readPermission(due.context)
    if (due && permission) await (open ? settle : pay)(due, permission)
  }
}
