import { useKit } from '../../hooks/useKit.ts'
import { useRouter } from '../router.ts'

/** Opens a chosen wallet: asks it at once, or lets the visitor choose a namespace first if it has several. */
export function useOpenConnector(): (connectorId: string) => void {
  const kit = useKit()
  const router = useRouter()
  return (connectorId) => {
    const { length } = kit.getState().connectors.filter(({ id }) => id === connectorId)
    if (length > 1) router.push('ChooseNamespace', { connectorId })
    else router.push('ConnectingExternal', { connectorId })
  }
}
