import { useState } from 'react'
import type { SceneProps } from '../../stage/createStage.ts'
import { Row, RowButton } from '../../ui/Row.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useLoaded } from '../../ui/useLoaded.ts'
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
  if (place === undefined) return (
    <Screen title={messages.title} waiting={waiting} onClose={close}>
      <Row icon="mail" title={user.status === 'done' ? (user.value?.email ?? '') : ''} detail={messages.email} />
      <RowButton data-autofocus="" icon="device" title={messages.devices} detail={messages.devicesDetail} onClick={() => setPlace('devices')} />
      <RowButton icon="lock" title={messages.recovery} detail={messages.recoveryDetail} onClick={() => setPlace('recovery')} />
      <RowButton icon="key" title={messages.export} detail={messages.exportDetail} onClick={() => setPlace('export')} />
      <RowButton icon="leave" title={messages.leave} detail={messages.leaveDetail} onClick={() => setPlace('leave')} />
    </Screen>
  )
  const back = () => setPlace(undefined)
  return (
    <Screen key={place} title={messages[place]} waiting={waiting} onBack={back} onClose={close}>
      {place === 'devices' && <Devices wallet={wallet} />}
      {place === 'recovery' && <Recovery wallet={wallet} />}
      {place === 'export' && <Export wallet={wallet} />}
      {place === 'leave' && <Leave wallet={wallet} onLeft={close} onStay={back} />}
    </Screen>
  )
}
