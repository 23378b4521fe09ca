import { connectorsOfWallet } from '../../../wallets/isOneWallet.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useRouter } from '../router.ts'

/** Opens a chosen wallet: asks it at once, or lets the visitor choose a namespace first if it has several. */
export function useOpenConnector(): (connectorId: string) => void {
  const kit = useKit()
  const router = useRouter()
  return (connectorId) => {
    const { length } = connectorsOfWallet(kit.getState().connectors, connectorId)
    if (length > 1) router.push('ChooseNamespace', { connectorId })
    else router.push('ConnectingExternal', { connectorId })
  }
}
