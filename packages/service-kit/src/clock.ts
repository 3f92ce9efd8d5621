/** The time, as a parameter of everything that depends on it. */
export type Clock = { now(): Date }

/** The real clock. Tests pass their own. */
export const systemClock: Clock = { now: () => new Date() }

/** Returns a new date; `seconds` may be negative or a fraction. */
export const secondsLater = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000)
/** Whole seconds since 1970, as JWTs count. */
export const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)
