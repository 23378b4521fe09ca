import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'サインイン',
    heading: '{domain} にサインイン',
    text: '{wallet} でメッセージに署名して、このアカウントがあなたのものだと示します。費用はかからず、何も移動しません。',
    required: 'このサイトではサインインが必要です。キャンセルするとウォレットは切断されます。',
    show: 'メッセージを表示',
    hide: 'メッセージを隠す',
    message: 'メッセージ',
    sign: 'サインイン',
    waiting: '{wallet} で確認してください',
    cancel: 'キャンセル',
    retry: 'もう一度試す',
    checkingTitle: 'サインインを確認しています',
    checkingText: '少しお待ちください。',
    unknownTitle: '{site} が応答しません',
    unknownText: 'サインイン済みかどうかを確認できませんでした。ウォレットは接続されたままです。',
    failed: '{site} はサインインできませんでした。',
    clock: 'この端末の時計がずれているようです。日付と時刻を合わせて、もう一度お試しください。',
  },
} satisfies TextsOf<typeof words>
