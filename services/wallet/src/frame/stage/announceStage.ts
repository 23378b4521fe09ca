import type { FrameEvent } from '@latchkey/protocol/frame/site'
import type { Language } from '@latchkey/words/createLanguage'
import { heightOf } from '../ui/heightOf.ts'
import type { Stage } from './createStage.ts'

/**
 * Height in CSS pixels of a card without a layout: an iframe that is not displayed has none.
 */
const firstHeight = 480

/**
 * Milliseconds for the page to give the frame its new height. The frame's height is never above the
 * height of the page's window.
 */
const moveTime = 300

/**
 * Sends the site an event when the frame has to be visible, with the height of the card, and an
 * event when the frame can be hidden again. After a change of the height, pointers reach nothing in
 * the frame until the page has moved it, because their targets are about to move.
 * @returns a function that stops the events
 */
export function announceStage(
  root: HTMLElement,
  {
    stage,
    language,
    notify,
  }: { stage: Stage; language: Language; notify: (event: FrameEvent) => void },
): () => void {
  let announced = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = () => {
    clearTimeout(timer)
    delete root.dataset['moving']
  }
  const move = (height: number) => {
    clearTimeout(timer)
    if (height === window.innerHeight) return rest()
    root.dataset['moving'] = ''
    timer = setTimeout(rest, moveTime)
  }
  const announce = () => {
    const [scene] = stage.scenes()
    const height = scene ? heightOf(root) || firstHeight : 0
    const event: FrameEvent = scene
      ? { type: '@w3m-frame/SHOW', payload: { height, title: scene.title().slice(0, 128) } }
      : { type: '@w3m-frame/HIDE' }
    const next = scene ? JSON.stringify(event) : ''
    if (next === announced) return
    announced = next
    if (scene) move(height)
    notify(event)
  }
  window.addEventListener('resize', rest)
  const resizes = new ResizeObserver(announce)
  const watch = () => {
    resizes.disconnect()
    for (const part of root.querySelectorAll(
      '.screen, .screen-inner, .screen-header, .screen-footer',
    ))
      resizes.observe(part)
  }
  const changes = new MutationObserver(() => {
    watch()
    announce()
  })
  changes.observe(root, { childList: true, subtree: true })
  const unsubscribes = [stage.subscribe(announce), language.subscribe(announce)]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    window.removeEventListener('resize', rest)
    rest()
    changes.disconnect()
    resizes.disconnect()
  }
}
