/** The wire profiles (wire design, section 2). */
export const profiles = [4, 5] as const
/** A version of the frame protocol. */
export type Profile = (typeof profiles)[number]
