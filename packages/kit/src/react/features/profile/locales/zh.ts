import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: '你的钱包',
    kinds: '账户类型',
    none: '这里还没有连接钱包。',
    connected: '已连接的钱包',
    recents: '最近使用的钱包',
    recent: '最近使用',
    elsewhere: '其他网络',
    inUse: '你正在使用 {wallet}',
    replaced: '{wallet} 已断开。你正在使用 {account}。',
    joined: '{wallet} 也已连接',
    add: '添加钱包',
    manage: '钱包设置',
    disconnectOne: '断开 {wallet}',
    disconnect: '断开连接',
    disconnectAll: '全部断开',
  },
} satisfies TextsOf<typeof words>
