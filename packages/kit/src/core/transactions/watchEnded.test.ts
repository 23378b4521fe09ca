import { formatNetworkId } from '@latchkey/protocol/caip'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import type { Kit } from '../kit/kit.ts'
import { changePending, rememberedPending, restorePending } from './pendingTransactions.ts'
import type { PendingTransaction } from './pendingTransactions.ts'
import { memoryStorage } from '../storage/storage.ts'
import { watchEnded } from './watchEnded.ts'
import { watchTransaction } from './watchTransaction.lazy.ts'

afterEach(() => void vi.unstubAllGlobals())

/**
 * Replaces the browser's Web Locks. With `isSlow`, requests for a lock wait until `answer` is
 * called.
 */
function startLocks({ isSlow = false } = {}) {
  const names = new Set<string>()
  const waiting: (() => void)[] = []
  async function request(
    name: string,
    _: object,
    hold: (lock: { name: string } | null) => Promise<void> | undefined,
  ) {
    if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
    if (names.has(name)) return hold(null)
    names.add(name)
    await hold({ name })
    names.delete(name)
  }
  vi.stubGlobal('navigator', { locks: { request } })
  return { names, answer: () => waiting.splice(0).forEach((resolve) => resolve()) }
}

/** Starts a visible page with a kit that has one pending transaction. */
function startSite() {
  startTestPage()
  const page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
  const storage = memoryStorage()
  const transaction: PendingTransaction = {
    hash: `0x${'a'.repeat(64)}`,
    networkId: formatNetworkId('eip155', 31337),
    address: `0x${'b'.repeat(40)}`,
    sentAt: 1_767_225_600_000,
    status: 'pending',
  }
  const startTab = () => {
    const { kit, clock } = startTestKit({ storage, locale: 'en' })
    restorePending(kit)
    return { kit, clock }
  }
  const first = startTab()
  changePending(first.kit, () => [transaction])
  return {
    ...first,
    page,
    transaction,
    startTab,
    end: (kit: Kit) =>
      changePending(kit, (pending) =>
        pending.map((transaction) => ({ ...transaction, status: 'mined' })),
      ),
    isTold: () => rememberedPending(first.kit)[0]?.isTold,
  }
}

const setOpen = (kit: Kit, open: boolean) =>
  kit.store.setState((state) => ({ modal: { ...state.modal, open } }))
const hashesOf = (list: readonly PendingTransaction[]) => list.map(({ hash }) => hash)

test('the end of a transaction is reported once, and then marked as reported', async () => {
  startLocks()
  const { kit, transaction, end, isTold } = startSite()
  const notify = vi.fn<(ended: readonly PendingTransaction[]) => void>()
  const stop = watchEnded(kit, false, notify)
  end(kit)
  await expect.poll(isTold).toBe(true)
  expect(notify.mock.calls.map(([ended]) => hashesOf(ended))).toEqual([[transaction.hash]])
  stop()
})

test('if a view closes before it reports an end, another view of the tab reports the end', async () => {
  const { names, answer } = startLocks({ isSlow: true })
  const { kit, end, isTold } = startSite()
  const [toast, notice] = [
    vi.fn<(ended: readonly PendingTransaction[]) => void>(),
    vi.fn<(ended: readonly PendingTransaction[]) => void>(),
  ]
  const stopNotices = watchEnded(kit, false, notice)
  setOpen(kit, true)
  const stopToasts = watchEnded(kit, true, toast)
  end(kit)
  setOpen(kit, false)
  stopToasts()
  answer()
  await expect.poll(() => (answer(), notice.mock.calls.length)).toBe(1)
  await expect.poll(isTold).toBe(true)
  expect(toast).not.toHaveBeenCalled()
  // the storage's lock is held for a moment, too
  await expect.poll(() => (answer(), names.size)).toBe(1)
  stopNotices()
})

test('if the tab has no other view, a view of another tab reports the end', async () => {
  const { names, answer } = startLocks({ isSlow: true })
  const { kit, end, isTold, startTab } = startSite()
  const stop = watchEnded(kit, false, () => {})
  const other = startTab()
  const notify = vi.fn<(ended: readonly PendingTransaction[]) => void>()
  end(kit)
  stop()
  answer()
  await expect.poll(() => names.size).toBe(0)
  expect(isTold()).toBeUndefined()
  const stopOther = watchEnded(other.kit, false, notify)
  restorePending(other.kit)
  await expect.poll(() => (answer(), notify.mock.calls.length)).toBe(1)
  expect(isTold()).toBe(true)
  stopOther()
})

test('an end shown by a visible screen counts as reported in all tabs', async () => {
  startLocks()
  const { kit, page, transaction, end, isTold, startTab } = startSite()
  const other = startTab()
  const notify = vi.fn<(ended: readonly PendingTransaction[]) => void>()
  const stops = [
    watchTransaction(kit, transaction.hash.toUpperCase().replace('0X', '0x')),
    watchEnded(other.kit, false, notify),
  ]
  page.hidden = true
  end(kit)
  restorePending(other.kit)
  expect(isTold()).toBeUndefined() // no tab has reported the end, because none was visible
  stops.pop()?.()
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(isTold).toBe(true)
  stops.push(watchEnded(other.kit, false, notify))
  page.dispatchEvent(new Event('visibilitychange'))
  restorePending(other.kit)
  expect(notify).not.toHaveBeenCalled()
  for (const stop of stops) stop()
})

test('of a transaction and its replacement from this browser, only the one in a block is reported', async () => {
  startLocks()
  const { kit, transaction } = startSite()
  const replacement = { ...transaction, hash: `0x${'c'.repeat(64)}` }
  changePending(kit, (pending) => [replacement, ...pending])
  const notify = vi.fn<(ended: readonly PendingTransaction[]) => void>()
  const stop = watchEnded(kit, false, notify)
  changePending(kit, ([, first]) =>
    first
      ? [
          { ...replacement, status: 'mined' },
          { ...first, status: 'replaced', replacedBy: replacement.hash },
        ]
      : [],
  )
  await expect.poll(() => rememberedPending(kit)[0]?.isTold).toBe(true)
  expect(notify.mock.calls.map(([ended]) => hashesOf(ended))).toEqual([[replacement.hash]])
  stop()
})
