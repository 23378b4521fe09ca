import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: '登录',
    heading: '登录 {domain}',
    text: '用 {wallet} 签署一条消息，以证明此账户属于你。不收费用，也不会转移任何资产。',
    required: '此网站要求登录。如果取消，你的钱包将断开连接。',
    show: '显示消息',
    hide: '隐藏消息',
    message: '消息',
    sign: '登录',
    waiting: '请在 {wallet} 中确认',
    cancel: '取消',
    retry: '重试',
    checkingTitle: '正在查询你的登录状态',
    checkingText: '请稍候。',
    unknownTitle: '{site} 没有响应',
    unknownText: '我们无法确定你是否已登录。你的钱包仍保持连接。',
    failed: '{site} 未能让你登录。',
    clock: '此设备的时钟似乎不准。请校正日期和时间后再试。',
  },
} satisfies TextsOf<typeof words>
