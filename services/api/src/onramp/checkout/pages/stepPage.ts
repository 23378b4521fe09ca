import type { Session } from '../sessionStore.ts'
import { testCode } from '../testCards.ts'
import type { Translator } from '../words/translatorFor.ts'
import { documentOf, escapeHtml as e } from './document.ts'
import { moneyText } from './texts.ts'

/** The page on which the card's bank requests a code. */
export function stepPage(speech: Translator, { id, terms }: Session, isWrong: boolean): string {
  const { translate } = speech
  const total = moneyText(speech, terms.cents, terms.currency)
  const fault = isWrong
    ? `<p class="fault" id="code-fault" role="alert">${e(translate('codeWrong'))}</p>`
    : ''
  return documentOf(
    speech,
    translate('stepTitle'),
    `<form class="card" method="post" action="/pay/${e(id)}/confirm" novalidate><h1>${e(translate('stepTitle'))}</h1><p>${e(translate('stepText', { total }))}</p>
<div class="field"><label for="code">${e(translate('code'))}</label><input id="code" name="code" class="digits" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required autofocus${isWrong ? ' aria-invalid="true"' : ''} aria-describedby="${isWrong ? 'code-fault ' : ''}code-hint"><p class="hint" id="code-hint">${e(translate('stepHint', { code: testCode }))}</p>${fault}</div>
<button class="main" name="do" value="confirm">${e(translate('confirm'))}</button><button name="do" value="cancel">${e(translate('cancel'))}</button></form>`,
  )
}
