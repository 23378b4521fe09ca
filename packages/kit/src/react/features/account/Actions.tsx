import { fill } from '@latchkey/words/fill'
import { useTexts } from '../../i18n/useTexts.ts'
import { Outline } from '@latchkey/ui/icons.tsx'
import { useKit } from '../../hooks/useKit.ts'
import { useRouter } from '../router.ts'
import { actionsOf } from './actionsOf.ts'

/** The buttons of the account's actions. */
export function Actions() {
  const find = useTexts()
  const router = useRouter()
  const offered = actionsOf(useKit())
  if (offered.length === 0) return null
  return (
    <div className="actions">
      {offered.map(({ name, view, icon, label }) => (
        <button key={name} type="button" className="action" onClick={() => router.push(view)}>
          <Outline d={icon} />
          {fill(find('account', name) ?? label)}
        </button>
      ))}
    </div>
  )
}
