import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: '受け取る' },
  receive: {
    title: '受け取る',
    code: '自分のアドレスのコード',
    requestCode: '{amount} を求めるコード',
    copy: 'アドレスをコピー',
    copied: 'アドレスをコピーしました',
    copyFailed: 'このブラウザーではコピーできません',
    copyLink: '支払いリンクをコピー',
    linkCopied: '支払いリンクをコピーしました',
    share: '共有',
    ask: '金額を指定する',
    amount: '金額',
    token: 'トークン',
    invalid: '金額ではありません。',
    only: '使えるネットワーク：{networks}',
    onlyOne: '使えるネットワーク：{network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
