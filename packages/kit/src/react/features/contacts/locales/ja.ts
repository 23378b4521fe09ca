import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'アドレス帳',
    emptyTitle: 'まだ誰もいません',
    emptyText: 'アドレスに付けた名前はこの端末にだけ残ります。',
    add: 'アドレスを追加',
    edit: '{name} を編集',
    editTitle: 'アドレスを編集',
    label: '名前',
    address: 'アドレス',
    addressHint: 'アドレスまたは名前',
    save: '保存',
    remove: '削除',
    labelEmpty: '名前を入力してください',
    labelTaken: 'この名前は使われています。',
    addressInvalid: 'アドレスではありません。',
    addressTaken: 'このアドレスには名前があります。',
    full: 'アドレス帳がいっぱいです。',
  },
} satisfies TextsOf<typeof words>
