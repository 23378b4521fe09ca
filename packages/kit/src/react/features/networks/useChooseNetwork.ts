import type { NetworkId } from '@latchkey/protocol/caip'
import { KitError } from '../../../core/errors/KitError.ts'
import { isConnected } from '../../../core/accounts/session.ts'
import { showToast } from '../../../core/kit/toast.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useRouter } from '../router.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * Returns the function that chooses a network:
 * - if the network's namespace has a connected wallet, another screen asks this wallet to switch
 * - if only another namespace has one, the visitor first connects a wallet
 * - if no wallet is connected, the kit switches at once
 */
export function useChooseNetwork(): (networkId: NetworkId) => void {
  const kit = useKit()
  const router = useRouter()
  return (networkId) => {
    const { sessions } = kit.getState()
    const namespace = contextOf(kit).networks.find(
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
          }), // the code that switches failed to load
      )
  }
}
