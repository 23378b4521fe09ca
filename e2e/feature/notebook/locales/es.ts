import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'Notas' },
  notebook: {
    title: 'Cuaderno',
    note: 'Nota {count}',
    add: 'Añadir una nota',
    save: 'Guardar',
    saving: 'Guardando',
    rules: 'Normas de la casa',
    accept: 'Aceptar',
  },
  error: { notebookFull: 'El cuaderno no tiene más páginas' },
} satisfies TextsOf<typeof words, 'notebook'>
