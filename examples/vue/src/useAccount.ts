import { getAccount, watchAccount } from 'latchkey/browser'
import { onUnmounted, shallowRef } from 'vue'
import { kit } from './kit.ts'

/** The visitor's account, as the kit currently knows it. */
export function useAccount() {
  const account = shallowRef(getAccount(kit))
  onUnmounted(watchAccount(kit, { onChange: (now) => (account.value = now) }))
  return account
}
