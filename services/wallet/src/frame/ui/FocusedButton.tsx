import { useEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { Button } from '@latchkey/ui/Button.tsx'

/**
 * A button that gets the focus when it appears, for a step within a screen. The screen itself moves
 * the focus only when its title changes.
 */
export function FocusedButton(props: ComponentProps<typeof Button>) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return <Button {...props} ref={button} />
}
