import type { FrameEvent } from '@latchkey/protocol/frame'
import type { Language } from '../words/createLanguage.ts'
import type { Stage } from './createStage.ts'

/** CSS pixels of a card that the browser has not laid out: an iframe that is not displayed has no layout. */
const firstHeight = 480

/** Tells the site when a person has to see the frame, how high the card is, and when it is done. @returns a function that ends it */
export function announceStage(root: HTMLElement, { stage, language, tell }: { stage: Stage; language: Language; tell: (event: FrameEvent) => void }): () => void {
  let told = ''
  const announce = () => {
    const [scene] = stage.scenes()
    const next = scene ? JSON.stringify({ type: '@w3m-frame/SHOW', payload: { height: heightOf(root), title: scene.title().slice(0, 128) } } satisfies FrameEvent) : ''
    if (next === told) return
    told = next
    if (scene) tell({ type: '@w3m-frame/SHOW', payload: { height: heightOf(root), title: scene.title().slice(0, 128) } })
    else tell({ type: '@w3m-frame/HIDE' })
  }
  const resizes = new ResizeObserver(announce)
  const watch = () => {
    resizes.disconnect()
    for (const part of root.querySelectorAll('.screen, .screen-inner, .screen-header, .screen-footer')) resizes.observe(part)
  }
  const changes = new MutationObserver(() => {
    watch()
    announce()
  })
  changes.observe(root, { childList: true, subtree: true })
  const unsubscribes = [stage.subscribe(announce), language.subscribe(announce)]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    changes.disconnect()
    resizes.disconnect()
  }
}

/** The height at which nothing scrolls. */
function heightOf(root: HTMLElement): number {
  const [header, inner, footer] = ['.screen-header', '.screen-inner', '.screen-footer'].map((part) => root.querySelector<HTMLElement>(part)?.offsetHeight ?? 0)
  return (header ?? 0) + (inner ?? 0) + (footer ?? 0) || firstHeight
}
