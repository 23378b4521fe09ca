import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: '내 지갑',
    kinds: '계정 종류',
    none: '아직 연결된 지갑이 없습니다.',
    connected: '연결된 지갑',
    recents: '최근 지갑',
    recent: '최근',
    elsewhere: '다른 네트워크',
    inUse: '이제 {wallet} 지갑을 사용합니다',
    replaced: '{wallet} 연결이 끊겼습니다. 이제 {account} 계정을 사용합니다.',
    joined: '{wallet} 지갑도 연결되었습니다',
    add: '지갑 추가',
    manage: '지갑 설정',
    disconnectOne: '{wallet} 연결 해제',
    disconnect: '연결 해제',
    disconnectAll: '모두 연결 해제',
  },
} satisfies TextsOf<typeof words>
