import { useRef } from 'react'
import type { ComponentProps, ReactNode, SyntheticEvent } from 'react'
import { isInputMethod } from '@latchkey/protocol/isInputMethod'
import { Button } from '@latchkey/ui/Button.tsx'
import { useReady } from './GuardContext.ts'
import { usePress } from './usePress.ts'

type Props = {
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}

/**
 * A form of a `GuardedScreen`. Only a whole press of its `GuardedSubmit`, or Enter in a field,
 * submits it. A key that was already held down, or a script, does not submit it.
 */
export function GuardedForm({ onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const press = usePress(useReady(), () => form.current && onSubmit(form.current))
  return (
    // the form only observes the presses inside of it
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      className="stack"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onPointerDown={(event) => isOnSubmit(event) && press.onPointerDown(event)}
      // A space is text in a field. An input method uses Enter to complete a word, not to submit.
      onKeyDown={(event) =>
        !isInputMethod(event.nativeEvent) &&
        (event.key === 'Enter' || isOnSubmit(event)) &&
        press.onKeyDown(event)
      }
      // browsers also click the button for Enter in a field
      onClick={(event) => isOnSubmit(event) && press.onClick(event)}
    >
      {children}
    </form>
  )
}

/** The button that submits a `GuardedForm`. */
export function GuardedSubmit(
  props: Omit<ComponentProps<typeof Button>, 'onClick' | 'type' | 'variant'>,
) {
  const isPressable = useReady() && !props.isDisabled
  return <Button {...props} type="submit" variant="primary" isDisabled={!isPressable} />
}

const isOnSubmit = ({ target }: SyntheticEvent) =>
  target instanceof Element && target.closest('[type=submit]') !== null
