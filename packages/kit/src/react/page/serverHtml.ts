import type { Kit } from '../../core/kit.ts'

// The HTML that a server-rendered page shows until React has loaded: a declarative shadow root, which needs no script and is closed to the page's styles.
// Browsers get `serverHtml.browser.ts` in its place (package.json, "imports").

/** A button of the page as a server renders it; only its text is the site's. */
export function buttonHtml(kit: Kit, { variant, label, text = label, picture, size, disabled }: { variant: string; label: string; text?: string; picture?: unknown; size?: string; disabled?: boolean }): string {
  const { themeMode } = kit.store.getInitialState()
  return `<div class="root" data-mode="${themeMode}"><button type="button" class="page-button" data-variant="${variant}"${size ? ` data-size="${size}"` : ''}${disabled ? ' disabled' : ''}>${picture ? '<span class="page-button-avatar"></span>' : ''}<span class="page-button-text">${text.replaceAll('<', '&lt;')}</span></button></div>`
}

/** The shadow root around `html`, with its style sheets under the page's `nonce`. Undefined in a browser, whose parser has created it: no HTML is ever set by script. */
export function shadowTemplate(sheets: readonly string[], html: string | undefined, nonce?: string): { __html: string } | undefined {
  if (typeof window !== 'undefined' || !html) return undefined
  return { __html: ['<template shadowrootmode="open"><style', nonce ? ` nonce="${nonce}"` : '', '>', ...sheets, '</style>', html, '</template>'].join('') }
}
