import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'ウォレット一覧',
    kinds: 'アカウントの種類',
    none: 'ここにはまだ接続したウォレットがありません。',
    connected: '接続中のウォレット',
    recents: '最近使ったウォレット',
    recent: '最近使用',
    elsewhere: '別のネットワーク',
    inUse: '{wallet}を使用しています',
    replaced: '{wallet}の接続が切れました。{account}を使用しています。',
    joined: '{wallet}も接続しました',
    add: 'ウォレットを追加',
    manage: 'ウォレットの設定',
    disconnectOne: '{wallet}の接続を解除',
    disconnect: '接続を解除',
    disconnectAll: 'すべての接続を解除',
  },
} satisfies TextsOf<typeof words>
