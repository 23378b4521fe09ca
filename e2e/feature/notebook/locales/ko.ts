import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { notebook: '메모' },
  notebook: {
    title: '메모장',
    note: '메모 {count}',
    add: '메모 추가',
    save: '저장',
    saving: '저장 중',
    rules: '이용 규칙',
    accept: '동의',
  },
  error: { notebookFull: '메모장에 남은 페이지가 없습니다' },
} satisfies TextsOf<typeof words, 'notebook'>
