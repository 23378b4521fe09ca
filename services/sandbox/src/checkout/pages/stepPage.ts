import { html, raw } from '@latchkey/server/html'
import type { Order } from '../../orders/orderStore.ts'
import { testCode } from '../testCards.ts'
import type { Translator } from '../words/translatorFor.ts'
import { documentOf } from './document.ts'
import { button, field } from './parts.ts'
import { moneyText } from './texts.ts'

/** The page on which the card's bank asks for a code. */
export function stepPage(speech: Translator, { id, terms }: Order, isWrong: boolean): string {
  const { translate } = speech
  const total = moneyText(speech, terms.cents, terms.currency)
  const code = field({
    id: 'code',
    label: translate('code'),
    fault: isWrong ? translate('codeWrong') : undefined,
    describedBy: 'code-hint',
    attributes: raw(
      'name="code" class="checkout-digits" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required autofocus',
    ),
  })
  return documentOf(
    speech,
    translate('stepTitle'),
    html`<form class="checkout-part" method="post" action="/pay/${id}/confirm" novalidate><h1 class="checkout-title">${translate('stepTitle')}</h1><p class="checkout-text">${translate('stepText', { total })}</p>
<p class="checkout-text" id="code-hint">${translate('stepHint', { code: testCode })}</p>
${code}<div class="stack">${button('primary', { name: 'do', value: 'confirm', text: translate('confirm') })}${button('secondary', { name: 'do', value: 'cancel', text: translate('cancel') })}</div></form>`,
  )
}
