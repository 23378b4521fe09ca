import { useRef, useState } from 'react'
import { GuardNote } from '../../approve/GuardNote.tsx'
import { usePressGuard } from '../../approve/usePressGuard.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import { Row, RowButton } from '../../ui/Row.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useLoaded } from '../../ui/useLoaded.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { nameOf } from './nameOf.ts'
import { Devices } from './Devices.tsx'
import { Export } from './Export.tsx'
import { Leave } from './Leave.tsx'
import { messages } from './messages.ts'
import { Recovery } from './Recovery.tsx'

type Place = 'devices' | 'recovery' | 'export' | 'leave'

/** The wallet's settings: a list, and one place behind each row. */
export default function SettingsView({ wallet, settle, waiting }: SceneProps<undefined, void>) {
  const user = useLoaded((signal) => wallet.session.read(signal))
  const [place, setPlace] = useState<Place>()
  const close = () => settle()
  const person = user.status === 'done' ? user.value : undefined
  if (place === undefined) return (
    <Screen title={messages.title} waiting={waiting} onClose={close}>
      <Row icon={person?.email === null ? 'key' : 'mail'} title={person ? nameOf(person) : ''} detail={messages.email} />
      <RowButton data-autofocus="" icon="device" title={messages.devices} detail={messages.devicesDetail} onClick={() => setPlace('devices')} />
      <RowButton icon="lock" title={messages.recovery} detail={messages.recoveryDetail} onClick={() => setPlace('recovery')} />
      <RowButton icon="key" title={messages.export} detail={messages.exportDetail} onClick={() => setPlace('export')} />
      <RowButton icon="leave" title={messages.leave} detail={messages.leaveDetail} onClick={() => setPlace('leave')} />
    </Screen>
  )
  return <PlaceScreen key={place} wallet={wallet} place={place} waiting={waiting} onBack={() => setPlace(undefined)} onClose={close} />
}

type PlaceProps = { wallet: Wallet; place: Place; waiting: number; onBack: () => void; onClose: () => void }

/** A place of the settings. What cannot be taken back is pressed only while the screen is seen as a whole. */
function PlaceScreen({ wallet, place, waiting, onBack, onClose }: PlaceProps) {
  const screen = useRef<HTMLElement>(null)
  const guard = usePressGuard(screen, wallet.site.isTrusted)
  const isPressable = guard === 'ready'
  return (
    <Screen ref={screen} title={messages[place]} waiting={waiting} onBack={onBack} onClose={onClose}>
      {place !== 'recovery' && <GuardNote guard={guard} />}
      {place === 'devices' && <Devices wallet={wallet} isPressable={isPressable} />}
      {place === 'recovery' && <Recovery wallet={wallet} />}
      {place === 'export' && <Export wallet={wallet} isPressable={isPressable} />}
      {place === 'leave' && <Leave wallet={wallet} isPressable={isPressable} onLeft={onClose} onStay={onBack} />}
    </Screen>
  )
}
