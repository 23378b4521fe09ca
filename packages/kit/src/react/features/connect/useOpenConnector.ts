import { useKit } from '../../hooks/useKit.ts'
import { useRouter } from '../router.ts'

/** What choosing an installed wallet does: it is asked at once, or first which of its accounts is meant, where it has several kinds. */
export function useOpenConnector(): (connectorId: string) => void {
  const kit = useKit()
  const router = useRouter()
  return (connectorId) => {
    const { length } = kit.getState().connectors.filter(({ id }) => id === connectorId)
    if (length > 1) router.push('ChooseNamespace', { connectorId })
    else router.push('ConnectingExternal', { connectorId })
  }
}
