/**
 * How many codes are mailed. A device that has verified the email before has the allowance of the email for itself, so
 * that strangers can neither use it up nor lock that device out.
 */
export type EmailLimits = {
  /** To one email, asked for by devices that are not known to it. */
  perEmailHour: number
  perEmailDay: number
  /** Asked for from one network address by devices that are not known to the email. */
  perAddressHour: number
}
