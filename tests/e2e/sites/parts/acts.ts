/** The text and the amount that every site lets its visitor sign and send. */
export const message = 'The rye is worth the walk.'
export const recipient = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
/** Wei. */
export const tip = 1_234_567n
