import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: 'メモ' },
  notebook: {
    title: 'ノート',
    note: 'メモ {count}',
    add: 'メモを追加',
    save: '保存',
    saving: '保存中',
    rules: 'ハウスルール',
    accept: '同意する',
  },
  error: { notebookFull: 'ノートに空きページがありません' },
} satisfies TextsOf<typeof words, 'notebook'>
