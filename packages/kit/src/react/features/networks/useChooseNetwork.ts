import type { NetworkId } from '@latchkey/protocol/caip'
import { KitError } from '../../../core/KitError.ts'
import { showToast } from '../../../core/toast.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useRouter } from '../router.ts'

/** Chooses a network: asks the wallet on a screen of its own, or switches at once when no wallet is connected. */
export function useChooseNetwork(): (networkId: NetworkId) => void {
  const kit = useKit()
  const router = useRouter()
  const account = useAccount()
  return (networkId) => {
    if ('account' in account) router.push('SwitchNetwork', { networkId })
    else
      kit.switchNetwork({ networkId }).then(
        router.store.getState().stack.length > 1 ? router.back : kit.close,
        (error: unknown) => showToast(kit, { message: KitError.is(error) ? error.code : 'somethingWrong', variant: 'error' }), // the code of the switch failed to load
      )
  }
}
