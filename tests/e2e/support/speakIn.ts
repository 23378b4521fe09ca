import type { Locale } from 'latchkey'

/**
 * Changes the language of a screen, and waits until its texts are in the document. They may not be
 * painted yet. Runs inside the page.
 */
export async function speakIn(next: Locale): Promise<void> {
  const kit = window.latchkeyScreen
  const { locale, texts } = kit?.getState() ?? {}
  if (!kit || locale === next) return
  const changed = new Promise<void>((resolve) => {
    const stop = kit.subscribe((state) => {
      if (state.texts === texts) return
      stop()
      resolve()
    })
  })
  kit.setLocale(next)
  await changed
  await window.latchkeyTools.renderedIn()
}
