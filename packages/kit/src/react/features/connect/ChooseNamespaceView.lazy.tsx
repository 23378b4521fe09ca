import { namespaceNames } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'
import { connectorsOfWallet } from '../../../domains/wallets/isOneWallet.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { RowButton } from '@latchkey/ui/Row.tsx'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { useRouter } from '../router.ts'
import type { ConnectViews } from './index.ts'
import { messages } from './messages.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** Lets the visitor choose the namespace for a wallet that supports several. */
export default function ChooseNamespaceView({
  params: { connectorId },
}: {
  params: ConnectViews['ChooseNamespace']
}) {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const connectors = connectorsOfWallet(
    useKitState((state) => state.connectors),
    connectorId,
  )
  const networksOf = (namespace: Namespace) =>
    contextOf(kit).networks.filter((network) => network.namespace === namespace)

  return (
    <Screen title={t('namespaceTitle')}>
      <p className="help">{t('namespaceText', { wallet: connectors[0]?.name ?? connectorId })}</p>
      <ul className="stack" aria-label={t('namespaceTitle')}>
        {connectors.map(({ id, namespace }) => {
          const [first, ...rest] = networksOf(namespace)
          return (
            <li key={namespace}>
              <RowButton
                icon={
                  <Picture
                    name={namespaceNames[namespace]}
                    subject={{ network: namespace }}
                    shape="round"
                  />
                }
                title={namespaceNames[namespace]}
                // a network's name is left out if it repeats the namespace's name
                detail={[first, ...rest]
                  .flatMap((network) =>
                    network && network.network.name !== namespaceNames[namespace]
                      ? network.network.name
                      : [],
                  )
                  .join(', ')}
                onClick={() => router.push('ConnectingExternal', { connectorId: id, namespace })}
              />
            </li>
          )
        })}
      </ul>
    </Screen>
  )
}
