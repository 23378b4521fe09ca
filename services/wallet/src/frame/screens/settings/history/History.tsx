import { listAudit } from '@latchkey/protocol/walletServer'
import { fill } from '../../../ui/fill.ts'
import { ListSkeleton } from '../../../ui/ListSkeleton.tsx'
import { IconRow } from '../../../ui/IconRow.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { cleanName } from '../../../approve/cleanName.ts'
import { FailedAlert } from '../FailedAlert.tsx'
import { eventIcons, eventText } from './eventText.ts'
import { messages } from './messages.ts'
import { useFormatLocale } from '../../../words/useFormatLocale.ts'
import { useMessages } from '../../../words/useMessages.ts'

/** The events of the account, the newest first. */
export function History({ wallet }: { wallet: Wallet }) {
  const words = useMessages(messages)
  const locale = useFormatLocale()
  const loaded = useLoaded((signal) => wallet.server.call(listAudit, {}, { signal }))
  if (loaded.status === 'failed') return <FailedAlert onRetry={loaded.retry} />
  if (loaded.status === 'loading') return <ListSkeleton />
  const { entries } = loaded.value
  return (
    <>
      <p className="muted small">{entries.length === 0 ? words.empty : words.note}</p>
      <ul className="stack">
        {entries.map(({ kind, at, browser, origin, detail, isThis }, index) => (
          <li key={index}>
            <IconRow
              icon={eventIcons[kind]}
              title={eventText({ kind, detail }, words)}
              detail={
                <>
                  {fill(words.where, {
                    browser: isThis ? words.thisBrowser : (cleanName(browser) ?? ''),
                    origin: origin.replace(/^https?:\/\//, ''),
                  })}
                  <br />
                  <time dateTime={new Date(at).toISOString()}>
                    {new Date(at).toLocaleString(locale, {
                      dateStyle: 'medium',
                      timeStyle: 'short',
                    })}
                  </time>
                </>
              }
            />
          </li>
        ))}
      </ul>
    </>
  )
}
