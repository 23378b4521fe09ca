/** The times that a clock may show, in milliseconds since 1970: 2020 to 2100. */
const possible = { least: Date.UTC(2020, 0), most: Date.UTC(2100, 0) }

/** Whether a clock may show a time, milliseconds since 1970. What a server says of its clock is taken only then: ids and messages are dated by it, and far ones are good for ever, or no exact numbers. */
export const isPossibleTime = (time: number): boolean => time >= possible.least && time <= possible.most
