import type { Kit } from '../../core/kit/kit.ts'
import { hiddenIn } from './responsive.ts'
import type { Parts } from './responsive.ts'

// The HTML that a server-rendered page shows until React has loaded: a declarative shadow root,
// which needs no script and is closed to the page's styles. In a browser, `serverHtml.browser.ts`
// replaces this module (package.json, "imports").

/** The part of a button's `Face` that a server renders: its look, without handlers. */
type ServedFace = {
  variant: string
  label: string
  text?: string
  picture?: unknown
  size?: string
  isBusy?: boolean
  disabled?: boolean
  parts?: Parts
}

/**
 * Renders the buttons of a shadow root on a server: one button, or the network's and the account's.
 */
export function buttonsHtml(kit: Kit, faces: readonly ServedFace[]): string {
  const { themeMode } = kit.store.getInitialState()
  const buttons = faces.map(buttonHtml).join('')
  return `<div class="root" data-mode="${themeMode}">${faces.length > 1 ? `<span class="page-buttons">${buttons}</span>` : buttons}</div>`
}

function buttonHtml({
  variant,
  label,
  text = label,
  picture,
  size,
  isBusy,
  disabled,
  parts,
}: ServedFace): string {
  const attributes = Object.entries({
    class: 'page-button',
    'data-variant': variant,
    'data-size': size,
    'data-small-hides': parts && hiddenIn(parts, 'small'),
    'data-large-hides': parts && hiddenIn(parts, 'large'),
    'aria-label': text === label && !parts ? undefined : label,
    'aria-busy': isBusy ? 'true' : undefined,
  })
  const written = attributes
    .flatMap(([name, value]) =>
      value === undefined
        ? []
        : ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
    )
    .join('')
  return `<button type="button"${written}${disabled ? ' disabled' : ''}>${picture ? '<span class="page-button-avatar"></span>' : ''}<span class="page-button-text">${text.replaceAll('<', '&lt;')}</span></button>`
}

/**
 * Renders the shadow root around `html`, with its style sheets under the page's `nonce`. In a
 * browser the result is undefined, because the parser has already created the shadow root. So no
 * script ever sets HTML.
 */
export function shadowTemplate(
  sheets: readonly string[],
  html: string | undefined,
  nonce?: string,
): { __html: string } | undefined {
  if (typeof window !== 'undefined' || !html) return undefined
  return {
    __html: [
      '<template shadowrootmode="open"><style',
      nonce ? ` nonce="${nonce}"` : '',
      '>',
      ...sheets,
      '</style>',
      html,
      '</template>',
    ].join(''),
  }
}
