import { useRef } from 'react'
import type { ComponentProps } from 'react'
import { Screen } from '../ui/Screen.tsx'
import { GuardContext } from './GuardContext.ts'
import { GuardNote } from './GuardNote.tsx'
import { usePressGuard } from './usePressGuard.ts'
import './approval.css'

type Props = Omit<ComponentProps<typeof Screen>, 'ref'> & {
  /** The name of the step that the screen shows. A new step has to settle, too. */
  step?: string
  /** Whether the end of the screen must have been in sight. @default true */
  mustRead?: boolean
}

/**
 * A screen with presses that move value, give a right, show a secret or can't be undone. Its
 * `GuardedButton`s and `GuardedForm`s count only while the screen is visible. Its foot shows
 * why they don't.
 */
export function GuardedScreen({ step, mustRead = true, footer, ...rest }: Props) {
  const screen = useRef<HTMLDivElement>(null)
  const guard = usePressGuard(screen, { mustRead, ...(step !== undefined && { step }) })
  const hasNote = guard !== 'ready' && guard !== 'settling'
  return (
    <GuardContext value={guard}>
      <Screen
        ref={screen}
        {...rest}
        footer={
          (hasNote || footer) && (
            <>
              <GuardNote guard={guard} />
              {footer}
            </>
          )
        }
      />
    </GuardContext>
  )
}
