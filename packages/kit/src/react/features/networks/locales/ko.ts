import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  networks: {
    title: '네트워크 선택',
    networks: '네트워크',
    search: '네트워크 검색',
    noneTitle: '네트워크를 찾을 수 없습니다',
    noneText: '“{search}” 이름의 네트워크가 없습니다.',
    clear: '검색어 지우기',
    lockedText: '이 사이트는 지갑이 사용 중인 네트워크를 그대로 씁니다.',
    notApproved: '지갑이 승인하지 않은 네트워크입니다.',
    switchTitle: '네트워크 전환',
    waitingTitle: '{network} 네트워크로 전환',
    waitingText: '지갑에서 전환을 승인하세요.',
    slowTitle: '지갑 응답을 기다리고 있습니다',
    slowText: '잠겨 있거나 이 창 뒤에 있을 수 있습니다. 지갑을 열어 요청을 확인하세요.',
    refusedTitle: '{wallet}에서 거부되었습니다',
    refusedText: '네트워크는 이전과 같습니다.',
    pendingTitle: '지갑에 이미 열린 요청이 있습니다',
    pendingText: '지갑을 열어 요청에 답한 뒤 다시 시도하세요.',
    unknownTitle: '지갑에서 {network} 네트워크를 사용할 수 없습니다',
    unknownText: '지갑 설정에서 네트워크를 추가한 뒤 다시 시도하세요.',
    failedTitle: '네트워크가 전환되지 않았습니다',
    failedText: '지갑에서 문제가 발생했습니다. 다시 시도하면 대부분 해결됩니다.',
    doneTitle: '{network} 네트워크로 전환되었습니다',
    doneText: '이제 모든 내용이 이 네트워크 기준으로 표시됩니다.',
    otherTitle: '{network}용 지갑 연결',
    otherText: '{network}에는 별도의 계정이 필요합니다. 기존 연결은 그대로 유지됩니다.',
    otherWallets: '{network}용 지갑',
    otherWays: '다른 연결 방법',
    otherNone: '이 브라우저에는 그럴 수 있는 지갑이 없습니다.',
    retry: '다시 시도',
    unsupportedTitle: '지원하지 않는 네트워크입니다',
    unsupportedText:
      '이 사이트는 지갑이 사용 중인 네트워크를 지원하지 않습니다. 다음 중 하나를 선택하세요.',
    unsupportedLocked:
      '이 사이트는 지갑이 사용 중인 네트워크를 지원하지 않습니다. 지갑에서 네트워크를 바꾸거나 연결을 해제하세요.',
    disconnect: '연결 해제',
    help: '네트워크란?',
    anotherWallet: '다른 지갑 사용',
  },
} satisfies TextsOf<typeof words>
