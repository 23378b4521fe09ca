import type { KeyboardEvent } from 'react'

const steps: { readonly [key: string]: number } = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Moves to another choice of a group by the arrow keys, and chooses it. Source: ARIA practices, radio group */
export function radioKey(event: KeyboardEvent, group: HTMLElement | null): void {
  const step = steps[event.key]
  if (step === undefined || !group) return
  event.preventDefault()
  const radios = [...group.querySelectorAll<HTMLElement>('[role=radio]')]
  const isTurned = event.key === 'ArrowRight' || event.key === 'ArrowLeft' ? getComputedStyle(group).direction === 'rtl' : false
  const at = radios.findIndex((radio) => radio.getAttribute('aria-checked') === 'true')
  const next = radios.at((at + (isTurned ? -step : step)) % radios.length)
  next?.focus()
  next?.click()
}
