import { listDevices, removeDevice } from '@latchkey/protocol/walletServer'
import { useState } from 'react'
import { GuardedButton } from '../../approve/GuardedButton.tsx'
import { cleanName } from '../../approve/cleanName.ts'
import { fill } from '../../ui/fill.ts'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { IconRow } from '../../ui/IconRow.tsx'
import { useLoaded } from '../../ui/useLoaded.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { FailedAlert } from './FailedAlert.tsx'
import { messages } from './messages.ts'
import { useFormatLocale } from '../../words/useFormatLocale.ts'
import { useMessages } from '../../words/useMessages.ts'
import './settings.css'

/** The devices on which the user is logged in. Other devices can be signed out. */
export function Devices({ wallet }: { wallet: Wallet }) {
  const words = useMessages(messages)
  const locale = useFormatLocale()
  const loaded = useLoaded((signal) => wallet.server.call(listDevices, {}, { signal }))
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [isFailed, setFailed] = useState(false)

  async function remove(id: string) {
    setFailed(false)
    try {
      await wallet.server.call(removeDevice, { id })
      setRemoved((known) => [...known, id])
    } catch {
      setFailed(true)
    }
  }

  if (loaded.status === 'failed') return <FailedAlert onRetry={loaded.retry} />
  if (loaded.status === 'loading') return <ListSkeleton />
  const devices = loaded.value.devices
    .filter(({ id }) => !removed.includes(id))
    .toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || b.usedAt - a.usedAt)
  return (
    <>
      {isFailed && <FailedAlert />}
      <ul className="stack">
        {devices.map(({ id, status, name, origin, usedAt, isThis }) => {
          const shown = cleanName(name) ?? origin
          return (
            <li key={id}>
              <IconRow
                icon="device"
                title={shown}
                detail={
                  isThis
                    ? words.thisDevice
                    : fill(status === 'in' ? words.lastUsed : words.signedOut, {
                        origin: hostOf(origin),
                        time: new Date(usedAt).toLocaleDateString(locale, { dateStyle: 'medium' }),
                      })
                }
                end={
                  !isThis && (
                    <GuardedButton
                      className="small-button"
                      aria-label={fill(words.removeOf, { name: shown })}
                      onPress={() => remove(id)}
                    >
                      {words.remove}
                    </GuardedButton>
                  )
                }
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}

const hostOf = (origin: string) => origin.replace(/^https?:\/\//, '')
