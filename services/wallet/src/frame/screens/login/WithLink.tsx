import { waitForDevice } from '@latchkey/protocol/walletServer'
import { askUntil } from '../../server/askUntil.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { useMessages } from '../../words/useMessages.ts'
import { messages } from './messages.ts'
import { useTask } from './useTask.ts'

/** Waits until the mailed link is approved, in a browser that is new to the account. */
export function WithLink({
  wallet,
  onDone,
  onFail,
}: {
  wallet: Wallet
  onDone: () => void
  onFail: (error: unknown) => void
}) {
  const words = useMessages(messages)
  useTask(async (signal) => {
    await askUntil(
      async () =>
        (await wallet.server.call(waitForDevice, { origin: wallet.site.origin }, { signal }))
          .status === 'connected'
          ? true
          : undefined,
      signal,
    )
    onDone()
  }, onFail)
  return (
    <>
      <h2 className="screen-heading">{words.linkHeading}</h2>
      <p className="muted small" role="status">
        {words.linkText}
      </p>
    </>
  )
}
