import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: '로그인',
    heading: '{domain}에 로그인',
    text: '{wallet}에서 메시지에 서명해 이 계정이 내 것임을 증명하세요. 비용이 들지 않으며 자산도 이동하지 않습니다.',
    required: '이 사이트에 필요한 절차입니다. 취소하면 지갑 연결이 해제됩니다.',
    show: '메시지 보기',
    hide: '메시지 숨기기',
    message: '메시지',
    sign: '로그인',
    waiting: '{wallet}에서 확인하세요',
    cancel: '취소',
    retry: '다시 시도',
    checkingTitle: '로그인 여부를 확인하는 중',
    checkingText: '잠시만 기다려 주세요.',
    unknownTitle: '{site}에서 응답이 없습니다',
    unknownText: '로그인되어 있는지 확인하지 못했습니다. 지갑은 계속 연결되어 있습니다.',
    failed: '{site}에 로그인하지 못했습니다.',
    clock: '이 기기의 시계가 맞지 않는 것 같습니다. 날짜와 시간을 맞춘 뒤 다시 시도하세요.',
  },
} satisfies TextsOf<typeof words>
