import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: '笔记' },
  notebook: {
    title: '笔记本',
    note: '笔记 {count}',
    add: '添加笔记',
    save: '保存',
    saving: '正在保存',
    rules: '守则',
    accept: '接受',
  },
  error: { notebookFull: '笔记本没有空页了' },
} satisfies TextsOf<typeof words, 'notebook'>
