export { ember, forest, midnight, paper, rose } from '../themes/themes.ts'
