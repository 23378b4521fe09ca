import type { Kit } from '../core/kit.ts'
import { optionInvalid } from '../core/optionInvalid.ts'
import { showToast } from '../core/toast.ts'
import { unknownTexts } from './texts.ts'

/** Tells a site's developer, where `debug` is on, that one of its own texts is shown nowhere. */
export function tellUnknownTexts(kit: Kit): void {
  const { debug, texts = {} } = kit.context.options
  const [name] = debug ? unknownTexts(Object.keys(texts)) : []
  if (name === undefined) return
  const { message } = optionInvalid('texts', `has "${name}", which is shown nowhere`, 'The type TextKey lists all names.')
  showToast(kit, { message: { text: message }, variant: 'error' })
}
