import { useState } from 'react'
import { GuardedScreen } from '../../approve/GuardedScreen.tsx'
import type { SceneProps } from '../../stage/createStage.ts'
import { IconRowButton } from '../../ui/IconRow.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useLoaded } from '../../ui/useLoaded.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { nameOf } from './nameOf.ts'
import { Devices } from './Devices.tsx'
import { Deletion } from './deletion/Deletion.tsx'
import { EmailChange } from './email/EmailChange.tsx'
import { History } from './history/History.tsx'
import { Export } from './keys/Export.tsx'
import { Leave } from './Leave.tsx'
import { messages } from './messages.ts'
import { Recovery } from './Recovery.tsx'
import { useMessages } from '../../words/useMessages.ts'

type Place = 'email' | 'devices' | 'recovery' | 'export' | 'history' | 'leave' | 'deletion'

/** The place at which the settings open; without one, the list. */
type Opening = { place: Extract<Place, 'email'> | undefined }

/**
 * The wallet's settings: a list, with a place behind each row. Settings that were opened at a
 * place close when the visitor is done there.
 */
export default function SettingsView({
  wallet,
  params: { place: opened },
  settle,
  waiting,
}: SceneProps<Opening, void>) {
  const words = useMessages(messages)
  const [place, setPlace] = useState<Place | undefined>(opened)
  const user = useLoaded((signal) => wallet.session.read(signal), place === undefined)
  const email = user.status === 'done' ? (user.value?.email ?? null) : null
  const close = () => settle()
  const person = user.status === 'done' ? user.value : undefined
  if (place === undefined)
    return (
      <Screen title={words.title} waiting={waiting} onClose={close}>
        <IconRowButton
          data-autofocus=""
          icon="mail"
          title={words.email}
          detail={
            user.status === 'done'
              ? person && person.email === null
                ? nameOf(person)
                : (email ?? words.emailNone)
              : ''
          }
          onClick={() => setPlace('email')}
        />
        <IconRowButton
          icon="device"
          title={words.devices}
          detail={words.devicesDetail}
          onClick={() => setPlace('devices')}
        />
        <IconRowButton
          icon="lock"
          title={words.recovery}
          detail={words.recoveryDetail}
          onClick={() => setPlace('recovery')}
        />
        <IconRowButton
          icon="key"
          title={words.export}
          detail={words.exportDetail}
          onClick={() => setPlace('export')}
        />
        <IconRowButton
          icon="history"
          title={words.history}
          detail={words.historyDetail}
          onClick={() => setPlace('history')}
        />
        <IconRowButton
          icon="disconnect"
          title={words.leave}
          detail={words.leaveDetail}
          onClick={() => setPlace('leave')}
        />
        <IconRowButton
          icon="bin"
          title={words.deletion}
          detail={words.deletionDetail}
          onClick={() => setPlace('deletion')}
        />
      </Screen>
    )
  return (
    <PlaceScreen
      key={place}
      wallet={wallet}
      place={place}
      email={email}
      waiting={waiting}
      onBack={() => setPlace(undefined)}
      onDone={place === opened ? close : () => setPlace(undefined)}
      onClose={close}
    />
  )
}

type PlaceProps = {
  wallet: Wallet
  place: Place
  email: string | null
  waiting: number
  onBack: () => void
  onDone: () => void
  onClose: () => void
}

/**
 * A place of the settings. Actions that can't be undone need a visible screen, but a list does
 * not have to be read to its end.
 */
function PlaceScreen({ wallet, place, email, waiting, onBack, onDone, onClose }: PlaceProps) {
  const words = useMessages(messages)
  return (
    <GuardedScreen
      title={words[place]}
      mustRead={place !== 'devices' && place !== 'history'}
      waiting={waiting}
      onBack={onBack}
      onClose={onClose}
    >
      {place === 'email' && <EmailChange wallet={wallet} onDone={onDone} />}
      {place === 'history' && <History wallet={wallet} />}
      {place === 'deletion' && <Deletion wallet={wallet} email={email} onDeleted={onClose} />}
      {place === 'devices' && <Devices wallet={wallet} />}
      {place === 'recovery' && <Recovery wallet={wallet} />}
      {place === 'export' && <Export wallet={wallet} />}
      {place === 'leave' && <Leave wallet={wallet} onLoggedOut={onClose} onStay={onBack} />}
    </GuardedScreen>
  )
}
