import type { NetworkId } from '@latchkey/protocol/caip'
import { KitError } from '../../../core/KitError.ts'
import { isConnected } from '../../../core/session.ts'
import { showToast } from '../../../core/toast.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useRouter } from '../router.ts'

/**
 * Chooses a network: asks the wallet of its namespace on a screen of its own; where only another
 * namespace has a wallet, leads to connecting one; switches at once when none is connected.
 */
export function useChooseNetwork(): (networkId: NetworkId) => void {
  const kit = useKit()
  const router = useRouter()
  return (networkId) => {
    const { sessions } = kit.getState()
    const namespace = kit.context.networks.find(
      (network) => network.networkId === networkId,
    )?.namespace
    const [here, anywhere] = [
      namespace && sessions[namespace],
      Object.values(sessions).some(isConnected),
    ]
    if (here && isConnected(here)) router.push('SwitchNetwork', { networkId })
    else if (anywhere) router.push('SwitchActiveChain', { networkId })
    else
      kit.switchNetwork({ networkId }).then(
        router.store.getState().stack.length > 1 ? router.back : kit.close,
        (error: unknown) =>
          showToast(kit, {
            message: KitError.is(error) ? error.code : 'somethingWrong',
            variant: 'error',
          }), // the code of the switch failed to load
      )
  }
}
