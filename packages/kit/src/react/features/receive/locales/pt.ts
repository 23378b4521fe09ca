import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'Receber' },
  receive: {
    title: 'Receber',
    code: 'Código com seu endereço',
    requestCode: 'Código que pede {amount}',
    copy: 'Copiar endereço',
    copied: 'Endereço copiado',
    copyFailed: 'Este navegador não permite copiar',
    copyLink: 'Copiar link de pagamento',
    linkCopied: 'Link de pagamento copiado',
    share: 'Compartilhar',
    ask: 'Pedir um valor',
    amount: 'Valor',
    token: 'Token',
    invalid: 'Isto não é um valor.',
    only: 'Só para estas redes: {networks}',
    onlyOne: 'Só para esta rede: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
