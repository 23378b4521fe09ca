import type { Locale } from 'latchkey'

/**
 * Findings of a screen. `english`: number of texts. `unchanged`: texts that are the same in another
 * language.
 */
export type ScreenFindings = {
  faults: string[]
  english: number
  unchanged: { locale: Locale; texts: string[] }[]
}

/**
 * Checks the current screen:
 * - colours in both themes, and the rest of its accessibility in one
 * - no text overflows or is cut off in English, German, Arabic, the language of this `turn`, and
 * with the longest translation of each text, which covers all other languages
 *
 * Runs inside the page, because calls into the page cost more than the checks.
 */
export async function checkScreen(
  modal: Element,
  { turn, colourRules }: { turn: Locale; colourRules: readonly string[] },
): Promise<ScreenFindings> {
  const {
    axeIn,
    cleanedIn,
    drawingFaultsIn,
    faintTextsIn,
    isBeyondFaintTextsIn,
    rawTextsIn,
    renderedIn,
    restIn,
    speakIn,
    speakLongestIn,
  } = window.latchkeyTools
  const within = '[data-latchkey]'
  const faults: string[] = []
  const report = (where: string, found: readonly string[]) =>
    void faults.push(...found.map((fault) => `${where}: ${fault}`))

  await speakIn('en')
  for (const mode of ['dark', 'light'] as const) {
    // a screen opens in dark mode, so that only the second mode is a change
    window.latchkeyScreen?.setTheme({ mode })
    await renderedIn()
    await restIn() // a colour in transition is not a final colour
    const roots = [...document.querySelectorAll(within)].flatMap(({ shadowRoot }) => [
      ...(shadowRoot?.querySelectorAll('.root') ?? []),
    ])
    if (roots.length === 0 || roots.some((root) => root.getAttribute('data-mode') !== mode))
      report(mode, ['is not shown'])
    report(mode, roots.flatMap(faintTextsIn))
    const isBeyond = roots.some(isBeyondFaintTextsIn)
    // a theme changes only colours, so the other rules are checked in light mode only
    if (mode === 'light') report(mode, await axeIn({ within, except: isBeyond ? [] : colourRules }))
    else if (isBeyond) report(mode, await axeIn({ within, only: colourRules }))
  }

  report('en', drawingFaultsIn(modal))
  const english = cleanedIn(rawTextsIn(modal))
  const unchanged: ScreenFindings['unchanged'] = []
  const drawn = async (locale: Locale) => {
    await speakIn(locale)
    report(locale, drawingFaultsIn(modal))
  }
  const isUnchanged = (locale: Locale) =>
    void unchanged.push({
      locale,
      texts: cleanedIn(rawTextsIn(modal)).filter((text) => english.includes(text)),
    })
  await drawn('de')
  isUnchanged('de')
  await drawn(turn)
  report('the longest texts', await speakLongestIn('whole', () => drawingFaultsIn(modal)))
  await drawn('ar')
  isUnchanged('ar')
  report('the longest words', await speakLongestIn('words', () => drawingFaultsIn(modal)))
  return { faults, english: english.length, unchanged }
}

/**
 * Finds the same overflow faults in the given languages, while everything is magnified. Runs inside
 * the page.
 */
export async function drawnFaultsIn(modal: Element, locales: readonly Locale[]): Promise<string[]> {
  const faults: string[] = []
  for (const locale of locales) {
    await window.latchkeyTools.speakIn(locale)
    faults.push(
      ...window.latchkeyTools.drawingFaultsIn(modal).map((fault) => `${locale}: ${fault}`),
    )
  }
  return faults
}

/**
 * Parts of a screen that overflow it, and texts that are cut off, in the current language. Runs
 * inside the page.
 */
export function drawingFaultsIn(modal: Element): string[] {
  const { clippedTextsIn, overflowingIn } = window.latchkeyTools
  return [
    ...overflowingIn(modal).map((part) => `overflows: ${part}`),
    ...clippedTextsIn(modal).map((text) => `cut off: ${text}`),
  ]
}
