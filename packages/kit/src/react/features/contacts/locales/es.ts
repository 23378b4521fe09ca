import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'Agenda',
    emptyTitle: 'Aún no hay nadie',
    emptyText: 'Los nombres que das a las direcciones se quedan en este dispositivo.',
    add: 'Añadir una dirección',
    edit: 'Editar {name}',
    editTitle: 'Editar dirección',
    label: 'Nombre',
    address: 'Dirección',
    addressHint: 'Dirección o nombre',
    save: 'Guardar',
    remove: 'Eliminar',
    labelEmpty: 'Escribe un nombre',
    labelTaken: 'Alguien ya tiene este nombre.',
    addressInvalid: 'Esto no es una dirección.',
    addressTaken: 'Esta dirección ya tiene un nombre.',
    full: 'La agenda está llena.',
  },
} satisfies TextsOf<typeof words>
