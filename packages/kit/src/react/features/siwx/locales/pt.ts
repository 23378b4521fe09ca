import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'Entrar',
    heading: 'Entrar em {domain}',
    text: 'Assine uma mensagem com {wallet} para mostrar que esta conta é sua. Não custa nada e não move nada.',
    required: 'Este site precisa disso. Se você cancelar, sua carteira será desconectada.',
    show: 'Mostrar mensagem',
    hide: 'Ocultar mensagem',
    message: 'Mensagem',
    sign: 'Entrar',
    waiting: 'Confirme em {wallet}',
    cancel: 'Cancelar',
    retry: 'Tentar de novo',
    checkingTitle: 'Procurando sua sessão',
    checkingText: 'Um momento.',
    unknownTitle: '{site} não responde',
    unknownText: 'Não conseguimos saber se você entrou. Sua carteira continua conectada.',
    failed: '{site} não conseguiu fazer sua entrada.',
    clock: 'O relógio deste dispositivo parece errado. Acerte a data e a hora e tente de novo.',
  },
} satisfies TextsOf<typeof words>
