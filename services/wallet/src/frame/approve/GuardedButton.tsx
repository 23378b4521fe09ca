import type { ComponentProps } from 'react'
import { Button } from '@latchkey/ui/Button.tsx'
import { useReady } from './GuardContext.ts'
import { usePress } from './usePress.ts'

type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'type'> & { onPress: () => void }

/**
 * A button of a `GuardedScreen`. Only a whole press (down and up) works, and the press has to begin
 * while the screen is pressable.
 */
export function GuardedButton({ onPress, isDisabled = false, ...rest }: Props) {
  const isPressable = useReady() && !isDisabled
  return <Button {...rest} isDisabled={!isPressable} {...usePress(isPressable, onPress)} />
}
