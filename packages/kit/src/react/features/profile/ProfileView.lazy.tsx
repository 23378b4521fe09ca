import { namespaceNames } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'
import { useId, useState } from 'react'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useLeave } from '../../hooks/useLeave.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Tabs, tabIdOf } from '@latchkey/ui/tabs/Tabs.tsx'
import { useConnectedWallets } from '../../hooks/useConnectedWallets.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useRouter } from '../router.ts'
import { ManageButton } from './ManageButton.tsx'
import { messages } from './messages.ts'
import { PlusIcon } from './PlusIcon.tsx'
import css from './profile.css?inline'
import { SmartAccountSwitch } from './SmartAccountSwitch.tsx'
import { Wallets } from './Wallets.tsx'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * All connected wallets with their accounts. The visitor can use another one, disconnect one, or
 * connect one more.
 */
export default function ProfileView() {
  useStyles(css)
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const leave = useLeave()
  const wallets = useConnectedWallets()
  const namespaces = [...new Set(contextOf(kit).adapters.map(({ namespace }) => namespace))]
  const [namespace, setNamespace] = useState<Namespace>(() => kit.getState().namespace)
  const panelId = useId()
  const isOne = wallets.length < 2
  const login = wallets.find((wallet) => wallet.namespace === namespace && wallet.type === 'auth')
  const shown = <Wallets wallets={wallets} namespace={namespace} />

  return (
    <Screen
      title={t('title')}
      footer={
        <Button variant="quiet" onClick={() => void leave(isOne ? undefined : { all: true })}>
          <Icon name="disconnect" />
          {t(isOne ? 'disconnect' : 'disconnectAll')}
        </Button>
      }
    >
      {namespaces.length > 1 ? (
        <>
          <Tabs
            label={t('kinds')}
            tabs={namespaces.map((id) => ({ id, text: namespaceNames[id] }))}
            selected={namespace}
            onSelect={setNamespace}
            panelId={panelId}
          />
          <div
            className="stack"
            role="tabpanel"
            id={panelId}
            aria-labelledby={tabIdOf(panelId, namespace)}
          >
            {shown}
          </div>
        </>
      ) : (
        shown
      )}
      {login && <SmartAccountSwitch wallet={login} />}
      <ManageButton />
      <Button onClick={() => router.push('Connect')}>
        <PlusIcon />
        {t('add')}
      </Button>
    </Screen>
  )
}
