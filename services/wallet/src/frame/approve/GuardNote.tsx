import { useContext, useState } from 'react'
import { messages as windowMessages } from '../stage/messages.ts'
import { StageWindowContext } from '../stage/StageWindowContext.ts'
import { Button } from '../ui/Button.tsx'
import { messages } from './messages.ts'
import type { PressGuard } from './usePressGuard.ts'
import { useMessages } from '../words/useMessages.ts'

/** Says why nothing can be approved at this moment, and offers the way out. */
export function GuardNote({ guard }: { guard: PressGuard }) {
  const windowWords = useMessages(windowMessages)
  const words = useMessages(messages)
  const stageWindow = useContext(StageWindowContext)
  const [isBlocked, setBlocked] = useState(false)
  if (guard === 'covered') return <p className="approval-line" role="alert" data-covered="">{words.covered}</p>
  if (guard !== 'blind') return null
  return (
    <>
      <p className="approval-line" role={isBlocked ? 'alert' : undefined} data-covered={isBlocked || undefined}>{isBlocked ? windowWords.blocked : windowWords.blind}</p>
      <Button variant="primary" onClick={() => setBlocked(stageWindow?.open() === false)}>{windowWords.open}</Button>
    </>
  )
}
