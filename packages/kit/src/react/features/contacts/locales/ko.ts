import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: '주소록',
    emptyTitle: '아직 저장된 주소가 없습니다',
    emptyText: '주소에 붙인 이름은 이 기기에만 저장됩니다.',
    add: '주소 추가',
    edit: '{name} 편집',
    editTitle: '주소 편집',
    label: '이름',
    address: '주소',
    addressHint: '주소 또는 이름',
    save: '저장',
    remove: '삭제',
    labelEmpty: '이름을 입력하세요',
    labelTaken: '이미 다른 주소에 쓰인 이름입니다.',
    addressInvalid: '주소가 아닙니다.',
    addressTaken: '이미 이름이 있는 주소입니다.',
    full: '주소록이 가득 찼습니다.',
  },
} satisfies TextsOf<typeof words>
