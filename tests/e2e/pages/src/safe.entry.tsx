/**
 * A request to a Safe. This page acts as the Safe that contains an app, and answers the app's
 * requests by postMessage. Source: safe-apps-sdk
 */
type SafeRequest = { id: string; method: string; params: unknown }

/** The Safe's address; its key is unknown. */
const safeAddress = '0x5afe5afE5afE5afE5afE5aFe5aFe5Afe5Afe5AfE'
const isReadOnly = new URL(location.href).searchParams.has('refuse')

const answers: Record<string, (params: unknown) => unknown> = {
  getSafeInfo: () => ({
    safeAddress,
    chainId: 31337,
    owners: [safeAddress],
    threshold: 1,
    isReadOnly: false,
  }),
  getEnvironmentInfo: () => ({ origin: location.origin }),
  signMessage: () => ({ messageHash: `0x${'1'.repeat(64)}`, signature: `0x${'2'.repeat(130)}` }),
  sendTransactions: () => ({ safeTxHash: `0x${'3'.repeat(64)}` }),
}
const needsOwner = new Set(['signMessage', 'sendTransactions'])

const frame = document.querySelector('iframe')?.contentWindow
addEventListener('message', ({ source, origin, data }: MessageEvent<SafeRequest>) => {
  if (source !== frame || origin !== location.origin || typeof data?.method !== 'string') return
  const { id, method, params } = data
  const item = document.createElement('li')
  item.textContent = `${method} ${JSON.stringify(params) ?? ''}`
  document.getElementById('asked')?.append(item)
  const answer = answers[method]
  const isRefused = !answer || (isReadOnly && needsOwner.has(method))
  frame?.postMessage(
    {
      id,
      version: '9.1.0',
      ...(isRefused
        ? { success: false, error: 'Transaction was rejected' }
        : { success: true, data: answer(params) }),
    },
    location.origin,
  )
})
