import { html, raw } from '@latchkey/server/html'
import type { Order } from '../../orders/orderStore.ts'
import { testCode } from '../testCards.ts'
import type { Translator } from '../words/translatorFor.ts'
import { documentOf } from './document.ts'
import { moneyText } from './texts.ts'

/** The page on which the card's bank asks for a code. */
export function stepPage(speech: Translator, { id, terms }: Order, isWrong: boolean): string {
  const { translate } = speech
  const total = moneyText(speech, terms.cents, terms.currency)
  const fault =
    isWrong && html`<p class="fault" id="code-fault" role="alert">${translate('codeWrong')}</p>`
  return documentOf(
    speech,
    translate('stepTitle'),
    html`<form class="card" method="post" action="/pay/${id}/confirm" novalidate><h1>${translate('stepTitle')}</h1><p>${translate('stepText', { total })}</p>
<div class="field"><label for="code">${translate('code')}</label><input id="code" name="code" class="digits" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required autofocus${isWrong && raw(' aria-invalid="true"')} aria-describedby="${isWrong ? 'code-fault ' : ''}code-hint"><p class="hint" id="code-hint">${translate('stepHint', { code: testCode })}</p>${fault}</div>
<button class="main" name="do" value="confirm">${translate('confirm')}</button><button name="do" value="cancel">${translate('cancel')}</button></form>`,
  )
}
