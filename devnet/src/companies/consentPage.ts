import { html, raw } from '@latchkey/server/html'
import type { Html } from '@latchkey/server/html'
import { people } from './people.ts'

const style = `
:root { color-scheme: light dark; --back: #f1f2f4; --card: #fff; --text: #16181d; --soft: #565d6b; --line: #c9cdd6; --main: #1d4ed8; --on-main: #fff; --note: #fff4d6; --on-note: #5c4300 }
@media (prefers-color-scheme: dark) { :root { --back: #0e1014; --card: #181b21; --text: #f0f2f5; --soft: #a4adbc; --line: #3a404c; --main: #7aa5ff; --on-main: #08121f; --note: #3a2f10; --on-note: #ffe3a1 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 420px; padding: 24px; border: 1px solid var(--line); border-radius: 16px; background: var(--card) }
.note { margin: 0 0 16px; padding: 8px 12px; border-radius: 8px; background: var(--note); color: var(--on-note); font-size: 14px }
h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.25 } p { margin: 0 0 16px; color: var(--soft); overflow-wrap: anywhere }
fieldset { margin: 0 0 16px; padding: 0; border: 0 } legend { margin-bottom: 8px; padding: 0; font-weight: 600 }
label { display: flex; gap: 12px; align-items: center; min-height: 48px; padding: 6px 12px; border: 1px solid var(--line); border-radius: 12px; cursor: pointer }
label + label { margin-top: 8px } label:has(:checked) { border-color: var(--main); box-shadow: inset 0 0 0 1px var(--main) }
label.plain { border: 0; padding-inline: 0 } label small { display: block; color: var(--soft); overflow-wrap: anywhere }
input { accent-color: var(--main); flex: none; width: 20px; height: 20px }
input[type=email] { width: 100%; height: 48px; padding: 0 12px; border: 1px solid var(--line); border-radius: 12px; background: none; color: inherit; font: inherit }
details { margin: 0 0 16px } summary { min-height: 44px; padding: 10px 0; cursor: pointer; font-weight: 600 }
.actions { display: flex; flex-direction: column; gap: 12px } button { min-height: 48px; border: 1px solid var(--line); border-radius: 12px; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer }
button.main { border-color: transparent; background: var(--main); color: var(--on-main) }
:is(input, button, summary):focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
`

/**
 * The data of a consent page. `action` is the address that its form is sent to, `hidden` are
 * further fields of the form, and `siteHost` is the host of the site that requests consent.
 */
export type Consent = {
  company: string
  siteHost: string
  action: string
  hidden?: Readonly<Record<string, string>>
  canHide?: boolean
  continues?: string
}

/** The page on which a person chooses an account and consents. The page says that it is a fake. */
export function consentPage({
  company,
  siteHost: who,
  action,
  hidden = {},
  canHide = false,
  continues = 'Continue',
}: Consent): string {
  const rows = people.map(
    ({ key, name, email, isVerified }, index) =>
      html`<label><input type="radio" name="person" value="${key}"${index === 0 && ' checked'}><span>${name}<small>${email}${!isVerified && ', not verified'}</small></span></label>`,
  )
  const other = html`<details><summary>Another account</summary><label class="plain" style="display:block">E-mail address<input type="email" name="email" autocomplete="off"></label><label class="plain"><input type="checkbox" name="verified" checked>The address is verified</label></details>`
  return pageOf(
    `${company} · sign in`,
    html`<p class="note" role="note">This is the devnet’s stand-in for ${company}. Nothing leaves this machine.</p>
<h1>Sign in with ${company}</h1><p>${who} wants to know who you are.</p>
<form method="post" action="${action}">${hiddenInputs(hidden)}
<fieldset><legend>Choose an account</legend>${rows}</fieldset>${other}
${canHide && html`<label class="plain"><input type="checkbox" name="hide">Hide my e-mail address</label>`}
<div class="actions"><button class="main" name="answer" value="continue">${continues}</button><button name="answer" value="cancel" formnovalidate>Cancel</button></div></form>`,
  )
}

/** The hidden fields of a form. */
export const hiddenInputs = (values: Readonly<Record<string, string>>): Html =>
  html`${Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`

/** A page of a fake company. */
export const pageOf = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${title}</title><style>${raw(style)}</style></head>
<body><main>${body}</main></body></html>
`.toString()
