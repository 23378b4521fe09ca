import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'Recibir' },
  receive: {
    title: 'Recibir',
    code: 'Código con tu dirección',
    requestCode: 'Código que pide {amount}',
    copy: 'Copiar dirección',
    copied: 'Dirección copiada',
    copyFailed: 'Este navegador no permite copiar',
    copyLink: 'Copiar enlace de pago',
    linkCopied: 'Enlace de pago copiado',
    share: 'Compartir',
    ask: 'Pedir una cantidad',
    amount: 'Cantidad',
    token: 'Token',
    invalid: 'Esto no es una cantidad.',
    only: 'Solo para estas redes: {networks}',
    onlyOne: 'Solo para esta red: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
