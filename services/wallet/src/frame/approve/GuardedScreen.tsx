import { useRef } from 'react'
import type { ComponentProps } from 'react'
import { Screen } from '../ui/Screen.tsx'
import { GuardContext } from './GuardContext.ts'
import { GuardNote } from './GuardNote.tsx'
import { usePressGuard } from './usePressGuard.ts'
import './approval.css'

type Props = Omit<ComponentProps<typeof Screen>, 'ref'> & {
  /** The name of the step that the screen shows. Each new step has to settle, too. */
  step?: string
  /** Whether the visitor must have seen the end of the screen. @default true */
  mustRead?: boolean
}

/**
 * A screen with buttons that move value, give a right, show a secret or can't be undone. Presses of
 * its `GuardedButton`s and `GuardedForm`s count only while the screen is visible. Its footer shows
 * why a press does not count.
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
