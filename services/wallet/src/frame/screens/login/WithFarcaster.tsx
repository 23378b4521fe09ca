import { startFarcaster, waitForFarcaster } from '@latchkey/protocol/walletServer'
import type { LoginOutcome } from '@latchkey/protocol/walletServer'
import { isPageLink } from '@latchkey/protocol/links'
import { QrCode, QrSkeleton } from '@latchkey/ui/code/QrCode.tsx'
import { useState } from 'react'
import { fault } from '../../bridge/Fault.ts'
import { askUntil } from '../../server/askUntil.ts'
import { beginLogin } from '../../wallet/beginLogin.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { useMessages } from '../../words/useMessages.ts'
import { messages } from './messages.ts'
import { useTask } from './useTask.ts'
import './farcaster.css'

type Props = {
  wallet: Wallet
  onOutcome: (outcome: LoginOutcome) => Promise<void>
  onFail: (error: unknown) => void
}

/**
 * Shows the link that a phone scans or this device opens, and waits until the login is
 * approved in Farcaster.
 */
export function WithFarcaster({ wallet, onOutcome, onFail }: Props) {
  const words = useMessages(messages)
  const [uri, setUri] = useState<string>()
  useTask(async (signal) => {
    const { server, settings, site, language } = wallet
    const begun = await server.call(
      startFarcaster,
      { projectId: settings.projectId, origin: site.origin, locale: language.chosen() },
      { signal },
    )
    if (!isPageLink(begun.uri)) throw fault('answerInvalid')
    await beginLogin(wallet, { kind: 'farcaster' })
    setUri(begun.uri)
    await onOutcome(
      await askUntil(async () => {
        const now = await server.call(waitForFarcaster, { origin: site.origin }, { signal })
        return now.action === 'waiting' ? undefined : now
      }, signal),
    )
  }, onFail)
  return (
    <>
      <h2 className="screen-heading">{words.farcasterHeading}</h2>
      <div className="farcaster-code">
        {uri === undefined ? <QrSkeleton /> : <QrCode text={uri} label={words.farcasterHeading} />}
      </div>
      <p className="muted small">{words.farcasterText}</p>
      {uri !== undefined && (
        <a
          className="button"
          data-variant="secondary"
          href={uri}
          target="_blank"
          rel="noopener noreferrer"
        >
          {words.farcasterOpen}
        </a>
      )}
    </>
  )
}
