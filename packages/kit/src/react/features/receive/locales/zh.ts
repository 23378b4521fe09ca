import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: '接收' },
  receive: {
    title: '接收',
    code: '你的地址码',
    requestCode: '请求 {amount} 的码',
    copy: '复制地址',
    copied: '地址已复制',
    copyFailed: '此浏览器不允许复制',
    copyLink: '复制付款链接',
    linkCopied: '付款链接已复制',
    share: '分享',
    ask: '请求一个金额',
    amount: '金额',
    token: '代币',
    invalid: '这不是金额。',
    only: '仅限这些网络：{networks}',
    onlyOne: '仅限此网络：{network}',
  },
} satisfies TextsOf<typeof words, 'receive'>
