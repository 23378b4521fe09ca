import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  networks: {
    title: 'ネットワークを選択',
    networks: 'ネットワーク',
    search: 'ネットワークを検索',
    noneTitle: 'ネットワークが見つかりません',
    noneText: '「{search}」という名前のものはありません。',
    clear: '検索をクリア',
    lockedText: 'このサイトではウォレットのネットワークをそのまま使います。',
    notApproved: 'ウォレットが許可していません。',
    switchTitle: 'ネットワークを切り替え',
    waitingTitle: '{network}に切り替え',
    waitingText: 'ウォレットで切り替えを承認してください。',
    slowTitle: 'ウォレットの応答を待っています',
    slowText:
      'ロックされているか、この画面の後ろに隠れているかもしれません。開いてリクエストを確認してください。',
    refusedTitle: '{wallet}で拒否されました',
    refusedText: 'ネットワークはそのままです。',
    pendingTitle: 'ウォレットに未回答のリクエストがあります',
    pendingText: 'ウォレットを開いて回答してから、もう一度お試しください。',
    unknownTitle: 'ウォレットは{network}を使えません',
    unknownText: 'ウォレットの設定でネットワークを追加して、もう一度お試しください。',
    failedTitle: 'ネットワークは変わりませんでした',
    failedText: 'ウォレットで問題が起きました。もう一度試すと直ることがあります。',
    doneTitle: '{network}に切り替わりました',
    doneText: 'ここに表示される内容はこのネットワークのものです。',
    otherTitle: '{network}に接続',
    otherText: '{network}には別のアカウントが必要です。今の接続はそのまま残ります。',
    otherWallets: '{network}のウォレット',
    otherWays: 'ほかの接続方法',
    otherNone: 'このブラウザーに対応するウォレットはありません。',
    retry: 'もう一度試す',
    unsupportedTitle: '未対応のネットワークです',
    unsupportedText:
      'このサイトはウォレットの今のネットワークに対応していません。次の中から選んでください。',
    unsupportedLocked:
      'このサイトはウォレットの今のネットワークに対応していません。ウォレットで切り替えるか、接続を解除してください。',
    disconnect: '接続を解除',
    help: 'ネットワークとは',
    anotherWallet: '別のウォレットを使う',
  },
} satisfies TextsOf<typeof words>
