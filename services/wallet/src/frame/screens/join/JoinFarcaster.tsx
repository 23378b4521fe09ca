import { startFarcaster, waitForFarcaster } from '@latchkey/protocol/walletServer'
import type { LoginOutcome } from '@latchkey/protocol/walletServer'
import { isPageLink } from '@latchkey/protocol/links'
import { useEffect, useRef, useState } from 'react'
import { askUntil } from '../../server/askUntil.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { fault } from '../../bridge/Fault.ts'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'

type Props = { wallet: Wallet; onOutcome: (outcome: LoginOutcome) => void; onFault: (error: unknown) => void }

/** A link to Farcaster, until the login was approved there. */
export function JoinFarcaster({ wallet, onOutcome, onFault }: Props) {
  const words = useMessages(messages)
  const [uri, setUri] = useState<string>()
  const told = useRef({ onOutcome, onFault })
  told.current = { onOutcome, onFault }
  useEffect(() => {
    const { signal, abort } = startAttempt()
    run(wallet, setUri, signal).then((outcome) => told.current.onOutcome(outcome), (error: unknown) => signal.aborted || told.current.onFault(error))
    return abort
  }, [wallet])
  return (
    <>
      <h2 className="screen-heading">{words.socialHeading}</h2>
      <p className="muted small" role="status">{uri ? words.farcasterText : words.working}</p>
      {uri && <a className="button" data-variant="primary" href={uri} target="_blank" rel="noopener noreferrer">{words.farcasterLink}</a>}
    </>
  )
}

function startAttempt() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

async function run(wallet: Wallet, onUri: (uri: string) => void, signal: AbortSignal): Promise<LoginOutcome> {
  const { uri } = await wallet.server.call(startFarcaster, { projectId: wallet.settings.projectId, origin: wallet.site.origin, toJoin: true }, { signal })
  if (!isPageLink(uri)) throw fault('answerInvalid')
  onUri(uri)
  return askUntil(async () => {
    const now = await wallet.server.call(waitForFarcaster, {}, { signal })
    return now.action === 'waiting' ? undefined : now
  }, signal)
}
