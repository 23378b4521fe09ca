import { connectorsOfWallet } from '../../../domains/wallets/isOneWallet.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useRouter } from '../router.ts'
import type { Views } from '../registry.ts'
import { sendRequest } from '../sentRequests.ts'
import { useConnectFor } from '../useConnectFor.ts'

/**
 * Returns the function that opens the screen of a chosen wallet, which sends the request at once.
 * If the wallet has several namespaces and none is requested, the visitor chooses a namespace
 * first.
 */
export function useOpenConnector(): (connectorId: string) => void {
  const kit = useKit()
  const router = useRouter()
  const target = useConnectFor()
  return (connectorId) => {
    const connectors = connectorsOfWallet(kit.getState().connectors, connectorId)
    const own = connectors.find(({ namespace }) => namespace === target.namespace)
    const ask = (params: Views['ConnectingExternal']) => sendRequest(kit, router, params)
    if (own) ask({ ...target, connectorId: own.id })
    else if (connectors.length > 1) router.push('ChooseNamespace', { connectorId })
    else ask({ connectorId })
  }
}
