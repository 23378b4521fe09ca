import type { KeyboardEvent } from 'react'

const steps: { readonly [key: string]: number } = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
}

/**
 * Handles an arrow key in a radio group: moves the focus to another option and chooses it.
 * https://www.w3.org/WAI/ARIA/apg/patterns/radio/
 */
export function radioKey(event: KeyboardEvent<HTMLElement>): void {
  const group = event.currentTarget.closest('[role=radiogroup]')
  const step = steps[event.key]
  if (step === undefined || !group || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  const radios = [...group.querySelectorAll<HTMLElement>('[role=radio]')]
  const isReversed = /Left|Right/.test(event.key) && getComputedStyle(group).direction === 'rtl'
  const next = radios.at(
    (radios.indexOf(event.currentTarget) + (isReversed ? -step : step)) % radios.length,
  )
  next?.focus()
  next?.click()
}
