import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'Iniciar sesión',
    heading: 'Inicia sesión en {domain}',
    text: 'Firma un mensaje con {wallet} para demostrar que esta cuenta es tuya. No cuesta nada ni mueve nada.',
    required: 'Este sitio lo necesita. Si cancelas, tu wallet se desconecta.',
    show: 'Ver mensaje',
    hide: 'Ocultar mensaje',
    message: 'Mensaje',
    sign: 'Iniciar sesión',
    waiting: 'Confirma en {wallet}',
    cancel: 'Cancelar',
    retry: 'Intentar de nuevo',
    checkingTitle: 'Buscamos tu sesión',
    checkingText: 'Un momento.',
    unknownTitle: '{site} no responde',
    unknownText: 'No hemos podido saber si tienes la sesión iniciada. Tu wallet sigue conectada.',
    failed: '{site} no pudo iniciar tu sesión.',
    clock:
      'Parece que el reloj de este dispositivo está mal. Ajusta la fecha y la hora e inténtalo de nuevo.',
  },
} satisfies TextsOf<typeof words>
