import { listAudit } from '@latchkey/protocol/walletServer'
import { fill } from '../../../ui/fill.ts'
import { Row } from '../../../ui/Row.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { cleanName } from '../../../approve/cleanName.ts'
import { FailedAlert } from '../FailedAlert.tsx'
import { eventIcons, eventText } from './eventText.ts'
import { messages } from './messages.ts'

/** What happened to the account, the newest first. */
export function History({ wallet }: { wallet: Wallet }) {
  const loaded = useLoaded((signal) => wallet.server.call(listAudit, {}, { signal }))
  if (loaded.status === 'failed') return <FailedAlert onRetry={loaded.retry} />
  if (loaded.status === 'loading') return <p className="screen-loading"><span className="skeleton" /></p>
  const { entries } = loaded.value
  return (
    <>
      <p className="muted small">{entries.length === 0 ? messages.empty : messages.note}</p>
      <ul className="stack">
        {entries.map(({ kind, at, browser, origin, detail, isThis }, index) => (
          <li key={index}>
            <Row
              icon={eventIcons[kind]}
              title={eventText({ kind, detail })}
              detail={
                <>
                  {fill(messages.where, { browser: isThis ? messages.thisBrowser : (cleanName(browser) ?? ''), origin: origin.replace(/^https?:\/\//, '') })}
                  <br />
                  <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}</time>
                </>
              }
            />
          </li>
        ))}
      </ul>
    </>
  )
}
