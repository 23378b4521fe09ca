import { messages } from './messages.ts'
import type { PressGuard } from './usePressGuard.ts'
import { useMessages } from '../words/useMessages.ts'

/** Shows why the visitor cannot approve the request now. */
export function GuardNote({ guard }: { guard: PressGuard }) {
  const words = useMessages(messages)
  if (guard === 'ready' || guard === 'settling') return null
  if (guard === 'unread' || guard === 'away')
    return (
      <p className="approval-line" role="status">
        {words[guard]}
      </p>
    )
  return (
    <p className="approval-line" role="alert" data-covered="">
      {words[guard]}
    </p>
  )
}
