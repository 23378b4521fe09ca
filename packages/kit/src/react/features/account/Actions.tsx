import { fill } from '@latchkey/words/fill'
import { useTexts } from '../../i18n/useTexts.ts'
import { Outline } from '@latchkey/ui/icons.tsx'
import { useEffect, useState } from 'react'
import { useKit } from '../../hooks/useKit.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useRouter } from '../router.ts'
import { actionsOf } from './actionsOf.ts'

type Offered = ReturnType<typeof actionsOf>[number]

/** The buttons of the account's actions. */
export function Actions() {
  const { networkId } = useNetwork()
  const [namespace] = networkId.split(':')
  const offered = actionsOf(useKit())
  if (offered.length === 0) return null
  return (
    <div className="actions">
      {offered.map((action) => (
        <Action key={`${namespace} ${action.name}`} action={action} />
      ))}
    </div>
  )
}

/** The button of an action; nothing while it is not known to lead to anything. */
function Action({ action }: { action: Offered }) {
  const { name, view, icon, label } = action
  const find = useTexts()
  const router = useRouter()
  if (!useIsUseful(action)) return null
  return (
    <button type="button" className="action" onClick={() => router.push(view)}>
      <Outline d={icon} />
      {fill(find('account', name) ?? label)}
    </button>
  )
}

/** Whether the action leads to anything on the kind of chain with which it is first shown. */
function useIsUseful({ isUseful }: Offered): boolean {
  const kit = useKit()
  const [use] = useState(() => isUseful?.(kit) ?? true)
  const [isShown, setShown] = useState(use === true)
  useEffect(() => {
    if (use === true) return
    let isCancelled = false
    use.then(
      (found) => isCancelled || setShown(found),
      () => {}, // the action is left out until the account is opened again
    )
    return () => void (isCancelled = true)
  }, [use])
  return isShown
}
