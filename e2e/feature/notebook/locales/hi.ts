import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'नोट्स' },
  notebook: {
    title: 'नोटबुक',
    note: 'नोट {count}',
    add: 'नोट जोड़ें',
    save: 'सहेजें',
    saving: 'सहेजा जा रहा है',
    rules: 'घर के नियम',
    accept: 'स्वीकार करें',
  },
  error: { notebookFull: 'नोटबुक में कोई पेज खाली नहीं बचा' },
} satisfies TextsOf<typeof words, 'notebook'>
