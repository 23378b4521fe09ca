import { useState } from 'react'
import type { WalletIconName } from '@latchkey/ui/WalletIcon.tsx'
import { GuardedScreen } from '../../approve/GuardedScreen.tsx'
import type { SceneProps } from '../../stage/createStage.ts'
import { IconRowButton } from '../../ui/IconRow.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useLoaded } from '../../ui/useLoaded.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { fill } from '../../ui/fill.ts'
import { nameOf } from './nameOf.ts'
import { Devices } from './Devices.tsx'
import { Deletion } from './deletion/Deletion.tsx'
import { EmailChange } from './email/EmailChange.tsx'
import { History } from './history/History.tsx'
import { Export } from './keys/Export.tsx'
import { Leave } from './Leave.tsx'
import { messages } from './messages.ts'
import { Recovery } from './Recovery.tsx'
import { Permissions } from './permissions/Permissions.tsx'
import { messages as permissionMessages } from './permissions/messages.ts'
import { countPermissions } from './permissions/loadPermissions.ts'
import { SmartAccount } from './smartAccount/SmartAccount.tsx'
import { useMessages } from '../../words/useMessages.ts'

type Place =
  | 'email'
  | 'devices'
  | 'recovery'
  | 'export'
  | 'smartAccount'
  | 'permissions'
  | 'history'
  | 'leave'
  | 'deletion'

/** The rows of the list. The first one has the user's name as its detail. */
const places = [
  { place: 'email', icon: 'mail', detail: undefined },
  { place: 'devices', icon: 'device', detail: 'devicesDetail' },
  { place: 'recovery', icon: 'lock', detail: 'recoveryDetail' },
  { place: 'export', icon: 'key', detail: 'exportDetail' },
  { place: 'smartAccount', icon: 'vault', detail: 'smartAccountDetail' },
  { place: 'permissions', icon: 'check', detail: 'permissionsDetail' },
  { place: 'history', icon: 'history', detail: 'historyDetail' },
  { place: 'leave', icon: 'disconnect', detail: 'leaveDetail' },
  { place: 'deletion', icon: 'bin', detail: 'deletionDetail' },
] as const satisfies readonly { place: Place; icon: WalletIconName; detail?: string }[]

/** The places that are lists, which may be long. */
const lists: readonly Place[] = ['devices', 'history', 'permissions']

/** The place at which the settings open; without one, the list. */
type Opening = { place: Extract<Place, 'email'> | undefined }

/**
 * The wallet's settings: a list, with a place behind each row. Settings that were opened at one
 * place close when the visitor is done at that place.
 */
export default function SettingsView({
  wallet,
  params: { place: opened },
  settle,
  waiting,
}: SceneProps<Opening, void>) {
  const words = useMessages(messages)
  const permissionWords = useMessages(permissionMessages)
  const [place, setPlace] = useState<Place | undefined>(opened)
  const user = useLoaded((signal) => wallet.session.read(signal), place === undefined)
  const person = user.status === 'done' ? user.value : undefined
  const permissions = useLoaded((signal) => countPermissions(wallet, signal), place === undefined)
  const close = () => settle()
  // without an answer, the row says what it is about
  const details: { readonly [place in Place]?: string } =
    permissions.status === 'done' && permissions.value > 0
      ? { permissions: fill(permissionWords.count, { count: permissions.value }) }
      : {}
  if (place === undefined)
    return (
      <Screen title={words.title} waiting={waiting} onClose={close}>
        {places.map(({ place, icon, detail }) => (
          <IconRowButton
            key={place}
            data-autofocus={place === 'email' ? '' : undefined}
            icon={icon}
            title={words[place]}
            detail={
              detail
                ? (details[place] ?? words[detail])
                : user.status === 'done'
                  ? person
                    ? nameOf(person)
                    : words.emailNone
                  : ''
            }
            onClick={() => setPlace(place)}
          />
        ))}
      </Screen>
    )
  return (
    <PlaceScreen
      key={place}
      wallet={wallet}
      place={place}
      email={person?.email ?? null}
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
      mustRead={!lists.includes(place)}
      waiting={waiting}
      onBack={onBack}
      onClose={onClose}
    >
      {place === 'email' && <EmailChange wallet={wallet} onDone={onDone} />}
      {place === 'history' && <History wallet={wallet} />}
      {place === 'deletion' && <Deletion wallet={wallet} email={email} onDeleted={onClose} />}
      {place === 'devices' && <Devices wallet={wallet} />}
      {place === 'smartAccount' && <SmartAccount wallet={wallet} />}
      {place === 'permissions' && <Permissions wallet={wallet} />}
      {place === 'recovery' && <Recovery wallet={wallet} />}
      {place === 'export' && <Export wallet={wallet} />}
      {place === 'leave' && <Leave wallet={wallet} onLoggedOut={onClose} onStay={onBack} />}
    </GuardedScreen>
  )
}
