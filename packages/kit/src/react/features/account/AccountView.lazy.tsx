import { imageUrl } from '../../imageUrl.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useLeave } from '../../hooks/useLeave.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { ChooseIcon } from '../../account/ChooseIcon.tsx'
import { keyPath } from '../../account/keyIcon.ts'
import { Icon, Outline } from '@latchkey/ui/icons.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { isOffered, manifestsOf } from '../manifests.ts'
import { useRouter } from '../router.ts'
import css from './account.css?inline'
import { AccountTabs } from './AccountTabs.tsx'
import { Actions } from './Actions.tsx'
import { BookIcon } from './BookIcon.tsx'
import { Identity } from './Identity.tsx'
import type { AccountViews } from './index.ts'
import { messages } from './messages.ts'
import { loadTab } from './tabs.ts'
import { useWatch } from './useWatch.ts'
import { Worth } from './Worth.tsx'

export { loadTab }

/**
 * The account screen: name or address, total value, actions, and tabs with tokens, NFTs and
 * activity.
 */
export default function AccountView({ params }: { params: AccountViews['Account'] }) {
  useStyles(css)
  const t = useMessages(messages)
  const session = useAccount()
  useWatch('account' in session ? session.account.accountId : undefined)
  // After a disconnection this screen is empty until the modal shows another one.
  if (!('account' in session)) return <Screen title={t('title')}>{null}</Screen>
  return (
    <Screen title={t('title')} start={<NetworkPill />} footer={<Footer />}>
      <Identity account={session.account} />
      <Worth />
      <Actions />
      <AccountTabs first={params?.tab} />
    </Screen>
  )
}

function NetworkPill() {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const { networkId, network } = useNetwork()
  const name = network?.name ?? networkId
  return (
    <button
      type="button"
      className="network-pill"
      aria-label={t('network', { network: name })}
      title={name}
      onClick={() => router.push('Networks')}
    >
      <Picture
        name={name}
        src={imageUrl(kit, networkId)}
        subject={{ network: networkId }}
        size={24}
        shape="round"
      />
      <ChooseIcon />
    </button>
  )
}

/** The buttons that open permissions and address book, and the one that disconnects. */
function Footer() {
  const t = useMessages(messages)
  const leave = useLeave()
  const router = useRouter()
  const kit = useKit()
  const { store } = manifestsOf(kit)
  const has = (view: 'Contacts' | 'Permissions') => isOffered(kit, store.getState(), view)
  return (
    <div className="account-footer">
      {has('Permissions') && (
        <Button variant="quiet" data-alone="" onClick={() => router.push('Permissions')}>
          <Outline d={keyPath} />
          {t('permissions')}
        </Button>
      )}
      {has('Contacts') && (
        <Button variant="quiet" onClick={() => router.push('Contacts')}>
          <BookIcon />
          {t('contacts')}
        </Button>
      )}
      <Button variant="quiet" onClick={() => void leave()}>
        <Icon name="disconnect" />
        {t('disconnect')}
      </Button>
    </div>
  )
}
